import { describe, expect, it } from 'vitest';
import { framesOf } from '../../../../web/elements/lib/frames.ts';
import { hitTest, rectOf, thinned } from '../../../../web/elements/scene/hit.ts';
import { layout } from '../../../../web/elements/scene/layout.ts';
import type { LayoutOptions, Scene } from '../../../../web/elements/scene/placed.ts';
import { edges } from '../../../../web/elements/scene/paint.ts';
import { sceneOf } from '../../../../web/elements/scene/spec.ts';
import { createFixtureEngine } from '../fixture-engine.ts';

const options: LayoutOptions = {
  width: 836,
  bodyHeight: 330,
  stacked: false,
  ratio: 1,
  labelWidth: 66,
  labelHeight: 60,
  offset: { query: 0, key: 0 },
};

const words = (n: number): string => Array.from({ length: n }, (_, i) => `w${i % 17}`).join(' ');

const scenes = async (n: number, over: Partial<LayoutOptions> = {}, read = 0): Promise<Map<string, Scene>> => {
  const input = { text: words(n), ...(read ? { source: words(read) } : {}) };
  const trace = await createFixtureEngine({ cap: 1e6 }).run('first_kind', input);
  const out = new Map<string, Scene>();
  for (const frame of framesOf(trace)) {
    const spec = sceneOf(trace, frame, { head: 0, query: 1 });
    if (spec) out.set(frame.stage, layout(spec, { ...options, ...over }));
  }
  return out;
};

const inside = (scene: Scene): void => {
  for (const matrix of scene.matrices) {
    expect(matrix.x).toBeGreaterThanOrEqual(0);
    expect(matrix.x + matrix.width).toBeLessThanOrEqual(scene.width + 0.01);
    expect(matrix.y + matrix.height).toBeLessThanOrEqual(scene.height);
  }
  for (const [i, a] of scene.matrices.entries())
    for (const b of scene.matrices.slice(i + 1)) {
      const apart =
        a.x + a.width <= b.x + 0.01 ||
        b.x + b.width <= a.x + 0.01 ||
        a.y + a.height <= b.y + 0.01 ||
        b.y + b.height <= a.y + 0.01;
      expect(apart, `${a.spec.info.name} over ${b.spec.info.name}`).toBe(true);
    }
};

describe('every frame', () => {
  for (const n of [1, 2, 5, 13, 32, 48, 120]) {
    it(`of ${n} words keeps its matrices inside and apart, wide and narrow`, async () => {
      for (const scene of (await scenes(n)).values()) inside(scene);
      for (const scene of (await scenes(n, { width: 358, stacked: true, bodyHeight: 420, labelWidth: 60 })).values())
        inside(scene);
    });
  }
});

describe('with another text that is read', () => {
  it.each([
    [3, 14],
    [14, 3],
    [4, 60],
    [60, 4],
  ])('%i words that ask %i: matrices stay inside and apart, wide and narrow', async (n, read) => {
    for (const scene of (await scenes(n, {}, read)).values()) inside(scene);
    const narrow = { width: 358, stacked: true, bodyHeight: 420, labelWidth: 60 };
    for (const scene of (await scenes(n, narrow, read)).values()) inside(scene);
  });

  it('a few words that are read by many have cells to see', async () => {
    const scores = (await scenes(14, {}, 1)).get('score')!.matrices.find((one) => one.spec.info.name === 'scores')!;
    expect(scores.pitchX).toBe(3 * scores.pitchY);
  });

  it('the band of the active word runs over rows of its own text alone', async () => {
    const over = (scene: Scene, name: string): boolean => {
      const { x, width } = scene.matrices.find((matrix) => matrix.spec.info.name === name)!;
      return scene.bands.some((band) => band.x < x + width && band.width > x);
    };
    const project = (await scenes(5, {}, 8)).get('project')!;
    expect(['x', 'source', 'q', 'k', 'v'].map((name) => over(project, name))).toEqual([
      true,
      false,
      true,
      false,
      false,
    ]);
    const alone = (await scenes(5)).get('project')!;
    expect(['x', 'q', 'k', 'v'].map((name) => over(alone, name))).toEqual([true, true, true, true]);
    expect(alone.bands).toHaveLength(1);
  });
});

describe('the softmax frame', () => {
  it('puts Q left, K transposed above the scores, weights right, on one row pitch', async () => {
    const scene = (await scenes(13)).get('normalise')!;
    const [q, s, k, a] = scene.matrices;
    expect([q, s, k, a].map((one) => one?.spec.info.symbol)).toEqual(['Q', 'S', 'K', 'A']);
    expect(k?.spec.slice.transposed).toBe(true);
    expect(k!.x).toBe(s!.x);
    expect(k!.y + k!.height).toBeLessThan(s!.y);
    expect(new Set([q, s, a].map((one) => one!.pitchY)).size).toBe(1);
    expect(new Set([q, s, a].map((one) => one!.y)).size).toBe(1);
    expect(scene.connectors.map((one) => one.kind)).toEqual(['wire', 'arrow']);
  });

  it('keeps the pitch of its neighbours', async () => {
    const all = await scenes(13);
    const pitch = (stage: string): number | undefined =>
      all.get(stage)?.matrices.find((one) => one.kind === 'main')?.pitchY;
    expect(pitch('score')).toBe(pitch('normalise'));
    expect(pitch('combine')).toBe(pitch('normalise'));
  });

  it('stands with the result first where it is narrow', async () => {
    const scene = (await scenes(13, { width: 358, stacked: true, labelWidth: 60 })).get('normalise')!;
    const [first] = scene.matrices;
    expect(first?.spec.info.symbol).toBe('A');
    expect(scene.breaks.length).toBe(1);
  });
});

describe('long texts', () => {
  it('become a window with an overview', async () => {
    const scene = (await scenes(120, { offset: { query: 110, key: 3 } })).get('normalise')!;
    expect(scene.windowed).toBe(true);
    expect(scene.overview).toBeDefined();
    const main = scene.matrices.find((one) => one.spec.info.symbol === 'A')!;
    expect(main.window.row + main.window.rows).toBeLessThanOrEqual(120);
    expect(main.pitchX).toBeGreaterThanOrEqual(12);
  });
});

describe('cells', () => {
  it('are found under the pointer and go back to their place', async () => {
    const scene = (await scenes(13)).get('normalise')!;
    for (const matrix of scene.matrices)
      for (const [row, column] of [
        [0, 0],
        [3, 5],
      ] as const) {
        const rect = rectOf(matrix, { row, rowEnd: row + 1, column, columnEnd: column + 1 })!;
        const hit = hitTest(scene, rect.x + rect.width / 2, rect.y + rect.height / 2);
        expect(hit && [hit.matrix.spec.info.name, hit.row, hit.column]).toEqual([matrix.spec.info.name, row, column]);
      }
    expect(hitTest(scene, 1, 1)).toBeUndefined();
  });

  it('end on whole device pixels without gaps', () => {
    const at = edges(10.3, 1.75, 64, 1.25);
    expect([...at].every((edge, i) => Number.isInteger(edge) && (i === 0 || edge >= at[i - 1]!))).toBe(true);
  });
});

it('labels that would touch make room for the chosen one', () => {
  expect(thinned(0, 5, 20, 14, 2)).toEqual([0, 1, 2, 3, 4]);
  const few = thinned(0, 40, 5, 14, 7);
  expect(few).toContain(7);
  for (let i = 1; i < few.length; i++) expect(few[i]! - few[i - 1]!).toBeGreaterThanOrEqual(3);
});
