import { say } from '../words.ts';
import { levelName, percent } from './next-view.ts';
import type { Session } from './session.ts';

/** What is seen right now, from the numbers. */
export const headline = (session: Session): string => {
  const { status, told, shown, picture, painting, view } = session;
  const way = view?.way ?? 'half';
  const levels = picture?.levels ?? 2;
  const drawn = told?.drawn[shown];
  if (status === 'done' && session.seen === painting?.places.length)
    return say(`complete.head.done.${way}`, { count: painting.wish.pictures });
  if (!drawn || !told || !painting) return say(`complete.head.${way}`);
  const best = drawn.shares.indexOf(Math.max(...drawn.shares));
  const values = {
    number: session.seen,
    all: painting.places.length,
    likeliest: levelName(best, levels),
    share: percent(drawn.shares[best] ?? 0),
    level: levelName(drawn.level, levels),
  };
  return say(best === drawn.level ? 'complete.head.likeliest' : 'complete.head.unlikely', values);
};

/** For those who hear the page. */
export const spoken = (session: Session): string => {
  const { status, painting } = session;
  const all = painting?.places.length ?? 0;
  return say(`complete.status.${status}`, { count: painting?.told.length ?? 0, all, message: session.trouble ?? '' });
};
