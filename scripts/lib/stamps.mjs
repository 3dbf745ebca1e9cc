// Whether a step's inputs are as they were when it last succeeded: by content, so that a checkout that only changes
// file times, or a rebuild that gives the same bytes, leaves the steps after it alone.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, root } from './paths.mjs';

function filesIn(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
}

/** @param paths files and folders; a missing one counts as such */
function fingerprint(paths, words = [], base = root) {
  const hash = createHash('sha256').update(JSON.stringify(words));
  for (const path of paths) {
    hash.update(`\0${path}`);
    for (const file of filesIn(join(base, path)))
      hash.update(`\0${file.slice(base.length)}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

export class Stamp {
  constructor(name, { inputs, outputs = [], words = [] }, base = root, folder = join(build, 'stamps')) {
    Object.assign(this, { file: join(folder, name), outputs: outputs.map((path) => join(base, path)), folder });
    this.now = () => fingerprint(inputs, words, base);
  }

  isFresh() {
    if (!existsSync(this.file) || !this.outputs.every((path) => existsSync(path))) return false;
    return readFileSync(this.file, 'utf8') === this.now();
  }

  /** Before the work: a step that is stopped halfway is not done. */
  forget() {
    rmSync(this.file, { force: true });
    this.before = this.now();
  }

  /** After the work. The inputs as they were before it: a file saved meanwhile is seen next time. */
  keep() {
    mkdirSync(this.folder, { recursive: true });
    writeFileSync(this.file, this.before);
  }
}
