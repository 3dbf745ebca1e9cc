import { nothing, svg, type SVGTemplateResult } from 'lit';
import type { TensorInfo, Trace } from '../../engine/types.ts';
import { figureOn } from '../lib/color.ts';
import * as format from '../lib/format.ts';
import type { Translate } from '../lib/locale.ts';
import type { Palette } from '../lib/palette.ts';
import { placeOf } from '../lib/sentences.ts';
import { isPooled, wordsIn } from '../lib/words.ts';
import type { Story } from '../lib/story.ts';
import { printsFigures } from '../scene/draw.ts';
import { activeRow, placeAlong, wordAlong } from '../scene/places.ts';
import { thinned } from '../scene/hit.ts';
import { isForeign, type Placed, type Scene } from '../scene/placed.ts';
import { isTokenAxis } from '../scene/slice.ts';
import type { MatrixSpec } from '../scene/spec.ts';
import { colorAt, isClosed, place } from '../scene/scale.ts';
import type { ValueStore } from '../scene/values.ts';

export interface Marks {
  trace: Trace;
  store: ValueStore;
  palette: Palette;
  query: number;
  key: number | undefined;
  /** Value of the chain's cell in a tensor, for the triangle at its legend. */
  valueIn: (tensor: string) => number | undefined;
  t: Translate;
}

/** The key that the pinned number is about. */
export const keyOf = (trace: Trace, story: Story | undefined): number | undefined =>
  story?.chain.map((one) => placeOf(trace, one.tensor, one.index).key?.at).find((at) => at !== undefined);

export const marksOf = (
  store: ValueStore,
  palette: Palette,
  query: number,
  key: number | undefined,
  story: Story | undefined,
  t: Translate,
): Marks => {
  const valueIn = (tensor: string): number | undefined => story?.chain.find((one) => one.tensor === tensor)?.value;
  return { trace: store.trace, store, palette, query, key, valueIn, t };
};

/** Words for the places of the text that asks and of the one that is read; numbers for keys from elsewhere. */
const labelsFor = ({ trace, t }: Marks, spec: MatrixSpec, side: 'row' | 'column'): ((i: number) => string) => {
  const { slice } = spec;
  if ((side === 'row' ? slice.rowAxis : slice.columnAxis) === 'query' && isPooled(trace, slice.tensor))
    return () => t('place.whole');
  const last = (side === 'row') === slice.transposed;
  const { tokens } = wordsIn(trace, slice.tensor, spec.info.axes.at(last ? -1 : -2) ?? '');
  return (i) => {
    const word = wordAlong(trace, spec, side, i);
    return word < 0 ? String(i + 1) : format.short(tokens[word] ?? '');
  };
};

/** A row label needs this much height, a slanted column label this much width. */
const labelNeed = { row: 14, column: 15 };

const hotClass = (axis: string, i: number, chosen: number): string =>
  i !== chosen ? '' : axis === 'query' ? 'hotq' : axis === 'key' ? 'hotk' : '';

/** The row or column of the word that asks or of the one that is read. */
const chosenIn = ({ spec }: Placed, side: 'row' | 'column', { trace, query, key }: Marks): number => {
  const axis = side === 'row' ? spec.slice.rowAxis : spec.slice.columnAxis;
  if (axis === 'query' && isPooled(trace, spec.slice.tensor)) return -1;
  if (side === 'row' && axis === 'query') return activeRow(trace, spec, query);
  const word = axis === 'query' ? query : axis === 'key' ? key : undefined;
  return word === undefined ? -1 : placeAlong(trace, spec, side, word);
};

export const rowLabels = (matrix: Placed, marks: Marks): SVGTemplateResult[] => {
  if (matrix.rowLabels === 'none') return [];
  const { slice } = matrix.spec;
  const label = labelsFor(marks, matrix.spec, 'row');
  const chosen = chosenIn(matrix, 'row', marks);
  const sides = matrix.rowLabels === 'both' ? (['left', 'right'] as const) : [matrix.rowLabels];
  return thinned(matrix.window.row, matrix.window.rows, matrix.pitchY, labelNeed.row, chosen).flatMap((i) => {
    const y = matrix.y + (i - matrix.window.row + 0.5) * matrix.pitchY + 4;
    return sides.map((side) =>
      side === 'left'
        ? svg`<text class=${`lab ${hotClass(slice.rowAxis, i, chosen)}`} x=${matrix.x - 8} y=${y} text-anchor="end">${label(i)}</text>`
        : svg`<text class=${`lab ${hotClass(slice.rowAxis, i, chosen)}`} x=${matrix.x + matrix.width + 9} y=${y}>${label(i)}</text>`,
    );
  });
};

export const columnLabels = (matrix: Placed, marks: Marks): SVGTemplateResult[] => {
  if (!matrix.columnLabels) return [];
  const { slice } = matrix.spec;
  const label = labelsFor(marks, matrix.spec, 'column');
  const chosen = chosenIn(matrix, 'column', marks);
  return thinned(matrix.window.column, matrix.window.columns, matrix.pitchX, labelNeed.column, chosen).map((i) => {
    const x = matrix.x + (i - matrix.window.column + 0.5) * matrix.pitchX + 4;
    return svg`<text class=${`lab ${hotClass(slice.columnAxis, i, chosen)}`} transform=${`translate(${x} ${matrix.y - 8}) rotate(-52)`}>${label(i)}</text>`;
  });
};

