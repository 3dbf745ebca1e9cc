import { readWritten, written, type Picture } from './picture.ts';

/** How the model of hard attention looks: at the likeliest place, or at one drawn by its chance. */
export type Hard = 'likeliest' | 'drawn';

/** What the page's address holds. */
export interface View {
  example: number;
  /** Drawn by hand, or changed; absent where the example stands as it is. */
  picture?: Picture | undefined;
  /** The look that is shown, from 0. */
  step: number;
  hard: Hard;
  /** Draws the places. */
  seed: number;
}

/** The first picture of a visit: three digits, far from each other. */
export const start: View = { example: 0, step: 0, hard: 'likeliest', seed: 1 };

const whole = (text: string | null, most: number): number | undefined =>
  text !== null && /^\d{1,9}$/.test(text) && Number(text) <= most ? Number(text) : undefined;

/** Looks are few: a caption has at most ten pieces. */
const mostSteps = 20;
const mostSeeds = 1e6;

export const readHash = (
  hash: string,
  { examples, rows, columns }: { examples: number; rows: number; columns: number },
): { view: View; ignored: string[] } => {
  const view = { ...start };
  const ignored: string[] = [];
  for (const [name, text] of new URLSearchParams(hash.replace(/^#/, ''))) {
    const picture = name === 'picture' ? readWritten(text, rows, columns) : undefined;
    const number =
      name === 'example' ? whole(text, examples - 1) : whole(text, name === 'seed' ? mostSeeds : mostSteps);
    if (picture) view.picture = picture;
    else if (name === 'hard' && (text === 'likeliest' || text === 'drawn')) view.hard = text;
    else if ((name === 'example' || name === 'step' || name === 'seed') && number !== undefined) view[name] = number;
    else ignored.push(`${name}=${text.slice(0, 40)}`);
  }
  return { view, ignored };
};

export const writeHash = ({ example, picture, step, hard, seed }: View): string => {
  const fields = new URLSearchParams();
  if (picture) fields.set('picture', written(picture));
  else fields.set('example', String(example));
  if (step) fields.set('step', String(step));
  if (hard === 'drawn') {
    fields.set('hard', hard);
    fields.set('seed', String(seed));
  }
  return fields.toString();
};
