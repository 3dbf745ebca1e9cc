/** Weights from a folder: what `attention-train` leaves, read back. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InvalidInput, ModelLoadFailed } from '../../../../web/engine/errors.ts';
import { BadCheckpoint } from '../../../../web/engine/learning/errors.ts';
import type { LearningClient } from '../../../../web/engine/learning/learning-client.ts';
import type { LearningRun } from '../../../../web/engine/types/learning.ts';
import { small, startLearning, trained } from './small.ts';

let engine: LearningClient;
let run: LearningRun;
beforeAll(async () => {
  engine = await startLearning();
  run = await engine.open(small(engine));
  await trained(run, 10);
});
afterAll(() => engine.dispose());

/** A folder with these files; a manifest of `run` where nothing else is said. */
const folder = async (files: { manifest?: string; weights?: Uint8Array } = {}): Promise<string> => {
  const place = mkdtempSync(join(tmpdir(), 'trained-'));
  const { model, task, modelParams, taskParams, settings, seed } = run.setup;
  const manifest = {
    model,
    task,
    model_params: modelParams,
    task_params: taskParams,
    settings,
    seed,
    mechanism: '',
    metrics: {},
  };
  writeFileSync(join(place, 'manifest.json'), files.manifest ?? JSON.stringify(manifest));
  writeFileSync(join(place, 'weights.safetensors'), files.weights ?? (await run.save('weights')));
  return place;
};

describe('trained weights', () => {
  it('say what the run said that they were saved from', async () => {
    const { run: again, manifest } = await engine.openTrained(await folder());
    expect(manifest.model).toBe(run.setup.model);
    expect(again.setup).toEqual(run.setup);
    expect(await again.score(0, 20)).toEqual(await run.score(0, 20));
    again.close();
  });

  it('tell what they are before they load', async () => {
    expect((await engine.manifestOf(await folder())).model).toBe(run.setup.model);
    await expect(engine.manifestOf('/nowhere/at-all')).rejects.toThrow(ModelLoadFailed);
  });

  it.each([
    ['no json', '{'],
    ['no manifest', '[1]'],
    ['no model', '{"task":"x","metrics":{}}'],
  ])('refuse a manifest that is %s', async (_, manifest) => {
    await expect(engine.openTrained(await folder({ manifest }))).rejects.toThrow(ModelLoadFailed);
  });

  it('refuse a folder without files, other weights and no address', async () => {
    await expect(engine.openTrained('/nowhere/at-all')).rejects.toThrow(/at-all.*there is no file/);
    await expect(engine.openTrained(await folder({ weights: new Uint8Array(40) }))).rejects.toThrow(BadCheckpoint);
    await expect(engine.openTrained(3 as never)).rejects.toThrow(InvalidInput);
  });
});