export const symbol = (matrix: Placed): SVGTemplateResult => {
  const { info, letter, slice } = matrix.spec;
  const [letterPart, below] = info.symbol.split('_');
  if (below)
    return svg`<tspan class=${`sym ${letter}`}>${letterPart}</tspan><tspan class=${`sym up ${letter}`} dy="4">${below}</tspan><tspan dy="-4"> </tspan>`;
  return slice.transposed
    ? svg`<tspan class=${`sym ${letter}`}>${info.symbol}</tspan><tspan class=${`sym up ${letter}`} dy="-5">T</tspan>`
    : svg`<tspan class=${`sym ${letter}`}>${info.symbol}</tspan>`;
};

export const title = (matrix: Placed): SVGTemplateResult | typeof nothing =>
  matrix.spec.title === undefined
    ? nothing
    : svg`<text class="mt" x=${matrix.x} y=${matrix.titleY}>${matrix.spec.title}</text>`;

export const nameOf = (tensor: string): string => (tensor.split(/[./]/).at(-1) ?? '').replaceAll('_', ' ');

/** What the page calls a tensor. */
export const titleOf = ({ name, label }: Pick<TensorInfo, 'name' | 'label'>): string => label ?? nameOf(name);

/** The symbol, a gap and a shape like 2048×64 at 12 px. */
const symbolAndShape = 84;

/** Operands have their name and shape beside or above them. */
export const caption = (matrix: Placed, scene: Scene, t: Translate): SVGTemplateResult | typeof nothing => {
  const { slice } = matrix.spec;
  const sizes = format.shape([slice.rows, slice.columns]);
  const dims = isForeign(matrix) && matrix.spec.letter === 'n' ? t('source.caption', { shape: sizes }) : sizes;
  if (matrix.kind === 'top') {
    const before = scene.matrices.some((other) => other.kind === 'main' && other.column === matrix.column - 1);
    if (matrix.x < 60 || !before)
      return svg`<text class="cap" x=${matrix.x - 8} y=${matrix.y + 14} text-anchor="end">${symbol(matrix)}</text>`;
    return svg`<text class="cap" x=${matrix.x - 10} y=${matrix.y + 14} text-anchor="end">${symbol(matrix)}<tspan dy=${slice.transposed ? 5 : 0} dx="6" class="dimn">${dims}</tspan></text>`;
  }
  if (matrix.columnLabels || isTokenAxis(slice.columnAxis)) return nothing;
  const top = scene.matrices.find((other) => other.kind === 'top' && other.column === matrix.column);
  const y = (top ? top.y : matrix.y) - 9;
  if (top) return nothing;
  const room = matrix.width >= symbolAndShape;
  return svg`<text class="cap" x=${matrix.x + 2} y=${y}>${symbol(matrix)}${room ? svg`<tspan dx="6" class="dimn">${dims}</tspan>` : nothing}</text>`;
};

/** The active row prints its values, the rest stay colour. */
export const figures = (matrix: Placed, marks: Marks): SVGTemplateResult[] => {
  const { slice, scale, letter } = matrix.spec;
  const { window } = matrix;
  // One row for all words.
  const row = slice.rows === 1 ? 0 : activeRow(marks.trace, matrix.spec, marks.query);
  const inside = row >= window.row && row < window.row + window.rows;
  if (!printsFigures(matrix) || !inside) return [];
  const values = marks.store.window(slice, {
    row,
    column: window.column,
    rows: 1,
    columns: window.columns,
  });
  if (!values) return [];
  const key = chosenIn(matrix, 'column', marks);
  const size = Math.min(11, 9.5 * Math.max(0.94, Math.min(matrix.pitchX, 26) / 21));
  const y = matrix.y + (row - window.row + 0.5) * matrix.pitchY + size * 0.34 - matrix.gap / 2;
  // Digits are a little over half as wide as high, points narrower; neighbours stay apart.
  const room = Math.max(2, Math.floor((matrix.pitchX - 3) / (size * 0.5)));
  return [...values].flatMap((value, i) => {
    const text = letter === 'd' ? format.change(value, room) : format.cell(value, scale.kind === 'unit', room);
    if (!text || isClosed(scale, value)) return [];
    const ground = colorAt(marks.palette.ramps[letter], place(scale, value));
    const x = matrix.x + (i + 0.5) * matrix.pitchX - matrix.gap / 2;
    const bold = window.column + i === key;
    return [
      svg`<text class=${`num ${figureOn(ground) === '#000' ? 'black' : 'white'}`} font-size=${size.toFixed(1)} font-weight=${bold ? 700 : 400} x=${x} y=${y} text-anchor="middle">${text}</text>`,
    ];
  });
};
