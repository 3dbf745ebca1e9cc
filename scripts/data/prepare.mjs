// Makes the data of tasks from npm packages: build/data/<name>.bin, at most 1 MB each, for the page, and
// build/data/<name>_train.bin for the native trainer, where there is more to learn from. Both have the form that
// core/tasks/<task>.cpp reads. The outputs depend on the packages alone, byte for byte.
// Usage: node scripts/data/prepare.mjs [NAME...]

import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from '../lib/paths.mjs';
import { isProgram } from '../lib/progress.mjs';
import { makeDigits } from './digits.mjs';
import { makeG2p } from './g2p.mjs';
import { makeSpam } from './spam.mjs';

/** What a page waits for before it can train. */
const LIMIT = 1_000_000;

const makers = { g2p: makeG2p, digits: makeDigits, spam: makeSpam };

export function prepare(names = Object.keys(makers), folder = join(build, 'data')) {
  mkdirSync(folder, { recursive: true });
  for (const name of names) {
    if (!makers[name]) throw new Error(`no data "${name}"; there are ${Object.keys(makers).join(', ')}`);
    for (const [file, bytes] of Object.entries(makers[name]())) {
      if (!file.endsWith('_train.bin') && bytes.length > LIMIT)
        throw new Error(`${file} has ${bytes.length} bytes; a page may be asked to load ${LIMIT}`);
      // Never half a file under its own name.
      writeFileSync(join(folder, `${file}.new`), bytes);
      renameSync(join(folder, `${file}.new`), join(folder, file));
      console.log(`${file} ${bytes.length} bytes`);
    }
  }
}

if (isProgram(import.meta.url)) prepare(process.argv.length > 2 ? process.argv.slice(2) : undefined);
