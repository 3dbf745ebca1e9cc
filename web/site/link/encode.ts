import type { Catalog } from '../../engine/types.ts';
import { entryOf } from './entry.ts';
import type { LinkState } from './state.ts';

/**
 * Chat programs, mail clients and trackers cut addresses somewhere between 2,000 and 8,000 characters; a cut
 * link restores something else than what was meant, so a longer one is not made.
 */
export const longestFragment = 4_000;

export interface Encoded {
  fragment: string;
  /** Everything, however long. */
  whole: string;
  /** Set when the texts had to stay out: how long the fragment would have been. */
  tooLong?: number;
}

/** Readable where it can be: spaces as +, everything else that a fragment may hold left alone. */
export const encodeValue = (value: string): string =>
  // Half of a pair of surrogates has no bytes: no address can hold it, and the engine reads it as this sign too.
  encodeURIComponent(value.replace(/\p{Surrogate}/gu, '\uFFFD')).replace(/%20|%2C|%3A|%2F|%3B|%3D/g, (code) =>
    code === '%20' ? '+' : decodeURIComponent(code),
  );

export const encode = (state: LinkState, catalog: Catalog): Encoded => {
  const pairs: [string, string][] = [];
  const put = (key: string, value: string | number | undefined) => {
    if (value !== undefined) pairs.push([key, String(value)]);
  };
  put('variant', state.variant);
  put('text', state.text);
  put('source', state.source);
  put('model', state.model);
  put('layer', state.layer);
  put('head', state.head);
  const entry = entryOf(catalog, state.variant);
  for (const spec of entry?.params ?? []) {
    const value = state.params?.[spec.id];
    // A default is left out: links stay short, and follow the catalogue if a default is ever mended.
    if (value === undefined || value === spec.default) continue;
    put(`p.${spec.id}`, typeof value === 'boolean' ? Number(value) : value);
  }
  put('seed', state.seed);
  put('step', state.step);
  put('query', state.query);
  put('pin', state.pin && `${state.pin.tensor}:${state.pin.index.join(',')}`);

  const write = (list: [string, string][]) => list.map(([key, value]) => `${key}=${encodeValue(value)}`).join('&');
  const whole = write(pairs);
  if (whole.length <= longestFragment) return { fragment: whole, whole };
  return {
    fragment: write(pairs.filter(([key]) => key !== 'text' && key !== 'source')),
    whole,
    tooLong: whole.length,
  };
};
