// `node scripts/toolchain.mjs` prints the folder of the Emscripten that builds use, after getting it if need be.
import { execFileSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { assembleEmscripten } from './lib/assemble.mjs';
import { atLeast, findEmscripten, minimum, onPath, parseVersion } from './lib/emscripten.mjs';
import { aptInstall, ensurePackages, isRoot } from './lib/packages.mjs';
import { main } from './lib/progress.mjs';

/** Whether the system's own package is new enough (Debian 13 and later). */
function systemPackageWillDo() {
  if (!onPath('apt-cache')) return false;
  const policy = execFileSync('apt-cache', ['policy', 'emscripten'], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  const version = parseVersion(/Candidate: (.*)/.exec(policy)?.[1] ?? '');
  return Boolean(version && atLeast(version, minimum));
}

export async function ensureEmscripten(options = {}) {
  let found = await findEmscripten();
  if (!found && systemPackageWillDo()) {
    if (!isRoot())
      throw Object.assign(new Error('Missing: emscripten.'), {
        advice: 'sudo apt-get install -y emscripten, then run the command again.',
      });
    await aptInstall(['emscripten'], options);
    found = await findEmscripten();
  }
  if (found?.origin === 'PATH') return found;
  await ensurePackages(['emscripten'], options); // the assembled one has the system's LLVM and Python
  if (!found) await assembleEmscripten(options);
  return findEmscripten();
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  await main(async () => console.log((await ensureEmscripten({ log: 'emscripten' })).root));
