import type { Cell } from '../../elements/lib/hover.ts';
import { quoted } from '../link/pairs.ts';
import type { Read } from '../link/read-param.ts';
import { readCellNumber, writeCellNumber } from './number.ts';
import { cellsIn, record, type Edits } from './state.ts';

/** Parts of a link that are lists: what can be used of them is, the rest is named one by one. */
export interface Some<T> {
  value: T;
  problems: string[];
}

/** More than one sentence's cells: 256 words painted in their mask are 65,536. */
const mostItems = 200_000;

const some = <T>(items: readonly string[], value: T, take: (item: string) => string | undefined): Some<T> => {
  const problems = items.slice(0, mostItems).flatMap((item) => {
    const problem = take(item);
    return problem === undefined ? [] : [`${quoted(item)} ${problem}; it is left out.`];
  });
  if (items.length > mostItems) problems.unshift(`only the first ${mostItems} are used.`);
  return { value, problems };
};

// ---------------------------------------------------------------- places of words

const place = /^\d{1,6}$/;

export const readPlaces = (text: string): Some<number[]> => {
  const value: number[] = [];
  return some(text === '' ? [] : text.split(','), value, (item) => {
    if (!place.test(item)) return 'is no place';
    if (value.includes(Number(item))) return 'is given twice';
    value.push(Number(item));
    return undefined;
  });
};

// ---------------------------------------------------------------- cells and their numbers

export const name = /^[\w./-]{1,80}$/;

export const readCell = (text: string): Read<Cell> => {
  const [tensor = '', at = '', more] = text.split(':');
  const index = at.split(',');
  return name.test(tensor) && more === undefined && index.length <= 6 && index.every((one) => place.test(one))
    ? { value: { tensor, index: index.map(Number) } }
    : { problem: 'names no cell' };
};

export const writeEdits = (edits: Edits): string =>
  Object.entries(edits)
    .flatMap(([tensor, cells]) =>
      Object.entries(cells).map(([at, value]) => `${tensor}:${at}=${writeCellNumber(value)}`),
    )
    .join(';');

export const readEdits = (text: string): Some<Edits> => {
  const out = record<Record<string, number>>();
  return some(text.split(';'), out, (item) => {
    const cut = item.indexOf('=');
    if (cut < 0) return 'is no edit';
    const cell = readCell(item.slice(0, cut));
    if ('problem' in cell) return cell.problem;
    const number = readCellNumber(item.slice(cut + 1));
    if ('problem' in number) return number.problem;
    const { tensor, index } = cell.value;
    const cells = (out[tensor] ??= record<number>());
    const at = index.join(',');
    if (Object.hasOwn(cellsIn(out, tensor), at)) return 'is given twice; the first is used';
    cells[at] = number.value;
    return undefined;
  });
};

// ---------------------------------------------------------------- words in the place of others

type Changed = Readonly<Record<number, string>>;

/** A word may hold what parts the list: it stands behind a backslash then. */
export const writeChanges = (changed: Changed): string =>
  Object.entries(changed)
    .map(([at, word]) => `${at}:${word.replace(/[\\;]/g, '\\$&')}`)
    .join(';');

const parted = (text: string): string[] => {
  const out: string[] = [];
  let part = '';
  for (let i = 0; i < text.length; i++) {
    const here = text.charAt(i);
    if (here === ';') {
      out.push(part);
      part = '';
    } else part += here === '\\' && /[\\;]/.test(text.charAt(i + 1)) ? text.charAt(++i) : here;
  }
  return [...out, part];
};

export const readChanges = (text: string): Some<Changed> => {
  const out: Record<number, string> = {};
  return some(parted(text), out, (item) => {
    const [, at, word] = /^(\d{1,6}):(.*)$/su.exec(item) ?? [];
    if (at === undefined || word === undefined) return 'changes no word';
    if (Object.hasOwn(out, Number(at))) return 'changes a word that is changed before';
    out[Number(at)] = word;
    return undefined;
  });
};
