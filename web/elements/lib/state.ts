import { largestSeed } from '../../engine/limits.ts';
import type { Params } from '../../engine/types.ts';
import type { Cell } from './hover.ts';

/** Everything that makes up what one sees; absent = the figure's own default. Plain JSON. */
export interface StepperState {
  variant?: string;
  text?: string;
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

/** Takes what has the right form out of anything at all. Whether it exists is asked of catalogue and trace later. */
export const readState = (raw: unknown): StepperState => {
  if (typeof raw !== 'object' || raw === null) return {};
  const from = raw as Record<string, unknown>;
  const state: Record<string, unknown> = {
    variant: words(from['variant'], 128),
    text: words(from['text'], longestText),
    model: words(from['model'], 128),
    layer: whole(from['layer'], 1),
    head: whole(from['head'], 1),
    params: scalars(from['params']),
    seed: whole(from['seed'], 0, largestSeed),
    step: words(from['step'], 128),
    query: whole(from['query'], 0),
    pin: cell(from['pin']),
  };
  return Object.fromEntries(Object.entries(state).filter(([, value]) => value !== undefined)) as StepperState;
};

/** Areas that an embedding page can take away: `controls="no-headline no-keys"`. */
const areas = ['headline', 'sentence', 'rail', 'transport', 'derivation', 'parameters', 'keys', 'badge'] as const;
export type Area = (typeof areas)[number];

export const hiddenAreas = (controls: string): ReadonlySet<Area> =>
  new Set(areas.filter((area) => controls.split(/\s+/).includes(`no-${area}`)));
