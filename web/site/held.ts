/**
 * What is too long for a link stays with its entry of the browser's history: Back, Forward and a reload bring it
 * back, and the address holds the rest.
 */
interface Held {
  /** The fragment that it belongs to: an address changed by hand is somebody else's. */
  of: string;
  whole: string;
}

const heldIn = (state: unknown): string | undefined => {
  if (typeof state !== 'object' || state === null) return undefined;
  const { of, whole } = state as Partial<Record<keyof Held, unknown>>;
  return typeof whole === 'string' && of === location.hash.slice(1) ? whole : undefined;
};

/** All of the present address: what its entry holds, or else its fragment. */
export const wholeHere = (): string => heldIn(history.state) ?? location.hash.slice(1);

/** Writes the address; `whole` where the fragment does not say it all. */
export const writeAddress = (fragment: string, whole: string, asStep = false): void => {
  const state: Held | null = whole === fragment ? null : { of: fragment, whole };
  const to = fragment ? `#${fragment}` : location.pathname + location.search;
  if (asStep) history.pushState(state, '', to);
  else if (location.hash.slice(1) !== fragment || wholeHere() !== whole) history.replaceState(state, '', to);
};
