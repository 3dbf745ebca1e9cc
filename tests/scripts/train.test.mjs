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
const start = (...more) =>
  execFileSync(trainer, [...argumentsOf(tiny, folder), ...more], { encoding: 'utf8', stdio: 'pipe' });

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
