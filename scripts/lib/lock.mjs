// One build at a time in a checkout: two would write the same objects. The lock is a file with the holder's
// process id; that of a process that is gone counts for nothing.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { build } from './paths.mjs';
import { say } from './progress.mjs';

export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM'; // alive, but somebody else's
  }
}

export async function withLock(work, file = join(build, 'lock')) {
  mkdirSync(join(file, '..'), { recursive: true });
  for (let waited = false; !take(file); waited = true) {
    if (!waited) say(`Another build of this folder is running; waiting for it (${file}).`);
    await setTimeout(300);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  let holder;
  try {
    holder = Number(readFileSync(file, 'utf8'));
  } catch {
    return false; // just released
  }
  if (!holder || isAlive(holder)) return false;
  rmSync(file, { force: true });
  return take(file);
}
