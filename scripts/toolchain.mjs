// `node scripts/toolchain.mjs` prints the folder of the Emscripten that builds use, after assembling it if need be.
import { pathToFileURL } from 'node:url';
import { assembleEmscripten } from './lib/assemble.mjs';
import { findEmscripten } from './lib/emscripten.mjs';
import { main } from './lib/progress.mjs';

export async function ensureEmscripten(options = {}) {
  const found = await findEmscripten();
  if (found) return found;
  await assembleEmscripten(options);
  return findEmscripten();
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  await main(async () => console.log((await ensureEmscripten({ log: 'toolchain' })).root));
