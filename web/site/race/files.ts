import type { Backend } from '../../engine/types.ts';
import type { LaneRun } from './lane-run.ts';
import type { SetUp } from './set-up.ts';
import { speedUp } from './table.ts';

/** What is known of a lane, as it is written to files. */
const lineOf = (run: LaneRun, base: LaneRun | undefined) => {
  const { lane, phase, said, time, timeTogether, multiplications, quality } = run;
  return {
    lane: lane.id,
    name: lane.name,
    decoder: lane.decoder,
    models: lane.models.join(' '),
    state: phase,
    said: said?.rows[0]?.pieces.join(' '),
    calls: said?.calls.length,
    ms: time?.median,
    ms_low: time?.low,
    ms_high: time?.high,
    ms_each_of_many: timeTogether?.median,
    multiplications: said && multiplications,
    speed_up: speedUp(run, base),
    words: quality?.texts,
    per: quality?.per.share,
    per_low: quality?.per.low,
    per_high: quality?.per.high,
    wer: quality?.wer.share,
    wer_low: quality?.wer.low,
    wer_high: quality?.wer.high,
  };
};

const baseOf = (runs: readonly LaneRun[]) => runs.find(({ decoder }) => decoder.base);

/** A field of a table: quoted where it must be. */
const field = (value: unknown): string => {
  const text = value === undefined || Number.isNaN(value) ? '' : String(value as string | number);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** RFC 4180: a line for each lane. */
export const csvOf = (runs: readonly LaneRun[]): string => {
  const lines = runs.map((run) => lineOf(run, baseOf(runs)));
  const names = Object.keys(lines[0] ?? {});
  return [names, ...lines.map((one) => Object.values(one))].map((row) => `${row.map(field).join(',')}\r\n`).join('');
};

/** Everything, each call of each turn included. Times are measured; what a call is thought to cost stands apart. */
export const jsonOf = (runs: readonly LaneRun[], setUp: SetUp, backend: Backend, agent: string): string =>
  JSON.stringify(
    {
      set_up: setUp,
      engine: { flavour: backend.flavour, threads: backend.threads, place: backend.place },
      browser: agent,
      lanes: runs.map((run) => ({
        ...lineOf(run, baseOf(runs)),
        params: run.lane.params,
        each_call: run.said?.calls,
        turns: run.turns,
        turns_of_many: run.together,
        edits: run.edits,
      })),
    },
    undefined,
    1,
  );
