import { describe, expect, it } from 'vitest';
import { blocksOf } from '../../../../web/elements/lib/lines.ts';
import { translator } from '../../../../web/elements/lib/locale.ts';
import { dataSentence, wordAt } from '../../../../web/elements/lib/sentences.ts';
import { tell } from '../../../../web/elements/lib/story.ts';
import { counted } from '../../../../web/elements/lib/terms.ts';
import type { Trace } from '../../../../web/engine/types.ts';
import { createFixtureEngine } from '../fixture-engine.ts';

const run = (params = {}, text = 'the animal crossed the street') =>
  createFixtureEngine().run('first_kind', { text }, params);
const t = translator('en');

describe('the derivation', () => {
  it('walks from the weight down to the dot product', async () => {
    const trace = await run();
    const story = await tell(trace, { tensor: 'pattern', index: [0, 2, 1] });
    expect(story.chain.map((one) => one.form)).toEqual(['softmax', 'mask', 'scale', 'dot']);
    expect(blocksOf(trace, story).map((block) => block.kind)).toEqual(['terms', 'steps', 'softmax']);
  });

  it('writes terms whose products are the values they add up to', async () => {
    const trace = await run();
    const story = await tell(trace, { tensor: 'scores', index: [0, 2, 1] });
    const [block] = blocksOf(trace, story);
    if (block?.kind !== 'terms') throw new Error('no terms');
    expect(block.lanes.map((lane) => lane.letter)).toEqual(['q', 'k', 'a']);
    expect(block.written.length + block.more).toBe(16);
    expect(block.lanes[2]!.values.reduce((a, b) => a + b, 0)).toBeCloseTo(block.of.value, 3);
    for (const one of block.written)
      expect(one.factors.reduce((a, b) => a * b.cell.value, 1)).toBeCloseTo(one.value, 4);
  });

  it('counts no masked word among the others of a softmax', async () => {
    const trace = await run({ mask: 'causal' });
    for (const row of [0, 1, 2, 3, 4]) {
      const block = blocksOf(trace, await tell(trace, { tensor: 'pattern', index: [0, row, 0] })).at(-1);
      if (block?.kind !== 'softmax') throw new Error('no softmax');
      expect(block.more).toBe(Math.max(0, row + 1 - 3));
    }
  });

  it('names the strongest words of a weighted sum', async () => {
    const trace = await run();
    const [block] = blocksOf(trace, await tell(trace, { tensor: 'z', index: [0, 2, 1] }));
    if (block?.kind !== 'terms') throw new Error('no terms');
    expect(block.axis).toBe('key');
    const sizes = block.written.map((one) => Math.abs(one.value));
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
  });

  it('shows shares of the softmax that add up to its sum, the pinned one among them', async () => {
    const trace = await run();
    for (let key = 0; key < 5; key++) {
      const block = blocksOf(trace, await tell(trace, { tensor: 'pattern', index: [0, 1, key] })).at(-1);
      if (block?.kind !== 'softmax') throw new Error('no softmax');
      expect(block.rows.some((row) => row.at === key)).toBe(true);
      expect(block.rows.reduce((sum, row) => sum + row.term, block.rest)).toBeCloseTo(block.sum, 4);
    }
  });
});

/** s = y / |y|, y = tanh(w·m + b): made by hand, one channel of each. */
const pooled = (): Trace => {
  const info = (name: string, axes: string[]) => ({ name, axes, symbol: name, role: 'none', shape: axes.map(() => 2) });
  const step = (output: string, op: string, inputs: string[]) => ({ output, op, inputs, stage: 'pool' });
  const cell = (tensor: string, index: number[], value: number) => ({ tensor, index, value });
  const term = (...sources: ReturnType<typeof cell>[]) => ({
    value: sources.reduce((product, source) => product * source.value, 1),
    sources,
  });
  const explanations: Record<string, object> = {
    s: {
      ...{ form: 'rms_norm', value: 0.8, principal: cell('y', [0], 0.4), facts: { inverse_deviation: 2, own: 0 } },
      terms: [term(cell('y', [0], 0.4)), term(cell('y', [1], 0.3)), term(cell('g', [0], 1))],
    },
    y: {
      form: 'map',
      value: 0.4,
      principal: cell('d', [0], 0.42),
      facts: { fn: 'tanh' },
      terms: [term(cell('d', [0], 0.42))],
    },
    d: {
      ...{ form: 'sum', value: 0.42, principal: cell('p', [0], 0.4), facts: {} },
      terms: [term(cell('p', [0], 0.4)), term(cell('b', [0], 0.02))],
    },
    p: {
      ...{ form: 'dot', value: 0.4, facts: {} },
      terms: [term(cell('w', [0, 0], 0.5), cell('m', [0], 0.6)), term(cell('w', [0, 1], 0.1), cell('m', [1], 1))],
    },
  };
  return {
    tokens: ['one'],
    read: 1,
    tensors: [
      info('w', ['feature', 'model']),
      ...['m', 'p', 'b', 'd', 'y', 'g', 's'].map((name) => info(name, ['model'])),
    ],
    steps: [
      step('p', 'dot', ['w', 'm']),
      step('d', 'add', ['p', 'b']),
      step('y', 'map', ['d']),
      step('s', 'rms_norm', ['y', 'g']),
    ],
    explain: async (tensor: string, index: number[]) => ({ tensor, index, op: '', ...explanations[tensor] }),
    sources: async () => [],
  } as unknown as Trace;
};

