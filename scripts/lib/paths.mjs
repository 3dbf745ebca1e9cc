// Where things are. Everything a command writes lies in build/, dist/ or node_modules/ of the checkout,
// except the assembled Emscripten, which a second checkout should find again.
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
export const build = join(root, 'build');
export const logs = join(build, 'logs');
export const bin = join(root, 'node_modules', '.bin');

export function userCache(env = process.env) {
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'attention-playground');
}
