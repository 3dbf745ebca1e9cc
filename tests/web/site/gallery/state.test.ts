import { describe, expect, it } from 'vitest';
import { readHash, writeHash, type GalleryState } from '../../../../web/site/gallery/state.ts';
import { many } from '../many.ts';

const entries = many();

describe('the gallery in the address', () => {
  it.each<GalleryState>([{}, { search: 'a & b=c #d' }, { family: 'dot product', year: 2016, view: 'timeline' }])(
    '%j goes in and out again',
    (state) => {
      expect(readHash(`#${writeHash(state)}`, entries)).toEqual({ state, ignored: [] });
    },
  );

  it('leaves out what it does not know, and names it', () => {
    const { state, ignored } = readHash('#family=none&year=1066&view=round&colour=red&search=x', entries);
    expect(state).toEqual({ search: 'x' });
    expect(ignored).toEqual(['family=none', 'year=1066', 'view=round', 'colour=red']);
    expect(readHash(`#search=${'x'.repeat(500)}`, entries).state).toEqual({});
    expect(readHash('#%%%=%&&&==', entries).state).toEqual({});
  });
});
