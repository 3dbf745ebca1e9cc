// Files of the npm packages that data are made of.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/paths.mjs';

/** The folder of an installed package; says what to do where there is none. */
export function packageFolder(name) {
  const folder = join(root, 'node_modules', name);
  if (!existsSync(folder)) throw new Error(`${name} is not installed; run npm ci`);
  return folder;
}

export const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** What the header of a data file says of where it comes from. */
export function packageSource(name) {
  const { version, license } = readJson(join(packageFolder(name), 'package.json'));
  return { package: name, version, licence: license };
}

/** JSON files of a package's folder whose names match, in the order of their names' numbers. */
export function jsonFiles(name, folder, pattern) {
  const path = join(packageFolder(name), folder);
  return readdirSync(path)
    .filter((file) => pattern.test(file))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .map((file) => readJson(join(path, file)));
}
