// Weights that pages load: what their manifests say comes out again, and their runs begin as they began.
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { build, root } from '../../scripts/lib/paths.mjs';
import { argumentsOf, plan } from '../../scripts/train/plan.mjs';

const trainer = join(build, 'native', 'attention-train');
const models = join(root, 'web', 'models');
const scratch = mkdtempSync(join(tmpdir(), 'shipped-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const shipped = readdirSync(models).filter((name) => existsSync(join(models, name, 'manifest.json')));
const manifestOf = (name) => JSON.parse(readFileSync(join(models, name, 'manifest.json'), 'utf8'));

/** The manifest's own command, and something more; what is said last holds. Threads change no digit, and several run at once. */
const again = (name, ...more) => {
  const [, ...words] = manifestOf(name).command.split(' ');
  // The whole output of a run fits easily.
  return promisify(execFile)(trainer, [...words, '--threads', '1', ...more], { cwd: root, maxBuffer: 2 ** 24 });
};
// Thousands of words are said again, or 200 updates of a model of a megabyte made, and others at the same time.
const patience = 900_000;

describe('the models that are shipped', () => {
  it('are those of the plan', () => {
    expect(shipped.sort()).toEqual(
      plan
        .filter(({ ships }) => ships)
        .map(({ name }) => name)
        .sort(),
    );
  });
});

describe.concurrent.each(shipped)('%s', (name) => {
  const weights = join(models, name, 'weights.safetensors');

  it('is at most 1.5 MB, and comes of the command that is planned', () => {
    expect(statSync(weights).size).toBeLessThanOrEqual(1.5e6);
    expect(statSync(weights).size).toBe(manifestOf(name).bytes);
    const one = plan.find((planned) => planned.name === name);
    expect(manifestOf(name).command).toBe(['attention-train', ...argumentsOf(one)].join(' '));
  });

  it(
    'is worth what its manifest says',
    async () => {
      const { stdout } = await again(name, '--weights', weights);
      expect(JSON.parse(stdout)).toEqual(manifestOf(name).metrics);
    },
    patience,
  );

  it(
    'begins as it began: 200 updates give the same weights',
    async () => {
      const { stderr } = await again(name, '--fresh', '--until', '200', '--out', join(scratch, name));
      expect(stderr).toContain(`after 200 steps: ${manifestOf(name).hash_200}`);
    },
    patience,
  );
});
