import { describe, expect, it } from 'vitest';
import { levelsOf } from '../../../../web/elements/lib/blocks.ts';
import type { Frame } from '../../../../web/elements/lib/frames.ts';

const frames = (...scopes: string[]): Frame[] =>
  scopes.map((scope, i) => ({
    key: String(i),
    kind: 'steps',
    scope,
    stage: '',
    steps: [],
    result: '',
    outputs: [],
    inputs: [],
  }));
const times = (count: number, scope: (i: number) => string): string[] =>
  Array.from({ length: count }, (_, i) => scope(i + 1));
const names = (all: Frame[], at: number) =>
  levelsOf(all, at).levels.map(({ blocks, open }) => blocks.map(({ name }, i) => (i === open ? `[${name}]` : name)));

describe('blocks of a long record', () => {
  it('are not made where all frames have room side by side', () => {
    const all = frames(...times(9, (i) => `layer_${i}`));
    expect(levelsOf(all, 3)).toEqual({ levels: [], block: { name: '', begin: 0, end: 9 } });
  });

  it('open along the scope of the frame on show, level by level', () => {
    const layer = (i: number) => [
      ...times(6, () => `encoder/layer_${i}/self`),
      ...times(5, () => `encoder/layer_${i}/forward`),
    ];
    const all = frames('encoder/embedding', ...layer(1), ...layer(2), 'decoder', '');
    expect(names(all, 2)).toEqual([
      ['[encoder]', 'decoder', ''],
      ['embedding', '[layer_1]', 'layer_2'],
      ['[self]', 'forward'],
    ]);
    expect(levelsOf(all, 2).block).toEqual({ name: 'self', begin: 1, end: 7 });
    expect(names(all, all.length - 1)).toEqual([['encoder', 'decoder', '[]']]);
  });

  it('pass over what all of them share', () => {
    const all = frames(...times(6, () => 'a/b/c'), ...times(6, () => 'a/b/d'));
    expect(names(all, 7)).toEqual([['c', '[d]']]);
  });

  it('gather frames that would stand alone', () => {
    const all = frames(...times(21, (i) => `reader/step_${i}`));
    expect(names(all, 10)).toEqual([['1–9', '[10–18]', '19–21']]);
    expect(levelsOf(all, 10).block).toMatchObject({ begin: 9, end: 18 });
  });

  it('leave together what no scope tells apart', () => {
    expect(levelsOf(frames(...times(30, () => 'one')), 5)).toEqual({
      levels: [],
      block: { name: '', begin: 0, end: 30 },
    });
  });
});
