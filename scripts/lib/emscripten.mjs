// Finds an Emscripten that can build the core, or assembles one in the user's cache folder.
//
//   1. `emcc` on PATH, at least 3.1.60 (emsdk users; Debian 13 and later with their own package)
//   2. the one assembled earlier in the cache folder
//   3. Debian 12 and others whose own package is too old: assembled from Debian 13's packages, see assemble.mjs
import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { userCache } from './paths.mjs';

const execute = promisify(execFile);

// Older ones lack PTHREAD_POOL_SIZE_STRICT=2 behaving, Embind without RTTI and Node workers from ES modules.
export const minimum = [3, 1, 60];
const assembledVersion = '3.1.69';

export function parseVersion(text) {
  const match = /(\d+)\.(\d+)\.(\d+)/.exec(text);
  return match ? match.slice(1).map(Number) : undefined;
}

export function atLeast(version, wanted) {
  for (let i = 0; i < 3; ++i) if (version[i] !== wanted[i]) return version[i] > wanted[i];
  return true;
}

export function onPath(name, path = process.env.PATH) {
  for (const folder of path.split(delimiter).filter(Boolean)) {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return join(folder, name);
    } catch {
      // not in this folder
    }
  }
  return undefined;
}

async function inspect(emcc) {
  const { stdout } = await execute(emcc, ['--version']);
  const version = parseVersion(stdout);
  if (!version) return undefined;
  const asked = await execute(join(dirname(emcc), 'em-config'), ['EMSCRIPTEN_ROOT']);
  return { emcc, version, root: asked.stdout.trim() };
}

/** @returns {Promise<{version: number[], root: string, origin: string} | undefined>} */
export async function findEmscripten() {
  const emcc = onPath('emcc');
  if (emcc) {
    const found = await inspect(emcc).catch(() => undefined);
    if (found && atLeast(found.version, minimum)) return { ...found, origin: 'PATH' };
  }
  const root = join(assembledFolder(), 'usr/share/emscripten');
  if (existsSync(join(root, 'emcc'))) return { version: parseVersion(assembledVersion), root, origin: 'cache' };
  return undefined;
}

export function assembledFolder() {
  return join(userCache(), `emscripten-${assembledVersion}`);
}

// The first releases whose own package is new enough.
const firstRelease = { debian: 13, ubuntu: 25.04 };

/** Whether the system's own package will do, from the text of /etc/os-release. Debian's unnumbered releases are newer. */
export function systemPackageWillDo(osRelease) {
  const value = (name) => new RegExp(`^${name}="?([^"\n]*)"?$`, 'm').exec(osRelease)?.[1];
  const first = firstRelease[value('ID')];
  return first !== undefined && Number(value('VERSION_ID') ?? Infinity) >= first;
}

/** The group of packages (packages.mjs) that Emscripten needs from this system. */
export async function emscriptenGroup() {
  if ((await findEmscripten())?.origin === 'PATH') return [];
  const file = '/etc/os-release';
  return [
    existsSync(file) && systemPackageWillDo(readFileSync(file, 'utf8')) ? 'emscripten-package' : 'emscripten-assembled',
  ];
}
