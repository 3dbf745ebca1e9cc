import { Cancelled } from './errors.ts';
import { wantSignal } from './validate.ts';

/**
 * The work's result, or Cancelled as soon as the signal says so. Work that cannot be stopped half-way ends later: its
 * result goes to `discard`. `abandoned` hears that nobody waits for it any more.
 */
export const abortable = <T>(
  work: () => T | Promise<T>,
  signal: AbortSignal | undefined,
  what: string,
  discard: (late: T) => void = () => {},
  abandoned: () => void = () => {},
): Promise<T> => {
  wantSignal(signal, what);
  const result = (async () => work())();
  if (!signal) return result;
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      abandoned();
      reject(new Cancelled(what));
    };
    signal.addEventListener('abort', onAbort, { once: true });
    result.then(
      (value) => {
        signal.removeEventListener('abort', onAbort);
        if (!signal.aborted) return resolve(value);
        discard(value);
        reject(new Cancelled(what));
      },
      (error: unknown) => {
        signal.removeEventListener('abort', onAbort);
        reject(error instanceof Error ? error : new Error(String(error)));
      },
    );
  });
};
