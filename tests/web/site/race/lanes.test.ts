/** The table of lanes, against the catalogue and the weights that are shipped. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wantParams } from '../../../../web/engine/validate.ts';
import type { LearningClient } from '../../../../web/engine/learning/learning-client.ts';
import { decoderOf, groups, isExact, lanes } from '../../../../web/site/race/lanes.ts';
import { startLearning } from '../../engine/learning/small.ts';

let engine: LearningClient;
beforeAll(async () => {
  engine = await startLearning();
}, 60_000);
afterAll(() => engine.dispose());

describe('the lanes of the race', () => {
  it('name decoders, parameters and shipped models that there are', () => {
    expect(new Set(lanes.map(({ id }) => id)).size).toBe(lanes.length);
    for (const lane of lanes) {
      const decoder = decoderOf(engine.catalog, lane);
      expect(decoder, lane.id).toBeDefined();
      expect(() => wantParams(decoder!, lane.params), lane.id).not.toThrow();
      expect(lane.models, lane.id).toHaveLength(decoder!.models.length);
      for (const model of lane.models)
        expect(existsSync(join(import.meta.dirname, '../../../../web/models', model, 'manifest.json')), model).toBe(
          true,
        );
      expect(groups.map(({ id }) => id)).toContain(lane.group);
    }
    expect(lanes.some(({ usual }) => usual)).toBe(true);
  });

  it('say which say what greedy decoding says', () => {
    for (const lane of lanes) {
      const decoder = decoderOf(engine.catalog, lane)!;
      if (decoder.base) expect(isExact(decoder, lane)).toBe(true);
      const chance = Object.hasOwn(lane.params, 'temperature') && Number(lane.params['temperature']) > 0;
      if (chance) expect(isExact(decoder, lane), lane.id).toBe(false);
    }
  });
});
