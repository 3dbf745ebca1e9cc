import { describe, expect, it } from 'vitest';
import { byFamily, byYear, familiesOf, found, yearOf, yearsOf } from '../../../../web/site/gallery/find.ts';
import { many } from '../many.ts';

const entries = many();
const ids = (search: string) => found(entries, { search }).map((entry) => entry.id);

describe('search', () => {
  it('finds by name, summary, id and year', () => {
    expect(ids('distance pairs')).toEqual(['mechanism_3']);
    expect(ids('mechanism 17')).toContain('mechanism_17');
    expect(ids('2014 title').every((id) => yearOf(entries.find((entry) => entry.id === id)!) === 2014)).toBe(true);
  });

  it('takes no heed of case and accents', () => {
    expect(ids('CESPEDES').length).toBe(49);
    expect(ids('céspedes')).toEqual(ids('cespedes'));
  });

  it('finds by the models that use it', () => {
    expect(ids('llama')).toEqual(['mechanism_7', 'mechanism_8']);
    expect(ids('mistral')).toEqual(['mechanism_8']);
  });

  it('finds everything without words and nothing with a strange one', () => {
    expect(ids('')).toHaveLength(entries.length);
    expect(ids('  mechanism  ')).toHaveLength(50);
    expect(ids('(.*)')).toEqual([]);
  });
});

describe('filters', () => {
  it('hold together', () => {
    const both = found(entries, { family: 'masks', year: 2016 });
    expect(both.length).toBeGreaterThan(0);
    expect(both.every((entry) => entry.family === 'masks' && yearOf(entry) === 2016)).toBe(true);
  });

  it('offer what there is, and how often', () => {
    expect(familiesOf(entries).reduce((sum, one) => sum + one.count, 0)).toBe(entries.length);
    expect(yearsOf(entries).map((one) => one.value)).toEqual([2014, 2015, 2016, 2017, 2018, 2019, 2020, 2021, 2022]);
  });
});

describe('order', () => {
  it('puts relatives side by side', () => {
    const order = byFamily(entries).map((entry) => entry.family);
    expect([...new Set(order)].length).toBe(order.filter((family, i) => family !== order[i - 1]).length);
  });

  it('puts years in a row, those without a paper last', () => {
    const years = byYear(entries);
    expect(years.at(-1)!.year).toBeUndefined();
    expect(
      years
        .at(-1)!
        .entries.map((entry) => entry.id)
        .sort(),
    ).toEqual(['mechanism_5', 'model_a']);
    expect(years.reduce((sum, one) => sum + one.entries.length, 0)).toBe(entries.length);
  });
});
