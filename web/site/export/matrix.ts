import { infoOf } from '../../elements/lib/frames.ts';
import { wordOf, wordsIn } from '../../elements/lib/words.ts';
import { isTokenAxis, strides, type Slice } from '../../elements/scene/slice.ts';
import { letterOf, scaleIn, type RoleLetter, type Scale } from '../../elements/scene/scale.ts';
import type { NdArray, TensorInfo, Trace } from '../../engine/types.ts';

/** A matrix with all that a picture of it says. */
export interface Matrix {
  info: TensorInfo;
  rows: number;
  columns: number;
  data: Float32Array;
  letter: RoleLetter;
  scale: Scale;
  /** Words beside the rows and above the columns; empty for axes that are no words. */
  rowWords: string[];
  columnWords: string[];
  rowAxis: string;
  columnAxis: string;
  /** `head 2`, ...: which part of a deeper tensor this is; empty where there is but one. */
  part: string;
}

/** The words along an axis of a tensor; none where it runs over something else. */
export const wordsAlong = (trace: Trace, info: TensorInfo, at: number): string[] => {
  const axis = info.axes.at(at) ?? '';
  const { tokens } = wordsIn(trace, info.name, axis);
  if (!isTokenAxis(axis) || tokens.every((token) => token === '')) return [];
  const words = Array.from({ length: info.shape.at(at) ?? 0 }, (_, i) => tokens[wordOf(trace, info, axis, i)]);
  return words.some((word) => word !== undefined) ? words.map((word, i) => word ?? String(i + 1)) : [];
};

/** The matrix that a slice shows of a tensor's numbers. */
export const matrixOf = (trace: Trace, { shape, data }: NdArray, slice: Slice): Matrix => {
  const info = infoOf(trace, slice.tensor)!;
  const out = new Float32Array(slice.rows * slice.columns);
  const step = strides(slice, shape);
  for (let r = 0, i = 0; r < slice.rows; r++)
    for (let c = 0; c < slice.columns; c++) out[i++] = data[step.offset + r * step.row + c * step.column]!;
  return {
    info,
    rows: slice.rows,
    columns: slice.columns,
    data: out,
    letter: letterOf(info.role),
    scale: scaleIn(trace, info),
    rowWords: wordsAlong(trace, info, slice.transposed ? -1 : -2),
    columnWords: wordsAlong(trace, info, slice.transposed ? -2 : -1),
    rowAxis: slice.rowAxis,
    columnAxis: slice.columnAxis,
    part: slice.at.flatMap((at, i) => (shape[i]! > 1 ? [`${info.axes[i]} ${at + 1}`] : [])).join(', '),
  };
};
