import { largestSeed } from '../../engine/limits.ts';
import type { Catalog, CatalogEntry, Params } from '../../engine/types.ts';
import { baseEntry } from '../../elements/lib/base-entry.ts';
import { longestText } from '../link/decode.ts';
import { encodeValue, longestFragment } from '../link/encode.ts';
import { brief, pairsIn, quoted, short } from '../link/pairs.ts';
import { readNumber, readParam, type Read } from '../link/read-param.ts';
import {
  name,
  readCell,
  readChanges,
  readEdits,
  readPlaces,
  writeChanges,
  writeEdits,
  type Some,
} from './link-lists.ts';
import { countEdits, emptyState, isMechanism, modes, reordered, type LabState, type Mode } from './state.ts';

/** The mode that a fragment asks for, if it asks for one. */
export const modeIn = (fragment: string): Mode | undefined =>
  modes.find((mode) => mode === new URLSearchParams(fragment.replace(/^#/, '')).get('view'));

// ---------------------------------------------------------------- writing

const sideKeys = (name: 'first' | 'second', state: LabState, catalog: Catalog): [string, string][] => {
  const side = state[name];
  // Edited or not, it is one mechanism.
  const id = state.mode === 'edit' ? state.first.variant : side.variant;
  const entry = catalog.entries.find((one) => one.id === id) ?? baseEntry(catalog);
  const params = (entry?.params ?? []).flatMap((spec): [string, string][] => {
    const value = side.params[spec.id];
    return value === undefined || value === spec.default ? [] : [[`${name}.${spec.id}`, String(value)]];
  });
  return [...(side.variant === undefined ? [] : [[name, side.variant] as [string, string]]), ...params];
};

export interface Encoded {
  fragment: string;
  /** Everything, however long: what a file holds. */
  whole: string;
  /** Set when something had to stay out: how long the fragment would have been. */
  tooLong?: number;
}

export const encodeLab = (state: LabState, catalog: Catalog): Encoded => {
  const pairs: [string, string][] = [['view', state.mode]];
  const put = (key: string, value: string | number | undefined): void => {
    if (value !== undefined) pairs.push([key, String(value)]);
  };
  put('text', state.text);
  put('model', state.model);
  put('layer', state.layer);
  put('head', state.head);
  pairs.push(...sideKeys('first', state, catalog));
  if (state.mode !== 'perturb') pairs.push(...sideKeys('second', state, catalog));
  if (state.mode === 'perturb') {
    put('against', state.against);
    if (reordered(state.order)) put('order', state.order?.join(','));
    if (Object.keys(state.changed).length) put('change', writeChanges(state.changed));
    put('mask', state.masked?.join(','));
    put('placeless', state.placeless ? 1 : undefined);
    put('by', state.byPlace ? 'place' : undefined);
    put('predict', state.predict ? 1 : undefined);
  }
  put('seed', state.seed === 1 ? undefined : state.seed);
  put('step', state.step);
  put('query', state.query);
  put('pin', state.pin && `${state.pin.tensor}:${state.pin.index.join(',')}`);
  if (state.mode === 'edit' && countEdits(state.edits)) put('edit', writeEdits(state.edits));
  const write = (list: [string, string][]): string =>
    list.map(([key, value]) => `${key}=${encodeValue(value)}`).join('&');
  const whole = write(pairs);
  if (whole.length <= longestFragment) return { fragment: whole, whole };
  // What takes most room goes first, and no more than must.
  const long = ['edit', 'change', 'order', 'mask', 'text', 'against'];
  const shorter = long.map((_, i) => write(pairs.filter(([key]) => !long.slice(0, i + 1).includes(key))));
  return {
    fragment: shorter.find((one) => one.length <= longestFragment) ?? `view=${state.mode}`,
    whole,
    tooLong: whole.length,
  };
};

// ---------------------------------------------------------------- reading

const readText = (text: string): Read<string> =>
  text.length > longestText ? { problem: `is longer than ${longestText} characters` } : { value: text };
const readName = (text: string): Read<string> => (name.test(text) ? { value: text } : { problem: 'is no name' });
const readFlag = (text: string): Read<boolean> => (text === '1' ? { value: true } : { problem: 'is not 1' });
const readBy = (text: string): Read<boolean> => (text === 'place' ? { value: true } : { problem: 'is not place' });
const whole =
  (min: number, max = 1_000_000) =>
  (text: string) =>
    readNumber(text, min, max, true);

export interface DecodedLab {
  state: LabState;
  /** One sentence for each thing that could not be used. */
  ignored: string[];
}

/** Parts of a link that only one view has a use for. */
const ownKeys: Readonly<Record<string, Mode>> = {
  against: 'perturb',
  order: 'perturb',
  mask: 'perturb',
  change: 'perturb',
  placeless: 'perturb',
  by: 'perturb',
  predict: 'perturb',
  edit: 'edit',
};

export const decodeLab = (fragment: string, catalog: Catalog): DecodedLab => {
  const { pairs, ignored } = pairsIn(fragment);
  const state = emptyState(modeIn(fragment) ?? 'compare');
  pairs.delete('view');
  for (const [key, mode] of Object.entries(ownKeys))
    if (mode !== state.mode && pairs.delete(key)) ignored.push(`“${key}” means nothing in this view.`);
  const given = (key: string): string | undefined => {
    const text = pairs.get(key);
    pairs.delete(key);
    return text;
  };
  const take: Take = (key, read, use) => {
    const text = given(key);
    if (text === undefined) return;
    const result = read(text);
    if ('problem' in result) ignored.push(`${short(key)}: ${quoted(text)} ${result.problem}; the default is used.`);
    else use(result.value);
  };
  const takeSome = <T>(key: string, read: (text: string) => Some<T>, use: (value: T) => void): void => {
    const text = given(key);
    if (text === undefined) return;
    const { value, problems } = read(text);
    ignored.push(...problems.map((problem) => `${key}: ${problem}`));
    use(value);
  };
  take('text', readText, (value) => (state.text = value));
  take('model', readName, (value) => (state.model = value));
  take('layer', whole(1), (value) => (state.layer = value));
  take('head', whole(1), (value) => (state.head = value));
  take('seed', whole(0, largestSeed), (value) => (state.seed = value));
  take('step', readName, (value) => (state.step = value));
  take('query', whole(0), (value) => (state.query = value));
  take('pin', readCell, (value) => (state.pin = value));
  take('against', readText, (value) => (state.against = value));
  takeSome('order', readPlaces, (value) => (state.order = value));
  takeSome('mask', readPlaces, (value) => (state.masked = value));
  takeSome('change', readChanges, (value) => (state.changed = value));
  take('placeless', readFlag, (value) => (state.placeless = value));
  take('by', readBy, (value) => (state.byPlace = value));
  take('predict', readFlag, (value) => (state.predict = value));
  takeSome('edit', readEdits, (value) => (state.edits = value));
  for (const side of ['first', 'second'] as const) {
    take(
      side,
      (text) => (mechanism(catalog, text) ? { value: text } : { problem: 'is no mechanism here' }),
      (value) => (state[side].variant = value),
    );
    // Of one mechanism there are two sets of parameters as well: before and after.
    const id = state.mode === 'edit' ? state.first.variant : state[side].variant;
    const entry = mechanism(catalog, id) ?? baseEntry(catalog);
    state[side].params = takeParams(entry, side, take);
  }
  for (const key of pairs.keys()) ignored.push(`${quoted(key)} means nothing here.`);
  return { state, ignored: brief(ignored) };
};

const mechanism = (catalog: Catalog, id: string | undefined): CatalogEntry | undefined =>
  catalog.entries.find((entry) => entry.id === id && isMechanism(entry));

type Take = <T>(key: string, read: (text: string) => Read<T>, use: (value: T) => void) => void;

const takeParams = (entry: CatalogEntry | undefined, side: string, take: Take): Params => {
  const params: Params = {};
  for (const spec of entry?.params ?? [])
    take(
      `${side}.${spec.id}`,
      (text) => readParam(spec, text),
      (value) => (params[spec.id] = value),
    );
  return params;
};
