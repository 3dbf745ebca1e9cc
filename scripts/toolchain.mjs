// `node scripts/toolchain.mjs` prints the folder of the Emscripten that builds use, after getting it if need be.
import { assembleEmscripten } from './lib/assemble.mjs';
import { emscriptenGroup, findEmscripten } from './lib/emscripten.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { isProgram, main } from './lib/progress.mjs';

/** The packages of `emscriptenGroup` must be there. */
export async function ensureEmscripten(options = {}) {
  const found = await findEmscripten();
  if (found) return found;
  await assembleEmscripten(options);
  return findEmscripten();
}

if (isProgram(import.meta.url))
  await main(async () => {
    const options = { log: 'emscripten' };
    await ensurePackages(await emscriptenGroup(), options);
    console.log((await ensureEmscripten(options)).root);
  });
