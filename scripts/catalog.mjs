// `npm run catalog`: the catalogue as JSON, alone on standard output.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { buildAll } from './build.mjs';
import { build } from './lib/paths.mjs';
import { main } from './lib/progress.mjs';

await main(async () => {
  await buildAll({ only: ['packages', 'native-configure', 'native'] });
  return spawnSync(join(build, 'native/attention-catalog'), { stdio: 'inherit' }).status;
});
