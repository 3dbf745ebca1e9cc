import { say } from '../words.ts';
import { namesOf, scored, type Session } from './session.ts';

/** 100 is said of all alone. */
const percent = (share: number): string => String(Math.min(Math.round(100 * share), share < 1 ? 99 : 100));

/** What these pictures mean right now, from the numbers. */
export const headline = (session: Session): string => {
  const { record } = session;
  const last = record.scores.at(-1);
  const names = namesOf(session);
  if (!last) return say('train.head.opening', names);
  if (!record.step) return say('train.head.ready', { ...names, numbers: numbers(session) });
  const examples = Math.min(scored, session.run?.heldOut ?? scored);
  const values = { ...names, examples, count: last.step, share: percent(last.accuracy) };
  return last.accuracy === 1 ? say('train.head.done', values) : say('train.head.training', values);
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
