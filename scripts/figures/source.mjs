// The lines of a mechanism's file, by id.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/paths.mjs';

export const sourceOf = ({ id }) => `core/variants/${id}.cpp`;

export const linesOf = (entries) =>
  new Map(
    entries.map((entry) => [
      entry.id,
      readFileSync(join(root, sourceOf(entry)), 'utf8')
        .trimEnd()
        .split('\n').length,
    ]),
  );
