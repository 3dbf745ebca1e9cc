import { html, type TemplateResult } from 'lit';
import { column } from '../../elements/lib/format.ts';
import { say } from '../words.ts';
import { chart, type Line } from './chart.ts';
import { smoothed, type Point } from './curve.ts';
import type { RunRecord } from './record.ts';
import type { Session } from './session.ts';

/** Loss while training, and accuracy on held-out examples: of this run, and of those before it. */
export const chartsView = (session: Session, width: number): TemplateResult => {
  const { record, kept } = session;
  // The present run is drawn last: on top.
  const records = [...kept].reverse().concat(record);
  const steps = Math.max(session.steps, ...records.map((one) => one.step));
  const loss = records.map((one): Line => {
    const raw = one.loss.points();
    const present = one === record;
    return { number: one.number, present, points: smoothed(raw), dots: false, ...(present ? { raw } : {}) };
  });
  const accuracy = records.map((one): Line => ({
    number: one.number,
    present: one === record,
    points: one.scores.map(({ step, accuracy: value }): Point => ({ step, value })),
    dots: true,
  }));
  const last = record.scores.at(-1);
  const recent = loss.at(-1)?.points.at(-1);
  return html`${chart(
    {
      title: say('train.loss'),
      note: say('train.loss.note'),
      says: say('train.loss.says', {
        now: recent ? column(recent.value, 2) : '–',
        first: column(record.loss.points()[0]?.value ?? NaN, 2),
        step: record.step,
        runs: kept.length,
      }),
      lines: loss,
      happenings: record.happenings,
      steps,
      top: topOf(records),
      show: (value) => String(Number(value.toPrecision(2))),
    },
    width,
  )}
  ${chart(
    {
      title: say('train.accuracy'),
      note: say('train.accuracy.note'),
      says: say('train.accuracy.says', {
        now: last ? Math.round(100 * last.accuracy) : 0,
        step: last?.step ?? 0,
        runs: kept.length,
      }),
      lines: accuracy,
      happenings: record.happenings,
      steps,
      top: 1,
      show: (value) => `${Math.round(100 * value)}%`,
    },
    width,
  )}`;
};

/** Room for where the runs began, and not for what a single bad step may reach. */
const topOf = (records: readonly RunRecord[]): number => {
  const firsts = records.flatMap((one) => {
    const points = one.loss.points();
    return points.slice(0, 3).map(({ value }) => value);
  });
  const finite = firsts.filter((value) => Number.isFinite(value));
  return finite.length ? 1.15 * Math.max(...finite) : 1;
};
