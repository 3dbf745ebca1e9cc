import { largestSeed } from '../../engine/limits.ts';
import type { Params } from '../../engine/types.ts';
import type { Cell } from './hover.ts';

/** Everything that makes up what one sees; absent = the figure's own default. Plain JSON. */
export interface StepperState {
  variant?: string;
  text?: string;
  /** Another text that is read; absent = the text reads itself. */
  source?: string;
  model?: string;
  /** From 1. */
  layer?: number;
  head?: number;
  params?: Params;
  seed?: number;
  /** The frame, by its key in the trace. */
  step?: string;
  /** The active row, from 0. */
  query?: number;
  pin?: Cell;
}

/** Ids and step names are a word or two; a link may carry anything. */
const longestName = 128;
/** Longer texts are refused by the engine anyway; a link may come from anyone. */
const longestText = 100_000;

const whole = (value: unknown, min: number, max = Number.MAX_SAFE_INTEGER): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max ? value : undefined;

const words = (value: unknown, most: number): string | undefined =>
  typeof value === 'string' && value.length <= most ? value : undefined;

const cell = (value: unknown): Cell | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  const { tensor, index } = value as Record<string, unknown>;
  if (typeof tensor !== 'string' || !Array.isArray(index) || index.length > 6) return undefined;
  return index.every((n) => whole(n, 0) !== undefined) ? { tensor, index: index as number[] } : undefined;
};

const scalars = (value: unknown): Params | undefined => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const kept = Object.entries(value).filter(([, one]) => ['number', 'string', 'boolean'].includes(typeof one));
  return Object.fromEntries(kept) as Params;
};

const readers: { [K in keyof StepperState]-?: (value: unknown) => StepperState[K] } = {
  variant: (value) => words(value, longestName),
  text: (value) => words(value, longestText),
  source: (value) => words(value, longestText),
  model: (value) => words(value, longestName),
  layer: (value) => whole(value, 1),
  head: (value) => whole(value, 1),
  params: scalars,
  seed: (value) => whole(value, 0, largestSeed),
  step: (value) => words(value, longestName),
  query: (value) => whole(value, 0),
  pin: cell,
};

const isRecord = (raw: unknown): raw is Record<string, unknown> =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw);

/** Takes what has the right form out of anything at all. Whether it exists is asked of catalogue and trace later. */
export const readState = (raw: unknown): StepperState => {
  if (!isRecord(raw)) return {};
  const read = Object.entries(readers).map(([name, reader]) => [name, reader(raw[name])] as const);
  return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as StepperState;
};

export interface Ignored {
  name: string;
  got: string;
}

const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};

/** What `readState` leaves out: parts of a wrong form and names that mean nothing. */
export const ignoredIn = (raw: unknown): Ignored[] => {
  if (raw === undefined) return [];
  if (!isRecord(raw)) return [{ name: 'state', got: shown(raw) }];
  const state: Record<string, unknown> = { ...readState(raw) };
  const parts = Object.entries(raw).filter(([, value]) => value !== undefined);
  const out = parts.filter(([name]) => state[name] === undefined);
  const given = isRecord(raw['params']) ? Object.entries(raw['params']) : [];
  const kept = (state['params'] ?? {}) as Params;
  const params = given.filter(([id, value]) => value !== undefined && kept[id] === undefined);
  return [...out, ...params.map(([id, value]) => [`params.${id}`, value] as const)].map(([name, value]) => ({
    name: name.slice(0, 60),
    got: shown(value),
  }));
};

/** Areas that an embedding page can take away: `controls="no-headline no-keys"`. */
const areas = ['headline', 'sentence', 'rail', 'transport', 'derivation', 'parameters', 'keys', 'badge'] as const;
export type Area = (typeof areas)[number];

export const hiddenAreas = (controls: string): ReadonlySet<Area> =>
  new Set(areas.filter((area) => controls.split(/\s+/).includes(`no-${area}`)));
