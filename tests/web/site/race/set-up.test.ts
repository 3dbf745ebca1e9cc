import { describe, expect, it } from 'vitest';
import { lanes } from '../../../../web/site/race/lanes.ts';
import { readSetUp, usual, writeSetUp } from '../../../../web/site/race/set-up.ts';

describe('the address of a race', () => {
  it('holds the exact set-up', () => {
    const setUp = {
      ...usual(),
      text: 'queue, é & #',
      lanes: lanes.map(({ id }) => id).slice(1, 3),
      repeats: 100,
      batch: 64,
      threads: 2,
      seed: 77,
      cost: 0.25,
      words: 500,
    };
    expect(readSetUp(writeSetUp(setUp))).toEqual({ setUp, ignored: [] });
  });

  it('takes nothing that it does not know, and says so', () => {
    const wrong = ['lanes=none', 'repeats=7', 'batch=2', 'seed=-1', 'cost=9', 'colour=red', `text=${'a'.repeat(300)}`];
    const { setUp, ignored } = readSetUp(wrong.join('&'));
    expect(setUp).toEqual(usual());
    expect(ignored).toHaveLength(wrong.length);
  });

  it('leaves lanes out that are gone, and keeps the rest', () => {
    const known = lanes[0]!.id;
    const { setUp, ignored } = readSetUp(`lanes=${known},gone`);
    expect(setUp.lanes).toEqual([known]);
    expect(ignored).toEqual([`lanes=${known},gone`]);
  });
});
