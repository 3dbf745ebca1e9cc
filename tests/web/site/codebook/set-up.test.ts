import { describe, expect, it } from 'vitest';
import {
  dialSays,
  dialValue,
  firstSetUp,
  forEngine,
  paramsOf,
  readHash,
  uses,
  waysOf,
  writeHash,
} from '../../../../web/site/codebook/set-up.ts';
import type { LearningCatalog, LearningDiscretizer } from '../../../../web/engine/types/learning.ts';
import type { ParamSpec } from '../../../../web/engine/types.ts';

const number = (id: string, initial: number, when?: ParamSpec['when']): ParamSpec => ({
  ...{ id, label: id, doc: '', kind: 'number', default: initial, min: 0, max: 5 },
  ...(when ? { when } : {}),
});
const learns: ParamSpec = {
  ...{ id: 'learns', label: '', doc: '', kind: 'choice', default: 'slowly' },
  choices: ['slowly', 'at once'].map((value) => ({ value, label: value, doc: value })),
};
const discretizer = (id: string, params: ParamSpec[]): LearningDiscretizer => ({
  ...{ id, name: id.toUpperCase(), family: '', summary: id, latex: '', differs: '', papers: [], params },
});
const entry = { name: '', family: '', summary: '', latex: '', differs: '', papers: [], params: [] };
// Names that no catalogue has: nothing here may know them.
const catalog = {
  discretizers: [
    discretizer('one', [number('tau_first', 2), number('tau_last', 1), number('anneal', 0.8)]),
    discretizer('two', [number('beta', 0.25), learns, number('decay', 0.9, { param: 'learns', values: ['slowly'] })]),
  ],
  models: [
    { ...entry, id: 'other', kind: 'pixels', discretizer: '' },
    { ...entry, id: 'maker', kind: 'copies', discretizer: 'two' },
  ],
  tasks: [{ ...entry, id: 'digits', kind: 'copies', data: '' }],
} as unknown as LearningCatalog;
const known = { catalog };
const ways = waysOf(known);

describe('what can be chosen of the codebook page', () => {
  it('is every discretizer, the model’s own first and in each way its table learns', () => {
    expect(ways.map(({ key }) => key)).toEqual(['two', 'two.at once', 'one']);
    expect(ways[1]!.name).toBe('TWO, at once');
  });

  it('knows which parameters a way uses', () => {
    expect(ways.map((way) => [uses(way, 'beta'), uses(way, 'decay'), uses(way, 'tau_last')])).toEqual([
      [true, true, false],
      [true, false, false],
      [false, false, true],
    ]);
  });

  it('cools over the chosen updates, until the slider holds both ends still', () => {
    const first = firstSetUp(ways);
    expect(paramsOf(ways[2]!, first)).toEqual({ bits: first.bits, anneal: (0.8 * first.steps) / 1e6 });
    expect(dialSays(ways[2]!, first, 'temperature')).toBe('2 → 1');
    const setUp = { ...first, dials: { temperature: 0.7 } };
    expect(paramsOf(ways[2]!, setUp)).toMatchObject({ tau_first: 0.7, tau_last: 0.7 });
    expect(dialSays(ways[2]!, setUp, 'temperature')).toBe('0.7');
    expect(dialValue(ways, ways[0], first, 'decay')).toBe(0.9);
    expect(forEngine(known, ways[1]!, { ...first, dials: { beta: 3, temperature: 1 } })).toMatchObject({
      ...{ model: 'maker', task: 'digits', discretizer: 'two' },
      discretizerParams: { bits: first.bits, beta: 3, learns: 'at once' },
    });
  });

  it('travels in the address, and nothing else gets through', () => {
    const setUp = { ...firstSetUp(ways), way: 'two.at once', bits: 6, seed: 9, code: 12, dials: { beta: 2 } };
    expect(readHash(writeHash(setUp, ways), ways)).toEqual({ setUp, ignored: [] });
    expect(writeHash(firstSetUp(ways), ways)).toBe('');
    const { setUp: read, ignored } = readHash('#way=three&bits=9&beta=77&decay=0.5&steps=1&seed=-1&colour=red', ways);
    expect(read).toEqual({ ...firstSetUp(ways), dials: { decay: 0.5 } });
    expect(ignored).toEqual(['way=three', 'bits=9', 'beta=77', 'steps=1', 'seed=-1', 'colour=red']);
  });
});
