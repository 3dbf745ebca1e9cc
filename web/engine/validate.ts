import { Cancelled, InvalidInput } from './errors.ts';
import type { CatalogEntry, NdArray, Params, ParamSpec } from './types.ts';

/** A short, safe rendering of whatever came, for error messages. */
export const show = (value: unknown): string => {
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (value === null || value === undefined || typeof value === 'boolean') return String(value);
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return value.length > 8 ? `an array of ${value.length}` : `[${value.map(show).join(', ')}]`;
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'symbol') return 'a symbol';
  return `a ${Object.prototype.toString.call(value).slice(8, -1)}`;
};

// By name and not by instanceof: arrays may come from another frame.
const isTyped = (value: unknown, name: string): boolean => Object.prototype.toString.call(value) === `[object ${name}]`;
export const isFloats = (value: unknown): value is Float32Array => isTyped(value, 'Float32Array');
export const isBytes = (value: unknown): value is Uint8Array => isTyped(value, 'Uint8Array');

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const wantRecord = (argument: string, value: unknown, takes = 'an object'): Record<string, unknown> => {
  if (!isRecord(value)) throw new InvalidInput(argument, show(value), takes);
  return value;
};

/** An object with no names but these: a misspelt option is refused instead of doing nothing. */
export const wantOptions = (argument: string, value: unknown, known: readonly string[]): Record<string, unknown> => {
  const record = wantRecord(argument, value);
  const odd = Object.keys(record).find((name) => record[name] !== undefined && !known.includes(name));
  if (odd !== undefined) throw new InvalidInput(`${argument}.${odd}`, show(record[odd]), `one of ${known.join(', ')}`);
  return record;
};

export const wantText = (argument: string, value: unknown): string => {
  if (typeof value !== 'string') throw new InvalidInput(argument, show(value), 'a text');
  return value;
};

export const wantInteger = (argument: string, value: unknown, min: number, max: number): number => {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max)
    throw new InvalidInput(argument, show(value), `a whole number from ${min} to ${max}`);
  return value;
};

export const wantNumber = (argument: string, value: unknown, takes = 'a finite number'): number => {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new InvalidInput(argument, show(value), takes);
  return value;
};

export const wantNumbers = (argument: string, value: unknown): number[] => {
  if (!Array.isArray(value) && !ArrayBuffer.isView(value))
    throw new InvalidInput(argument, show(value), 'a list of numbers');
  return Array.from(value as ArrayLike<unknown>, (one, i) => wantNumber(`${argument}[${i}]`, one));
};

export const wantFlag = (argument: string, value: unknown): boolean => {
  if (typeof value !== 'boolean') throw new InvalidInput(argument, show(value), 'true or false');
  return value;
};

export const wantOneOf = <T extends string | number>(argument: string, value: unknown, choices: readonly T[]): T => {
  if (!choices.includes(value as T)) throw new InvalidInput(argument, show(value), choices.map(show).join(', '));
  return value as T;
};

export const wantFunction = (argument: string, value: unknown): void => {
  if (value !== undefined && typeof value !== 'function') throw new InvalidInput(argument, show(value), 'a function');
};

/** Refuses work that is not wanted any more before it begins. */
export const wantSignal = (signal: AbortSignal | undefined, what: string): void => {
  if (signal === undefined) return;
  if (!isRecord(signal) || typeof signal.addEventListener !== 'function')
    throw new InvalidInput('signal', show(signal), 'an AbortSignal');
  if (signal.aborted) throw new Cancelled(what);
};

export const wantShape = (argument: string, shape: unknown): number[] => {
  if (!Array.isArray(shape) || shape.length === 0 || !shape.every((size) => Number.isInteger(size) && size >= 0))
    throw new InvalidInput(argument, show(shape), 'a list of whole numbers, one per axis');
  return shape as number[];
};

export const countOf = (shape: readonly number[]): number => shape.reduce((count, size) => count * size, 1);

const wantCount = (argument: string, shape: readonly number[], length: number): void => {
  if (countOf(shape) !== length)
    throw new InvalidInput(argument, `${length} values for shape [${shape.join(', ')}]`, `${countOf(shape)} values`);
};

