import type { ParamSpec } from '../../engine/types.ts';

export type Read<T> = { value: T } | { problem: string };

// No hex, no blanks, no "Infinity": what a person would call a number, and never NaN.
const decimal = /^-?(\d+\.?\d*|\.\d+)(e[-+]?\d{1,3})?$/i;

export const readNumber = (text: string, min: number, max: number, whole: boolean): Read<number> => {
  const value = decimal.test(text) ? Number(text) : Number.NaN;
  if (!Number.isFinite(value)) return { problem: 'is not a number' };
  if (whole && !Number.isSafeInteger(value)) return { problem: 'is not a whole number' };
  if (value < min || value > max) return { problem: `is outside ${range(min, max)}` };
  return { value };
};

const range = (min: number, max: number): string => {
  if (max === Infinity) return `${min} and more`;
  return min === -Infinity ? `${max} and less` : `${min} to ${max}`;
};

export const readParam = (spec: ParamSpec, text: string): Read<number | string | boolean> => {
  switch (spec.kind) {
    case 'flag':
      if (text === '1' || text === 'true') return { value: true };
      return text === '0' || text === 'false' ? { value: false } : { problem: 'is neither 1 nor 0' };
    case 'choice': {
      const values = (spec.choices ?? []).map((choice) => choice.value);
      return values.includes(text) ? { value: text } : { problem: `is none of ${values.join(', ')}` };
    }
    default:
      return readNumber(text, spec.min ?? -Infinity, spec.max ?? Infinity, spec.kind === 'integer');
  }
};
