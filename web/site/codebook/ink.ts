import type { TemplateResult } from 'lit';
import { thumb } from '../complete/thumb.ts';

/** Grey levels that a picture is drawn in: as many as the digits have, and eyes tell no more apart. */
const levels = 16;

/** Brightness from 0 to 1, row by row, as a square picture without words. */
export const inked = (values: ArrayLike<number>): TemplateResult =>
  thumb({
    side: Math.sqrt(values.length),
    levels,
    pixels: Array.from(values, (value) => Math.round((levels - 1) * Math.min(1, Math.max(0, value)))),
  });
