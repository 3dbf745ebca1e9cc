import { describe, expect, it } from 'vitest';
import { readTyped } from '../../../../web/site/lab/number-field.ts';
import { readCellNumber, writeCellNumber } from '../../../../web/site/lab/number.ts';
import { tableIn } from '../../../../web/site/lab/table.ts';

describe('a number for a cell', () => {
  it('is read from what was written, to the last bit', () => {
    for (const value of [0, -0.5, 0.1 + 0.2, 1e31, -3.4e38, 5e-324, 1e21, -Infinity])
      expect(readCellNumber(writeCellNumber(value))).toEqual({ value });
  });

  it('is what a person would call one, in a field as in a link', () => {
    for (const text of [
      '',
      ' ',
      'abc',
      'NaN',
      'Infinity',
      '--1',
      '0x10',
      '0b11',
      '1_000',
      '1e39',
      '1e5000',
      '-1e308',
    ]) {
      expect(readCellNumber(text), text).toHaveProperty('problem');
      expect(readTyped(text), text).toHaveProperty('problem');
    }
    for (const text of ['1,500.25', '1,500', '-12,000', '1 000', '1,2,3', '1\t2'])
      expect(readTyped(text), text).toHaveProperty('problem');
  });

  it('may be typed with a comma, a plus, a minus of print', () => {
    const typed = { '0,5': 0.5, '0,500': 0.5, '1,25': 1.25, '+3': 3, '−2': -2, ' 4 ': 4, '-.5': -0.5, '1e-3': 0.001 };
    for (const [text, value] of Object.entries(typed)) expect(readTyped(text), text).toEqual({ value });
  });

  it('is one of many where a table comes', () => {
    expect(tableIn('1\t2\r\n3\t4\r\n')).toEqual([
      ['1', '2'],
      ['3', '4'],
    ]);
    expect(tableIn('1\n2')).toEqual([['1'], ['2']]);
    expect(tableIn('0.5\n')).toBeUndefined();
    expect(tableIn('1 2')).toBeUndefined();
  });
});
