import { say } from '../words.ts';
import type { Seen } from './judges.ts';
import { heaviest, type Reading } from './reading.ts';
import { isJunk } from './verdict-view.ts';

/** What the picture means, from the numbers. */
export const headline = (seen: Seen, reading: Reading): string => {
  const { attention, average } = seen.now;
  if (!attention) return say('read.head.opening');
  const verdict = isJunk(attention) ? 'spam' : 'ham';
  const words = heaviest(reading, 3).map(({ text }) => `“${text}”`);
  const values = {
    words: words.length > 1 ? `${words.slice(0, -1).join(', ')} ${say('read.and')} ${words.at(-1)}` : (words[0] ?? ''),
  };
  const differs = average && isJunk(average) !== isJunk(attention) ? ` ${say('read.head.differs')}` : '';
  return say(`read.head.${verdict}${words.length ? '' : '.even'}`, values) + differs;
};
