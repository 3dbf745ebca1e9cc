import { describe, expect, it } from 'vitest';
import { begin, readHash, writeHash } from '../../../../web/site/complete/link.ts';
import { pressed } from '../../../../web/site/complete/pencil.ts';
import {
  byLevel,
  fitted,
  halved,
  laterKnown,
  missing,
  readWritten,
  squares,
  wishOf,
  written,
  type Picture,
} from '../../../../web/site/complete/picture.ts';

const picture: Picture = { side: 4, levels: 4, pixels: [0, 1, 2, 3, 3, 2, 1, 0, 0, 0, 3, 3, 0, 3, 3, 3] };
const hole = { left: 1, top: 1, width: 2, height: 2 };

describe('a picture to be completed', () => {
  it('lacks what its way says', () => {
    expect(missing(wishOf(picture, 'half', 2, hole))).toEqual([8, 9, 10, 11, 12, 13, 14, 15]);
    expect(missing(wishOf(picture, 'hole', 2, hole))).toEqual([5, 6, 9, 10]);
    expect(missing(wishOf(picture, 'double', 2, hole))).toHaveLength(16);
  });

  it('knows what comes after the first missing pixel', () => {
    expect(laterKnown(wishOf(picture, 'hole', 2, hole))).toEqual([7, 8, 11, 12, 13, 14, 15]);
    expect(laterKnown(wishOf(picture, 'half', 2, hole))).toEqual([]);
    expect(laterKnown(picture.pixels)).toEqual([]);
  });

  it('is halved by means of two by two', () => {
    expect(halved(picture)).toEqual([0.5, 0.5, 0.25, 1].map((value) => expect.closeTo(value, 12)));
  });

  it('keeps a hole inside', () => {
    expect(fitted({ left: -3, top: 9, width: 2, height: 0 }, 4)).toEqual({ left: 0, top: 3, width: 2, height: 1 });
    expect(fitted({ left: 3, top: 0, width: 9, height: 4 }, 4)).toEqual({ left: 0, top: 0, width: 4, height: 4 });
  });

  it('is drawn as squares of each level', () => {
    expect(byLevel(picture.pixels, 4)[1]).toEqual([1, 6]);
    expect(squares([1, 6], 4)).toBe('M1 0h1v1h-1zM2 1h1v1h-1z');
  });

  it('goes into an address and comes back', () => {
    expect(readWritten(written(picture.pixels), 4, 4)).toEqual(picture.pixels);
    for (const odd of ['', '0123', '9'.repeat(16), 'x'.repeat(16)]) expect(readWritten(odd, 4, 4)).toBeUndefined();
  });
});

describe('the pencil', () => {
  const sizes = { side: 4, levels: 3 };
  const pencil = { level: 2, row: 0, column: 3 };
  it('moves inside the paper', () => {
    expect(pressed(pencil, 'ArrowDown', sizes)).toEqual({ pencil: { ...pencil, row: 1 }, leaves: false });
    expect(pressed(pencil, 'ArrowRight', sizes)).toEqual({ pencil, leaves: false });
  });

  it('leaves the ink that is named, or the chosen one', () => {
    expect(pressed(pencil, '1', sizes)).toEqual({ pencil: { ...pencil, level: 1 }, leaves: true });
    expect(pressed(pencil, ' ', sizes)).toEqual({ pencil, leaves: true });
    for (const key of ['3', 'x', 'Tab', 'constructor']) expect(pressed(pencil, key, sizes)).toBeUndefined();
  });
});

describe('the address', () => {
  const known = { side: 4, levels: 4, digits: 10 };
  it('is empty for a first visit, and holds all else', () => {
    expect(writeHash(begin(4), 4)).toBe('');
    const view = { ...begin(4), way: 'hole' as const, digit: 7, seed: 3, temperature: 0.5, hole };
    expect(readHash(writeHash(view, 4), known)).toEqual({ view, ignored: [] });
    const own = { ...begin(4), kept: 1, own: picture.pixels };
    expect(readHash(`#${writeHash(own, 4)}`, known)).toEqual({ view: own, ignored: [] });
  });

  it('names what it cannot use', () => {
    const { view, ignored } = readHash('#way=up&digit=10&hole=1.2.3&seed=-1&temperature=3&own=12&constructor=1', known);
    expect(view).toEqual(begin(4));
    expect(ignored).toHaveLength(7);
  });
});
