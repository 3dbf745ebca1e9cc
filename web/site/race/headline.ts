import { say } from '../words.ts';
import type { LaneRun } from './lane-run.ts';
import type { SetUp } from './set-up.ts';

const shown = (time: number): string => time.toFixed(time >= 10 ? 1 : 2);

/** What has been seen, in one line: who is fastest, and how greedy decoding compares. */
export const headline = (runs: readonly LaneRun[], { lanes }: SetUp): string => {
  const timed = runs.filter(({ phase, time }) => phase === 'done' && time);
  const base = timed.find(({ decoder }) => decoder.base);
  const fastest = [...timed].sort((a, b) => a.time!.median - b.time!.median)[0];
  if (!base || !fastest || timed.length < 2) return say('race.head', { count: lanes.length });
  return say(fastest === base ? 'race.head.base' : 'race.head.faster', {
    count: timed.length,
    fastest: fastest.lane.name,
    base: base.lane.name,
    time: shown(fastest.time!.median),
    calls: fastest.said!.calls.length,
    baseTime: shown(base.time!.median),
    baseCalls: base.said!.calls.length,
  });
};

/** The same for who does not see it: every lane in a sentence. */
export const heard = (runs: readonly LaneRun[]): string =>
  runs
    .filter(({ time }) => time)
    .map(({ lane, said, time }) =>
      say('race.heard', {
        name: lane.name,
        count: said!.calls.length,
        time: shown(time!.median),
        text: said!.rows[0]?.pieces.join(' ') || '–',
      }),
    )
    .join(' ');
