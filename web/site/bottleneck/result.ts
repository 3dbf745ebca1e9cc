import { byLength, withoutAttention, type Group, type Share } from '../../../scripts/results/bottleneck.mjs';
import type { TrainedManifest } from '../../engine/types/learning.ts';

/** What of a group is right: its sounds, or its whole phrases. */
export type Measure = 'sounds' | 'phrases';
export const measures: readonly Measure[] = ['sounds', 'phrases'];

export interface Series {
  model: string;
  name: string;
  attends: boolean;
  groups: Group[];
  seconds: number;
}

/** A group of lengths: what stands below its points. */
export interface Place {
  from: number;
  to: number;
  examples: number;
  phrase: string;
}

export interface Result {
  series: Series[];
  places: Place[];
  steps: number;
  batch: number;
  seed: number;
}

// What `npm run results -- bottleneck` has written when the site is built; nothing where it has not.
const files = import.meta.glob<unknown>('../../../docs/results/bottleneck*.json', { eager: true, import: 'default' });
const fileOf = <T>(name: string): T | undefined =>
  Object.entries(files).find(([path]) => path.endsWith(`/${name}`))?.[1] as T | undefined;

export const resultOf = (
  runs: readonly TrainedManifest[],
  phrases: readonly { from: number; phrase: string }[],
): Result | undefined => {
  const series = runs.map((run): Series => ({
    model: run.model,
    name: run.model.replaceAll('_', ' '),
    attends: !withoutAttention.includes(run.model),
    groups: byLength(run),
    seconds: run.seconds,
  }));
  const [first] = runs;
  // All runs are asked for the same phrases.
  const places = series[0]?.groups.map(({ from, to, examples }) => ({
    from,
    to,
    examples,
    phrase: phrases.find((one) => one.from === from)?.phrase ?? '',
  }));
  if (!first || !places?.length) return undefined;
  const { steps, batch } = first.settings;
  return { series, places, steps: Number(steps), batch: Number(batch), seed: first.seed };
};

export const readResult = (): Result | undefined =>
  resultOf(fileOf<TrainedManifest[]>('bottleneck.json') ?? [], fileOf('bottleneck_phrases.json') ?? []);

export const shareOf = (group: Group, measure: Measure): Share => group[measure];