/** Runs take finite numbers; of numeric calls the core itself looks at each, since a mask may hold -Infinity. */
export const wantTensor = (argument: string, value: unknown, finite: boolean): NdArray => {
  const { shape, data } = wantRecord(argument, value, '{shape, data: Float32Array}');
  const sizes = wantShape(`${argument}.shape`, shape);
  if (!isFloats(data)) throw new InvalidInput(`${argument}.data`, show(data), 'a Float32Array');
  wantCount(argument, sizes, data.length);
  const bad = finite ? data.findIndex((x) => !Number.isFinite(x)) : -1;
  if (bad >= 0) throw new InvalidInput(argument, `${data[bad]} at position ${bad}`, 'finite numbers');
  return { shape: sizes, data };
};

export const wantBools = (argument: string, value: unknown): { shape: number[]; data: Uint8Array } => {
  const { shape, data } = wantRecord(argument, value, '{shape, data: Uint8Array}');
  const sizes = wantShape(`${argument}.shape`, shape);
  if (!isBytes(data)) throw new InvalidInput(`${argument}.data`, show(data), 'a Uint8Array');
  wantCount(argument, sizes, data.length);
  return { shape: sizes, data };
};

export const wantIndex = (argument: string, index: unknown, shape: readonly number[]): number[] => {
  const takes = `[${shape.map((size) => `0 to ${size - 1}`).join(', ')}]`;
  const fits =
    Array.isArray(index) &&
    index.length === shape.length &&
    index.every((at, axis) => Number.isInteger(at) && at >= 0 && at < shape[axis]!);
  if (!fits) throw new InvalidInput(argument, show(index), takes);
  return index as number[];
};

const bounded = (spec: ParamSpec, value: number): boolean =>
  Number.isFinite(value) && value >= (spec.min ?? -Infinity) && value <= (spec.max ?? Infinity);

const wantParam = (spec: ParamSpec, value: unknown): number | string | boolean => {
  const argument = `params.${spec.id}`;
  if (spec.kind === 'flag') return wantFlag(argument, value);
  if (spec.kind === 'choice')
    return wantOneOf(
      argument,
      value,
      (spec.choices ?? []).map((choice) => choice.value),
    );
  const whole = spec.kind === 'integer';
  if (typeof value !== 'number' || !bounded(spec, value) || (whole && !Number.isInteger(value)))
    throw new InvalidInput(
      argument,
      show(value),
      `a ${whole ? 'whole ' : ''}number from ${spec.min ?? '-infinity'} to ${spec.max ?? 'infinity'}`,
    );
  return value;
};

/** Every parameter of the entry: what was given, checked, and the defaults of the rest. */
export const wantParams = (entry: Pick<CatalogEntry, 'params'>, given: unknown): Params => {
  const record = wantRecord('params', given ?? {}, 'an object of parameters');
  const known = entry.params.map((spec) => spec.id);
  const odd = Object.keys(record).find((id) => !known.includes(id));
  if (odd !== undefined)
    throw new InvalidInput(
      `params.${odd}`,
      show(record[odd]),
      known.length ? `one of ${known.join(', ')}` : 'no parameters',
    );
  const value = (spec: ParamSpec) => {
    const own = Object.hasOwn(record, spec.id) ? record[spec.id] : undefined;
    return own === undefined ? spec.default : wantParam(spec, own);
  };
  return Object.fromEntries(entry.params.map((spec) => [spec.id, value(spec)]));
};

/** JSON has no infinity: a closed score travels as a word. Whether the cells exist is known to the core. */
export const wantOverrides = (given: unknown): Record<string, { index: number[]; value: number | '-inf' }[]> =>
  Object.fromEntries(
    Object.entries(wantRecord('overrides', given, 'an object of lists')).map(([name, list]) => {
      const argument = `overrides.${name}`;
      if (!Array.isArray(list)) throw new InvalidInput(argument, show(list), 'a list of {index, value}');
      return [name, list.map((item) => wantEdit(argument, item))];
    }),
  );

const wantEdit = (argument: string, item: unknown): { index: number[]; value: number | '-inf' } => {
  const { index, value } = wantOptions(argument, item, ['index', 'value']);
  if (!Array.isArray(index) || !index.every((at) => Number.isInteger(at) && at >= 0))
    throw new InvalidInput(`${argument}.index`, show(index), 'one whole number per axis');
  if (value === -Infinity) return { index, value: '-inf' };
  return { index, value: wantNumber(`${argument}.value`, value, 'a finite number or -Infinity') };
};
