import { decodeNumber } from '../answers.ts';
import type { Answer, WireNumber } from '../answers.ts';
import type { WithFloats } from '../host-api.ts';
import type { Codes, PlaneGrid } from '../types/codes.ts';
import { wantInteger, wantNumber, wantNumbers, wantOptions } from '../validate.ts';
import { unwrapLearning } from './answers.ts';

/** Asks the core something about the run. */
type Ask = (call: string, fields: Record<string, unknown>) => Promise<WithFloats<unknown>>;

interface CodesAnswer extends Pick<
  Codes,
  'rows' | 'columns' | 'width' | 'blocks' | 'entries' | 'codes' | 'pictures' | 'nearest'
> {
  error: WireNumber;
  listed: boolean;
  use: { batches: number; vectors: number; perplexity: WireNumber; dead: number };
}

/** As many as the core takes of a plane. */
const mostOnASide = 256;

export const codesOf = async (ask: Ask, examples: readonly number[] | undefined): Promise<Codes> => {
  const { answer, floats } = await ask('codes', examples ? { examples: wantNumbers('examples', examples) } : {});
  const { listed, error, use, ...told } = unwrapLearning(answer as Answer<CodesAnswer>);
  let at = 0;
  const take = (count: number) => floats.slice(at, (at += count));
  const each = told.pictures * told.rows * told.columns;
  const vectors = take(each * told.width);
  const numbers = Int32Array.from(take(each));
  const table = listed ? told.codes * told.width : 0;
  const made = take(floats.length - at - table - (listed ? told.codes : 0));
  const { rows, columns, width, blocks, entries, codes, pictures, nearest } = told;
  return {
    ...{ rows, columns, width, blocks, entries, codes, pictures, nearest },
    ...{ vectors, numbers, made, error: decodeNumber(error), table: take(table) },
    use: {
      batches: use.batches,
      vectors: use.vectors,
      perplexity: decodeNumber(use.perplexity),
      dead: use.dead,
      counts: take(listed ? codes : 0),
    },
  };
};

export const fromCodes = async (ask: Ask, codes: ArrayLike<number>): Promise<Float32Array[]> => {
  const { answer, floats } = await ask('from_codes', { codes: wantNumbers('codes', codes) });
  const { pictures } = unwrapLearning(answer as Answer<{ pictures: number }>);
  const each = floats.length / pictures;
  return Array.from({ length: pictures }, (_, i) => floats.slice(i * each, (i + 1) * each));
};

const wantPoint = (argument: string, point: readonly [number, number]): number[] =>
  [point[0], point[1]].map((one) => wantNumber(argument, one));

export const cellsOf = async (ask: Ask, grid: PlaneGrid): Promise<Int32Array> => {
  wantOptions('grid', grid, ['from', 'to', 'rows', 'columns']);
  const { answer, floats } = await ask('cells', {
    from: wantPoint('from', grid.from),
    to: wantPoint('to', grid.to),
    rows: wantInteger('rows', grid.rows, 1, mostOnASide),
    columns: wantInteger('columns', grid.columns, 1, mostOnASide),
  });
  unwrapLearning(answer as Answer<object>);
  return Int32Array.from(floats);
};
