// `node scripts/with-build.mjs SCRIPT ARGS...` builds what is not up to date, then runs the script.
import { spawnSync } from 'node:child_process';
import { buildAll } from './build.mjs';
import { main } from './lib/progress.mjs';

await main(async () => {
  await buildAll({ groups: ['build', 'test'] });
  return spawnSync(process.execPath, process.argv.slice(2), { stdio: 'inherit' }).status ?? 1;
});
