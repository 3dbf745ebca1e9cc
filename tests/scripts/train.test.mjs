import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { build } from '../../scripts/lib/paths.mjs';
import { argumentsOf, plan } from '../../scripts/train/plan.mjs';
import { isDone } from '../../scripts/train/runs.mjs';

const trainer = join(build, 'native', 'attention-train');
const folder = mkdtempSync(join(tmpdir(), 'train-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const tiny = {
  name: 'tiny',
  args: {
    model: 'transformer',
    task: 'copy',
    'model.width': 16,
    'model.hidden': 16,
    'train.steps': 6,
    decode: 20,
    score: 20,
  },
};
const run = (one, ...more) =>
  execFileSync(trainer, [...argumentsOf(one, folder), ...more], { encoding: 'utf8', stdio: 'pipe' });
const start = (...more) => run(tiny, ...more);
/** The curve has a point every second step, and any accuracy is enough at step 5. */
const soon = {
  name: 'soon',
  args: { ...tiny.args, 'train.steps': 400, 'train.batch': 4, every: 5, enough: 0 },
};
const manifest = () => JSON.parse(readFileSync(join(folder, 'soon', 'manifest.json'), 'utf8'));

describe('attention-train', () => {
  it('goes on where it stopped, to the weights of a run that never stopped', () => {
    start('--until', '3');
    expect(isDone(tiny, folder)).toBe(false);
    start();
    expect(isDone(tiny, folder)).toBe(true);
    const resumed = readFileSync(join(folder, 'tiny', 'weights.safetensors'));
    start('--fresh');
    expect(readFileSync(join(folder, 'tiny', 'weights.safetensors')).equals(resumed)).toBe(true);
    expect(isDone(tiny, folder)).toBe(true);
  });

  it('writes the curve of a run that never stopped, wherever it stopped', () => {
    run(soon, '--until', '3');
    run(soon);
    const { curve, held_out: heldOut, steps } = manifest();
    expect(steps).toBe(5);
    expect(curve.match(/^\d+/gm)).toEqual(['2', '4']);
    run(soon, '--fresh');
    expect(manifest()).toMatchObject({ curve, held_out: heldOut, steps });
  });

  it('only measures where training was over and the manifest is missing', () => {
    rmSync(join(folder, 'soon', 'manifest.json'));
    rmSync(join(folder, 'soon', 'weights.safetensors'));
    run(soon);
    expect(manifest()).toMatchObject({ steps: 5, enough: true });
    expect(existsSync(join(folder, 'soon', 'weights.safetensors'))).toBe(true);
  });

  it('does not go on with what another command began', () => {
    expect(() => start('--train.rate', '0.01')).toThrow(/comes of another command/);
  });

  it.each([
    [['--precision', 'bf16'], /--precision: got bf16; takes i8, f16 or f32/],
    [['--seed', 'abc'], /--seed: got abc; takes a whole number/],
    [['--colour', 'red'], /--colour: no such option/],
    [['--model.width', '0'], /params\.width: got 0; takes a whole number from 4/],
  ])('%s is refused by name', (words, says) => {
    expect(() => start(...words)).toThrow(says);
  });
});

describe('the plan', () => {
  it('names every run once', () => {
    expect(new Set(plan.map((one) => one.name)).size).toBe(plan.length);
  });

  it('gives every run parameters that the trainer takes', () => {
    for (const one of plan) {
      const words = argumentsOf(one, folder);
      const data = words.indexOf('--data');
      if (data >= 0 && !existsSync(words[data + 1])) continue; // made by a build
      words[words.indexOf('--train.steps') + 1] = '1';
      const untouched = ['--until', '1', '--decode', '0', '--score', '1', '--train.batch', '1', '--train.warmup', '1'];
      expect(() => execFileSync(trainer, [...words, ...untouched], { stdio: 'pipe' }), one.name).not.toThrow();
    }
  }, 120_000);
});
