import { largestSeed } from '../../engine/limits.ts';
import type { Catalog, CatalogEntry, Params } from '../../engine/types.ts';
import { readNumber, readParam, type Read } from './read-param.ts';
import { entryOf } from './entry.ts';
import { brief, pairsIn, quoted, short } from './pairs.ts';
import type { Decoded, LinkState } from './state.ts';

/** The figure itself takes no longer text, and a link may come from anyone. */
export const longestText = 100_000;
// Layers, heads and rows beyond this are refused before the figure is asked.
const most = 1_000_000;

const pinForm = /^([\w./-]{1,80}):(\d{1,7}(?:,\d{1,7}){0,5})$/;
const stepForm = /^\w[\w.-]{0,80}$/;

const readPin = (text: string): Read<{ tensor: string; index: number[] }> => {
  const match = pinForm.exec(text);
  if (!match?.[1] || !match[2]) return { problem: 'names no cell' };
  return { value: { tensor: match[1], index: match[2].split(',').map(Number) } };
};

const readStep = (text: string): Read<string> => (stepForm.test(text) ? { value: text } : { problem: 'names no step' });

const readText = (text: string): Read<string> =>
  text.length > longestText ? { problem: `is longer than ${longestText} characters` } : { value: text };

const readModel = (text: string): Read<string> =>
  /^[a-z0-9_]{1,64}$/.test(text) ? { value: text } : { problem: 'names no model' };

const whole = (min: number, max: number) => (text: string) => readNumber(text, min, max, true);

/** Reads a fragment against the catalogue; what it cannot use is left out and named. */
export const decode = (fragment: string, catalog: Catalog): Decoded => {
  const { pairs, ignored } = pairsIn(fragment);
  const state: LinkState = {};
  const take = <T>(key: string, read: (text: string) => Read<T>, use: (value: T) => void) => {
    const text = pairs.get(key);
    if (text === undefined) return;
    pairs.delete(key);
    const result = read(text);
    if ('problem' in result) ignored.push(`${short(key)}: ${quoted(text)} ${result.problem}; the default is used.`);
    else use(result.value);
  };

  const known = (text: string): Read<string> =>
    catalog.entries.some((entry) => entry.id === text) ? { value: text } : { problem: 'is no mechanism here' };
  take('variant', known, (value) => (state.variant = value));
  take('text', readText, (value) => (state.text = value));
  take('source', readText, (value) => (state.source = value));
  take('model', readModel, (value) => (state.model = value));
  take('layer', whole(1, most), (value) => (state.layer = value));
  take('head', whole(1, most), (value) => (state.head = value));
  take('seed', whole(0, largestSeed), (value) => (state.seed = value));
  take('step', readStep, (value) => (state.step = value));
  take('query', whole(0, most), (value) => (state.query = value));
  take('pin', readPin, (value) => (state.pin = value));

  const entry = entryOf(catalog, state.variant);
  const params = takeParams(entry, take);
  if (Object.keys(params).length) state.params = params;
  for (const key of pairs.keys()) ignored.push(`${quoted(key)} means nothing here.`);
  return { state, ignored: brief(ignored) };
};

type Take = <T>(key: string, read: (text: string) => Read<T>, use: (value: T) => void) => void;

const takeParams = (entry: CatalogEntry | undefined, take: Take): Params => {
  const params: Params = {};
  for (const spec of entry?.params ?? []) {
    take(
      `p.${spec.id}`,
      (text) => readParam(spec, text),
      (value) => (params[spec.id] = value),
    );
  }
  return params;
};
