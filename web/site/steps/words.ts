import { translator } from '../../elements/lib/locale.ts';
import words from '../../locales/en-steps.json' with { type: 'json' };

/** What is said about models' steps, beside what the figure says of all. */
export const t = translator('en', words);

/** Is there a word of its own for it? */
export const has = (key: string): boolean => Object.hasOwn(words, key);
