// One planned run: whether it is done, and doing it.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from '../lib/paths.mjs';
import { run } from '../lib/run.mjs';
import { argumentsOf } from './plan.mjs';

const trainer = join(build, 'native', 'attention-train');
/** What the trainer and its data need of a build. */
export const needs = ['packages', 'npm', 'native-configure', 'native', 'data'];

export const manifestOf = (one, folder) => {
  const file = join(folder, one.name, 'manifest.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
};

/** A run is done when its manifest was written by the command that is asked for now. */
export const isDone = (one, folder) =>
  manifestOf(one, folder)?.command === ['attention-train', ...argumentsOf(one, folder)].join(' ');

/** All models, tasks and settings, with their words. */
export const learningCatalog = () => JSON.parse(execFileSync(trainer, ['--catalog'], { maxBuffer: 2 ** 24 }));

/** Goes on from its last checkpoint, if it has one; returns its manifest. */
export async function perform(one, folder, onLine) {
  await run([trainer, ...argumentsOf(one, folder)], { log: `train-${one.name}`, onLine });
  return manifestOf(one, folder);
}
