import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLearningEngine } from '../../../../web/engine/learning/index.ts';
import type { LearningEngine } from '../../../../web/engine/types/learning.ts';
import presets from '../../../../web/site/train/presets.json' with { type: 'json' };
import {
  commandOf,
  differences,
  firstSetUp,
  forEngine,
  modelsFor,
  readHash,
  specsOf,
  tasksOf,
  valuesOf,
  withModel,
  withoutParams,
  withParam,
  withTask,
  writeHash,
  type Known,
} from '../../../../web/site/train/set-up.ts';

let known: LearningEngine;
beforeAll(async () => {
  known = await createLearningEngine({ inline: true });
});
afterAll(() => known.dispose());

describe('the set-up of a run', () => {
  it('is prepared for a first visit, with nothing that the catalogue does not take', () => {
    const [first] = presets;
    const setUp = firstSetUp(known);
    expect([setUp.task, setUp.model]).toEqual([first!.task, first!.model]);
    expect(setUp.params.task).toEqual(first!.params.task);
    expect(setUp.params.model).toEqual(first!.params.model);
    const settings = valuesOf(known, setUp, 'train');
    for (const [id, value] of Object.entries(first!.params.settings)) expect(settings[id], id).toBe(value);
  });

  it('is the first of the catalogue where the prepared one is not in it', () => {
    const renamed = structuredClone(known.catalog);
    for (const one of [...renamed.tasks, ...renamed.models]) one.id += '_renamed';
    const other: Known = {
      catalog: renamed,
      mechanisms: known.mechanisms,
      settingsOf: (id) => known.settingsOf(id.replace('_renamed', '')),
    };
    const setUp = firstSetUp(other);
    expect(setUp.task).toBe(tasksOf(other)[0]!.id);
    expect(modelsFor(other, tasksOf(other)[0]!).map(({ id }) => id)).toContain(setUp.model);
  });

  it('stands in the address, and comes back from it', async () => {
    const setUp = { ...firstSetUp(known), seed: 7 };
    const { setUp: read, ignored } = readHash(`#${writeHash(setUp)}`, known);
    expect(ignored).toEqual([]);
    expect(read).toEqual(setUp);
    const run = await known.open(forEngine(read));
    expect(run.setup.seed).toBe(7);
    run.close();
  });

  it('takes nothing from a link that the catalogue does not', () => {
    const hash = '#task=none&model=nothing&seed=-1&train.rate=fast&train.batch=100000000&odd=1&model.width=64';
    const { setUp, ignored } = readHash(hash, known);
    expect(ignored).toEqual([
      'task=none',
      'model=nothing',
      'seed=-1',
      'train.rate=fast',
      'train.batch=100000000',
      'odd=1',
    ]);
    expect(setUp.seed).toBe(1);
    expect(specsOf(known, setUp, 'model').map(({ id }) => id)).toContain('width');
  });

  it('keeps what fits when task or model change', () => {
    const setUp = withParam(known, firstSetUp(known), 'train', 'batch', 8);
    for (const task of tasksOf(known)) {
      const moved = withTask(known, setUp, task.id);
      expect(moved.task).toBe(task.id);
      expect(modelsFor(known, task).map(({ id }) => id)).toContain(moved.model);
      for (const { id } of modelsFor(known, task)) {
        const other = withModel(known, moved, id);
        expect(other.model).toBe(id);
        for (const value of Object.keys(other.params.model))
          expect(specsOf(known, other, 'model').map((spec) => spec.id)).toContain(value);
      }
    }
    expect(withTask(known, setUp, 'none')).toBe(setUp);
  });

  it('says in what runs differ, and nothing else', () => {
    const one = firstSetUp(known);
    const other = withParam(known, { ...one, seed: 2 }, 'train', 'batch', 8);
    expect(differences(known, [one, one])).toEqual([]);
    const labels = differences(known, [one, other]).map(({ label, values }) => `${label}: ${values.join(' ')}`);
    expect(labels).toEqual(['seed: 1 2', `batch: ${valuesOf(known, one, 'train')['batch']} 8`]);
  });

  it('is a command of the native trainer as well', () => {
    const setUp = withParam(known, withoutParams(firstSetUp(known)), 'train', 'batch', 8);
    expect(commandOf(known, { ...setUp, seed: 3 })).toBe(
      `attention-train --task ${setUp.task} --model ${setUp.model} --seed 3 --train.batch 8 --out run`,
    );
  });
});
