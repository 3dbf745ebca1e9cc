import { InvalidInput, ModelLoadFailed, TooLarge } from './errors.ts';
import type { EngineError } from './errors.ts';

/** Numbers as the core writes them: JSON has no infinities, so those are words. */
export type WireNumber = number | 'inf' | '-inf' | 'nan';

const words: Record<string, number> = { inf: Infinity, '-inf': -Infinity, nan: NaN };

export const decodeNumber = (value: WireNumber): number => (typeof value === 'number' ? value : (words[value] ?? NaN));

/** As `decodeNumber`, where plain text may stand as well (`facts.fn`). */
export const decodeFact = (value: number | string): number | string =>
  typeof value === 'string' && value in words ? words[value]! : value;

interface WireError {
  kind: 'invalid_input' | 'too_large' | 'not_found' | 'bad_model';
  argument: string;
  got: string;
  takes: string;
}

export type Answer<T> = ({ ok: true } & T) | { ok: false; error: WireError };

/** The typed error for what the core refused. */
export const errorOf = (error: WireError): EngineError => {
  const { kind, argument, got, takes } = error;
  if (kind === 'too_large') return new TooLarge(`${argument}: got ${got}; takes ${takes}`);
  if (kind === 'bad_model') return new ModelLoadFailed(argument, takes ? `${got}; takes ${takes}` : got);
  return new InvalidInput(argument, got, takes);
};

/** The answer's content, or the error it carries, thrown. */
export const unwrap = <T>(answer: Answer<T>): T => {
  if (answer.ok) return answer;
  throw errorOf(answer.error);
};
