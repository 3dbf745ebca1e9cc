import { describe, expect, it } from 'vitest';
import { blocksOf } from '../../../../web/elements/lib/lines.ts';
import { translator } from '../../../../web/elements/lib/locale.ts';
import { dataSentence, wordAt } from '../../../../web/elements/lib/sentences.ts';
import { tell } from '../../../../web/elements/lib/story.ts';
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

describe('the sentence', () => {
  it('compares the pinned weight with its rival', async () => {
    const trace = await run();
    for (let key = 0; key < 5; key++) {
      const said = dataSentence(trace, await tell(trace, { tensor: 'pattern', index: [0, 1, key] }), t);
      expect(said).toMatch(/^A lead of .* becomes [\d.]+ against [\d.]+\.$|^.*, behind .*, becomes/);
    }
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
