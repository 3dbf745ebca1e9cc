import type { CellRef, Explanation, Trace } from '../../engine/types.ts';
import { infoOf } from './frames.ts';
import { letterOf, type RoleLetter } from '../scene/scale.ts';
import type { Story } from './story.ts';
import { alongAxis } from './terms.ts';

/** The derivation as blocks, in the order of computation: pure data, drawn by the derivation piece. */

export interface Lane {
  letter: RoleLetter;
  symbol: string;
  values: number[];
}

export interface Written {
  at: number;
  value: number;
  factors: { letter: RoleLetter; cell: CellRef }[];
}

export type Block =
  | { kind: 'terms'; of: Explanation; product: boolean; lanes: Lane[]; written: Written[]; more: number; axis: string }
  | { kind: 'steps'; of: Explanation[] }
  | {
      kind: 'softmax';
      of: Explanation;
      rows: { at: number; cell: CellRef; term: number }[];
      more: number;
      rest: number;
      max: number;
      sum: number;
      own: number;
    }
  | {
      kind: 'gradient';
      of: Explanation;
      rows: { slope: number; cell: CellRef; product: number }[];
      more: number;
      rest: number;
    }
  | { kind: 'plain'; of: Explanation };

/** So many ways on which a number moves the start are written out. */
const writtenWays = 6;
/** So many terms are written out; the lanes show them all. */
const writtenTerms = 3;
/** More lanes than this many pixels can show are cut. */
export const mostLanes = 512;

/** The axis along which the second term's sources differ from the first's. */
const axisOf = (trace: Trace, one: Explanation): string => {
  const [first, second] = one.terms;
  for (const [s, cell] of (second ? (first?.sources ?? []) : []).entries()) {
    const at = cell.index.findIndex((n, i) => n !== second?.sources[s]?.index[i]);
    if (at >= 0) return infoOf(trace, cell.tensor)?.axes[at] ?? 'channel';
  }
  return 'channel';
};

const letterFor = (trace: Trace, tensor: string): RoleLetter => letterOf(infoOf(trace, tensor)?.role ?? 'none');

/** A lane is one vector: the matrix's letter, small, without what is below it. */
const plainSymbol = (symbol: string): string => (symbol.split('_')[0] ?? '').toLowerCase();

const termsBlock = (trace: Trace, one: Explanation): Block => {
  const along = alongAxis(trace, one);
  const product = one.form === 'dot' && along;
  const axis = along ? axisOf(trace, one) : 'number';
  const width = one.terms[0]?.sources.length ?? 1;
  const lanes: Lane[] = [];
  for (let s = 0; product && s < width; s++) {
    const tensor = one.terms[0]?.sources[s]?.tensor ?? '';
    lanes.push({
      letter: letterFor(trace, tensor),
      symbol: plainSymbol(infoOf(trace, tensor)?.symbol ?? ''),
      values: one.terms.map((term) => term.sources[s]?.value ?? 0),
    });
  }
  const own = letterFor(trace, one.tensor);
  lanes.push({
    letter: own,
    symbol: lanes.map((lane) => lane.symbol).join('·'),
    values: one.terms.map((term) => term.value),
  });
  // Channels come in no order that means anything, so the first are as good as any; of words the strongest are named.
  const order = one.terms.map((_, i) => i);
  if (axis === 'key') order.sort((a, b) => Math.abs(one.terms[b]?.value ?? 0) - Math.abs(one.terms[a]?.value ?? 0));
  const written = order.slice(0, writtenTerms).map((at) => ({
    at,
    value: one.terms[at]?.value ?? 0,
    factors: (one.terms[at]?.sources ?? []).map((cell) => ({ letter: letterFor(trace, cell.tensor), cell })),
  }));
  return { kind: 'terms', of: one, product, lanes, written, more: one.terms.length - written.length, axis };
};

const softmaxBlock = (one: Explanation): Block => {
  const max = Number(one.facts['max'] ?? 0);
  const sum = Number(one.facts['sum'] ?? 0);
  const own = Number(one.facts['own'] ?? 0);
  const order = one.terms.map((_, i) => i).sort((a, b) => (one.terms[b]?.value ?? 0) - (one.terms[a]?.value ?? 0));
  const chosen = order.slice(0, 3);
  if (!chosen.includes(own) && own < one.terms.length) chosen[Math.min(2, chosen.length - 1)] = own;
  const rows = chosen.map((at) => ({
    at,
    cell: one.terms[at]?.sources[0] ?? { tensor: '', index: [], value: 0 },
    term: one.terms[at]?.value ?? 0,
  }));
  const rest = one.terms.reduce((total, term, i) => (chosen.includes(i) ? total : total + term.value), 0);
  // Masked words have no part in the sum.
  const open = one.terms.filter((term, i) => !chosen.includes(i) && term.sources[0]?.value !== -Infinity);
  return { kind: 'softmax', of: one, rows, more: open.length, rest, max, sum, own };
};

/** The terms come with the largest products first. */
const gradientBlock = (one: Explanation): Block => {
  const rows = one.terms.slice(0, writtenWays).map(({ value, sources: [slope, cell] }) => ({
    slope: slope?.value ?? 0,
    cell: cell ?? { tensor: '', index: [], value: 0 },
    product: value,
  }));
  const rest = one.terms.slice(rows.length).reduce((sum, { value }) => sum + value, 0);
  return { kind: 'gradient', of: one, rows, more: one.terms.length - rows.length, rest };
};

const single = new Set([
  'scale',
  'mask',
  'copy',
  'map',
  'layer_norm',
  'rms_norm',
  'gather',
  'product',
  'choice',
  'quotient',
  'max',
  'rank',
  'entmax',
  'cross_entropy',
]);

/** From the arithmetic it started with down to the pinned number; neighbouring one-line steps share a block. */
export const blocksOf = (trace: Trace, story: Story): Block[] => {
  const blocks: Block[] = [];
  for (const one of [...story.chain].reverse()) {
    const last = blocks.at(-1);
    if (one.form === 'dot' || one.form === 'sum' || one.form === 'mean') blocks.push(termsBlock(trace, one));
    else if (one.form === 'softmax') blocks.push(softmaxBlock(one));
    else if (one.form === 'gradient') blocks.push(gradientBlock(one));
    else if (single.has(one.form)) {
      if (last?.kind === 'steps') last.of.push(one);
      else blocks.push({ kind: 'steps', of: [one] });
    } else if (one.form === 'leaf' || one.form === 'edited' || story.chain.length === 1)
      blocks.push({ kind: 'plain', of: one });
  }
  return blocks;
};
