import { describe, expect, it } from 'vitest';
import { csvOf, jsonOf } from '../../../../web/site/race/files.ts';
import { LaneRun } from '../../../../web/site/race/lane-run.ts';
import { lanes } from '../../../../web/site/race/lanes.ts';
import { usual } from '../../../../web/site/race/set-up.ts';

const decoder = { base: true } as never;
const runOf = (at: number, base: boolean, times: number[]) => {
  const run = new LaneRun({ ...lanes[at]!, name: `Lane "${at}", so` }, base ? decoder : ({ base: false } as never), []);
  run.phase = 'done';
  run.said = { calls: [{ multiplications: 10 }], rows: [{ pieces: ['N', 'AY'] }] } as never;
  run.turns = times.map((time) => [time]);
  run.edits = [
    { edits: 1, symbols: 4 },
    { edits: 0, symbols: 4 },
  ];
  return run;
};

describe('files of a race', () => {
  const runs = [runOf(0, true, [2, 4, 6]), runOf(1, false, [8])];

  it('have a line for each lane, quoted where it must be', () => {
    const [head, first, second] = csvOf(runs).split('\r\n');
    const names = head!.split(',');
    expect(first).toContain(`"Lane ""0"", so"`);
    // The quoted name has a comma of its own.
    const value = (line: string, name: string) => line.split(',')[names.indexOf(name) + 1];
    expect(value(first!, 'ms')).toBe('4');
    expect(value(first!, 'speed_up')).toBe('1');
    expect(value(second!, 'speed_up')).toBe('0.5');
    expect(value(first!, 'per')).toBe('0.125');
    expect(value(first!, 'ms_each_of_many')).toBe('');
  });

  it('say everything that was measured, and in which set-up', () => {
    const file = JSON.parse(
      jsonOf(runs, usual(), { flavour: 'simd', threads: 1, place: 'worker', why: '' }, 'a browser'),
    );
    expect(file.set_up).toEqual(usual());
    expect(file.lanes[0].turns).toEqual([[2], [4], [6]]);
    expect(file.lanes[1].edits).toHaveLength(2);
  });
});
