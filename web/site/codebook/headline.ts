import { say } from '../words.ts';
import type { Session } from './session.ts';

/** Fewer codes in use than this share of all, after so many updates: that is a collapse. */
const collapsed = 1 / 3;
const enough = 100;

/** What happens to a picture here, from the numbers. */
export const headline = ({ main }: Session): [string, string] => {
  const { codes } = main;
  if (!codes) return [say('codebook.head.opening'), ''];
  const values = { numbers: codes.rows * codes.columns, codes: codes.codes };
  const first = say('codebook.head', values);
  const { perplexity } = codes.use;
  if (main.step >= enough && perplexity < collapsed * codes.codes)
    return [first, say('codebook.head.collapsed', { ...values, used: perplexity.toFixed(0) })];
  return [first, say(codes.nearest ? 'codebook.head.nearest' : 'codebook.head.other', values)];
};

/** For those who hear the page. */
export const spoken = ({ main, playing }: Session): string => {
  const { codes } = main;
  if (!codes) return '';
  return say(playing ? 'codebook.spoken.playing' : 'codebook.spoken', {
    name: main.way.name,
    step: main.step,
    perplexity: codes.use.perplexity.toFixed(1),
    codes: codes.codes,
    dead: codes.use.batches ? codes.use.dead : 0,
    error: codes.error.toFixed(3),
  });
};