describe('a bias', () => {
  it('does not end a derivation, and no step of it is left out', async () => {
    const trace = pooled();
    const story = await tell(trace, { tensor: 's', index: [0] });
    expect(story.chain.map((one) => one.form)).toEqual(['rms_norm', 'map', 'sum', 'dot']);
    const blocks = blocksOf(trace, story);
    expect(blocks.map((block) => (block.kind === 'steps' ? block.of.map((one) => one.form) : block.kind))).toEqual([
      'terms',
      'terms',
      ['map', 'rms_norm'],
    ]);
    expect(blocks[1]).toMatchObject({ axis: 'number' });
  });

  it('is not what a memory keeps of itself: products of several tensors have no axis and no lanes', async () => {
    const trace = pooled();
    const cell = (tensor: string, value: number) => ({ tensor, index: [0], value });
    const state = {
      ...(await tell(trace, { tensor: 'd', index: [0] })).chain.at(-1)!,
      terms: [
        { value: 6, sources: [cell('m', 2), cell('w', 3)] },
        { value: 5, sources: [cell('d', 5)] },
      ],
    };
    expect(counted(trace, state)).toBe(2);
    const [block] = blocksOf(trace, { trace, cell: state, chain: [state], steps: [], regions: [] });
    expect(block).toMatchObject({ kind: 'terms', axis: 'number', product: false });
  });

  it('is counted apart', async () => {
    const trace = pooled();
    const [sum, dot] = (await tell(trace, { tensor: 'd', index: [0] })).chain;
    expect([counted(trace, sum!), counted(trace, dot!)]).toEqual([1, 2]);
    expect(dataSentence(trace, await tell(trace, { tensor: 'd', index: [0] }), t)).toBe(
      '0.40 and a bias add up to 0.42.',
    );
    // Two tensors of the record are two numbers.
    const residual = {
      ...sum!,
      terms: sum!.terms.map((term) => ({ ...term, sources: [{ ...term.sources[0]!, tensor: 'p' }] })),
    };
    expect(counted(trace, residual)).toBe(2);
    expect(t('axes.number', { count: 1 })).toBe('number');
  });
});

describe('the sentence', () => {
  it('compares the pinned weight with its rival', async () => {
    const trace = await run();
    for (let key = 0; key < 5; key++) {
      const said = dataSentence(trace, await tell(trace, { tensor: 'pattern', index: [0, 1, key] }), t);
      expect(said).toMatch(/^A lead of .* becomes [\d.]+ against [\d.]+\.$|^.*, behind .*, becomes/);
    }
  });

  it('calls no lead what looks level', async () => {
    const trace = await run();
    const story = await tell(trace, { tensor: 'pattern', index: [0, 1, 0] });
    const [one] = story.chain;
    const alike = one!.terms.map((term) => ({
      ...term,
      value: 1,
      sources: term.sources.map((source, i) => ({ ...source, value: 9.57 + i * 1e-4 })),
    }));
    const level = { ...story, chain: [{ ...one!, terms: alike, facts: { ...one!.facts, sum: alike.length } }] };
    expect(dataSentence(trace, level, t)).toBe('Level with the next one at 9.57: 0.20 against 0.20.');
  });

  it('explains masks and empty rows without a NaN', async () => {
    const causal = await run({ mask: 'causal' });
    expect(dataSentence(causal, await tell(causal, { tensor: 'pattern', index: [0, 0, 3] }), t)).toBe(
      'Masked: weight exactly 0.',
    );
    expect(dataSentence(causal, await tell(causal, { tensor: 'pattern', index: [0, 0, 0] }), t)).toBe(
      'The only open key gets all the weight.',
    );
    const none = await run({ mask: 'all' });
    expect(dataSentence(none, await tell(none, { tensor: 'pattern', index: [0, 0, 0] }), t)).toBe(
      'Every key of this row is masked, so its weights are all 0.',
    );
    const one = await run({}, 'hello');
    expect(dataSentence(one, await tell(one, { tensor: 'pattern', index: [0, 0, 0] }), t)).toContain('one key');
  });

  it('has words for every form', async () => {
    const trace = await run();
    for (const info of trace.tensors) {
      const story = await tell(trace, { tensor: info.name, index: info.shape.map(() => 0) });
      const said = dataSentence(trace, story, t);
      expect(said, info.name).not.toBe('');
      expect(said).not.toMatch(/NaN|undefined|\{/);
    }
  });
});

describe('a word at a place', () => {
  it('may be a blank of no width; without any tokens it is a number', async () => {
    const trace = await run();
    const tokens = trace.tokens.map((token, i) => (i === 0 ? '' : token));
    expect(wordAt({ ...trace, tokens } as Trace, 'query', 'pattern', 0)).toBe('␣');
    const none = tokens.map(() => '');
    expect(wordAt({ ...trace, tokens: none } as Trace, 'query', 'pattern', 0)).toBe('1');
  });
});
