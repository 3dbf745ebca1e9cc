// The weights that ship beside the page: build/models/<id>.bin for every model of the catalogue.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

export const modelFiles = (catalog) =>
  catalog.entries
    .filter((entry) => entry.kind === 'model')
    .map((entry) => join(root, 'build/models', `${entry.id}.bin`))
    .filter((file) => existsSync(file));
