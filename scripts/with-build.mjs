// `node scripts/with-build.mjs [--browser] SCRIPT ARGS...` builds what is not up to date, then runs the script;
// with the option it also sees that there is a browser.
import { spawnSync } from 'node:child_process';
import { buildAll } from './build.mjs';
import { main } from './lib/progress.mjs';

await main(async () => {
  const [first, ...rest] = process.argv.slice(2);
  const browser = first === '--browser';
  await buildAll({ groups: browser ? ['build', 'test'] : ['build'] });
  return spawnSync(process.execPath, browser ? rest : [first, ...rest], { stdio: 'inherit' }).status ?? 1;
});
