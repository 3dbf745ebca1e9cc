import { largestSeed } from '../../engine/limits.ts';
import type { Catalog, CatalogEntry, Params } from '../../engine/types.ts';
import { baseEntry } from '../../elements/lib/base-entry.ts';
import { longestText } from '../link/decode.ts';
import { longestFragment } from '../link/encode.ts';
import { readNumber, readParam, type Read } from '../link/read-param.ts';
import { emptyState, isMechanism, modes, reordered, type Edits, type LabState, type Mode } from './state.ts';

/** The mode that a fragment asks for, if it asks for one. */
export const modeIn = (fragment: string): Mode | undefined =>
  modes.find((mode) => mode === new URLSearchParams(fragment.replace(/^#/, '')).get('view'));

// ---------------------------------------------------------------- writing

const encodeValue = (value: string): string =>
  encodeURIComponent(value).replace(/%20|%2C|%3A|%2F|%3B|%3D/g, (code) =>
    code === '%20' ? '+' : decodeURIComponent(code),
  );

const writeEdits = (edits: Edits): string =>
  Object.entries(edits)
    .flatMap(([tensor, cells]) =>
      Object.entries(cells).map(([at, value]) => `${tensor}:${at}=${value === -Infinity ? '-inf' : value}`),
    )
    .join(';');

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
  /** Set when the edits had to stay out: how long the fragment would have been. */
  tooLong?: number;
}

export const encodeLab = (state: LabState, catalog: Catalog): Encoded => {
  const pairs: [string, string][] = [['view', state.mode]];
  const put = (key: string, value: string | number | undefined): void => {
    if (value !== undefined && value !== '') pairs.push([key, String(value)]);
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
    put(
      'change',
      Object.entries(state.changed)
        .map(([at, word]) => `${at}:${word}`)
        .join(';'),
    );
    if (state.masked) pairs.push(['mask', state.masked.join(',')]);
    put('placeless', state.placeless ? 1 : undefined);
    put('by', state.byPlace ? 'place' : undefined);
    put('predict', state.predict ? 1 : undefined);
  }
  put('seed', state.seed === 1 ? undefined : state.seed);
  put('step', state.step);
  put('query', state.query);
  put('pin', state.pin && `${state.pin.tensor}:${state.pin.index.join(',')}`);
  const edits: [string, string][] =
    state.mode === 'edit' && Object.keys(state.edits).length ? [['edit', writeEdits(state.edits)]] : [];
  const write = (list: [string, string][]): string =>
    list.map(([key, value]) => `${key}=${encodeValue(value)}`).join('&');
  const whole = write([...pairs, ...edits]);
  if (whole.length <= longestFragment) return { fragment: whole, whole };
  const bare = write(pairs);
  return {
    fragment:
      bare.length <= longestFragment ? bare : write(pairs.filter(([key]) => key !== 'text' && key !== 'against')),
    whole,
    tooLong: whole.length,
  };
};

// ---------------------------------------------------------------- reading

const name = /^[\w./-]{1,80}$/;
/** More than this is no sentence's worth of changes. */
const mostItems = 20_000;

const places = (text: string): number[] | undefined => {
  if (text === '') return [];
  return /^\d{1,6}(,\d{1,6})*$/.test(text) ? text.split(',').map(Number) : undefined;
};

const readPlaces = (text: string): Read<number[]> => {
  const value = places(text);
  return value ? { value } : { problem: 'is no list of places' };
};

const readCell = (text: string): Read<{ tensor: string; index: number[] }> => {
  const cut = text.indexOf(':');
  const [tensor, index] = [text.slice(0, cut), places(text.slice(cut + 1))];
  return cut > 0 && name.test(tensor) && index?.length && index.length <= 6
    ? { value: { tensor, index } }
    : { problem: 'names no cell' };
};

const readEdits = (text: string): Read<Edits> => {
  const out: Record<string, Record<string, number>> = {};
  const items = text.split(';');
  if (items.length > mostItems) return { problem: 'is more than can be edited' };
  for (const item of items) {
    const [place = '', number = ''] = item.split('=');
    const cell = readCell(place);
    const value: Read<number> = number === '-inf' ? { value: -Infinity } : readNumber(number, -1e30, 1e30, false);
    if ('problem' in cell || 'problem' in value) return { problem: 'holds no edit' };
    (out[cell.value.tensor] ??= {})[cell.value.index.join(',')] = value.value;
  }
  return { value: out };
};

const readChanges = (text: string): Read<Record<number, string>> => {
  const out: Record<number, string> = {};
  for (const item of text.split(';')) {
    const match = /^(\d{1,6}):(.{1,200})$/su.exec(item);
    if (!match?.[1] || !match[2]) return { problem: 'changes no word' };
    out[Number(match[1])] = match[2];
  }
  return { value: out };
};

const readText = (text: string): Read<string> =>
  text.length > longestText ? { problem: `is longer than ${longestText} characters` } : { value: text };
const readName = (text: string): Read<string> => (name.test(text) ? { value: text } : { problem: 'is no name' });
const readFlag = (text: string): Read<boolean> => (text === '1' ? { value: true } : { problem: 'is not 1' });
const readBy = (text: string): Read<boolean> => (text === 'place' ? { value: true } : { problem: 'is not place' });
const whole =
  (min: number, max = 1_000_000) =>
  (text: string) =>
    readNumber(text, min, max, true);

interface DecodedLab {
  state: LabState;
  /** One sentence for each thing that could not be used. */
  ignored: string[];
}

const short = (text: string): string => ([...text].length > 60 ? `${[...text].slice(0, 60).join('')}…` : text);

export const decodeLab = (fragment: string, catalog: Catalog): DecodedLab => {
  const pairs = new Map(new URLSearchParams(fragment.replace(/^#/, '')));
  const state = emptyState(modeIn(fragment) ?? 'compare');
  const ignored: string[] = [];
  pairs.delete('view');
  const take = <T>(key: string, read: (text: string) => Read<T>, use: (value: T) => void): void => {
    const text = pairs.get(key);
    if (text === undefined) return;
    pairs.delete(key);
    const result = read(text);
    if ('problem' in result) ignored.push(`${short(key)}: “${short(text)}” ${result.problem}; the default is used.`);
    else use(result.value);
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
  take('order', readPlaces, (value) => (state.order = value));
  take('mask', readPlaces, (value) => (state.masked = value));
  take('change', readChanges, (value) => (state.changed = value));
  take('placeless', readFlag, (value) => (state.placeless = value));
  take('by', readBy, (value) => (state.byPlace = value));
  take('predict', readFlag, (value) => (state.predict = value));
  take('edit', readEdits, (value) => (state.edits = value));
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
  for (const key of pairs.keys()) ignored.push(`“${short(key)}” means nothing here.`);
  return { state, ignored: [...new Set(ignored)].slice(0, 12) };
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
