import { describe, expect, it } from 'vitest';
import { framesOf } from '../../../../web/elements/lib/frames.ts';
import { rectOf, type Rect } from '../../../../web/elements/scene/hit.ts';
import { layout } from '../../../../web/elements/scene/layout.ts';
import { sceneOf } from '../../../../web/elements/scene/spec.ts';
import { tipPlace } from '../../../../web/elements/scene/tip-place.ts';
import { createFixtureEngine } from '../fixture-engine.ts';

const size = { width: 150, height: 30 };

const weights = async (words: number) => {
  const text = Array.from({ length: words }, (_, i) => `w${i % 17}`).join(' ');
  const trace = await createFixtureEngine().run('first_kind', { text });
  const frame = framesOf(trace).find((one) => one.stage === 'normalise')!;
  const wide = { width: 836, bodyHeight: 330, stacked: false, ratio: 1, labelWidth: 66, labelHeight: 60 };
  const scene = layout(sceneOf(trace, frame, { head: 0, query: 0 })!, { ...wide, offset: { query: 0, key: 0 } });
  const [scores, pattern] = ['masked_scores', 'pattern'].map((name) =>
    scene.matrices.find((one) => one.spec.info.name === name)!,
  );
  return { scene, scores: scores!, pattern: pattern! };
};

const touch = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

describe('the tip of a pinned number', () => {
  it.each([5, 13, 22])('of %i words leaves free its cell, its sources and the legends, in every row', async (words) => {
    const { scene, scores, pattern } = await weights(words);
    for (let row = 0; row < words; row++) {
      const cell = rectOf(pattern, { row, rowEnd: row + 1, column: row, columnEnd: row + 1 })!;
      const source = rectOf(scores, { row, rowEnd: row + 1, column: 0, columnEnd: words })!;
      const tip = { ...tipPlace(size, cell, [source], scene), ...size };
      for (const [name, rect] of Object.entries({ cell, source }))
        expect(touch(tip, rect), `${name} ${row}`).toBe(false);
      for (const { x, y, width, height } of [scores, pattern])
        expect(touch(tip, { x, y: y + height + 12, width, height: 30 }), `legend ${row}`).toBe(false);
    }
  });

  it('stays inside the scene', async () => {
    const { scene, pattern } = await weights(13);
    for (const at of [0, 12]) {
      const cell = rectOf(pattern, { row: at, rowEnd: at + 1, column: at, columnEnd: at + 1 })!;
      const { x, y } = tipPlace(size, cell, [], scene);
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + size.width).toBeLessThanOrEqual(scene.width);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y + size.height).toBeLessThanOrEqual(scene.height);
    }
  });
});
