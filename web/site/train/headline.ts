import { say } from '../words.ts';
import { namesOf, type Session } from './session.ts';

const percent = (share: number): string => (share > 0.995 && share < 1 ? '99' : String(Math.round(100 * share)));

/** What these pictures mean right now, from the numbers. */
export const headline = (session: Session): string => {
  const { record } = session;
  const last = record.scores.at(-1);
  const names = namesOf(session);
  if (!last) return say('train.head.opening', names);
  if (!record.step) return say('train.head.ready', { ...names, numbers: numbers(session) });
  const values = { ...names, count: last.step, share: percent(last.accuracy) };
  return last.accuracy >= 0.995 ? say('train.head.done', values) : say('train.head.training', values);
};

const counted = new Intl.NumberFormat('en');

export const numbers = ({ run }: Session): string => counted.format(run?.parameters ?? 0);

/** For those who hear the page. */
export const spoken = (session: Session): string => {
  const { record, status, steps } = session;
  const last = record.scores.at(-1);
  return say(`train.status.${status}`, {
    step: record.step,
    steps,
    loss: last?.loss.toFixed(2) ?? '–',
    share: percent(last?.accuracy ?? 0),
  });
};
