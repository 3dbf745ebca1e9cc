import { legendHeight } from './legend-room.ts';
import { isForeign, type Connector, type LayoutOptions, type Placed, type Scene } from './placed.ts';
import { isTokenAxis } from './slice.ts';
import type { ColumnSpec, GroupSpec, MatrixSpec, SceneSpec } from './spec.ts';

/** Geometry of the stage in CSS pixels. Pure arithmetic, so that it can be tested without a browser. */

const arrowWidth = 78;
const joins = { wire: 24, plus: 34, times: 34, none: 22 };
/** Below this many pixels cells are no longer told apart with confidence: show a window at the second pitch instead. */
const smallestPitch = 5;
const windowPitch = 14;
/** Few words would make cells like tiles of a floor. */
const largestPitch = 30;
const topGap = 12;
const overviewSize = 92;
const titleHeight = 26;

interface Sizes {
  pitch: number;
  windowed: boolean;
  rows: (axis: string, count: number) => number;
  columns: (axis: string, count: number) => number;
  width: (spec: MatrixSpec) => number;
  strip: (spec: MatrixSpec) => number;
}

const isSquare = (spec: MatrixSpec): boolean => isTokenAxis(spec.slice.columnAxis);

const snap = (value: number, ratio: number): number => Math.floor(value * ratio) / ratio;

/** A few words read by many would be a thread: their cells are wider than high, up to half as wide as all together. */
const stretch = (columns: number, rows: number): number => Math.max(1, Math.min(3, rows / 2 / columns));

/** What a channel axis would like: about two pixels a channel, within reason. */
const wish = (spec: MatrixSpec, stacked: boolean): number =>
  stacked ? 58 : Math.max(72, Math.min(116, spec.slice.columns * 1.75));

const sizesOf = (mains: MatrixSpec[], free: number, options: LayoutOptions): Sizes => {
  const squares = mains.filter(isSquare);
  const strips = mains.filter((spec) => !isSquare(spec));
  const rows = Math.max(1, ...mains.map((spec) => spec.slice.rows));
  // The pitch of the busiest frame holds for all, so that stepping does not make the figure jump.
  const words = Math.max(rows, ...squares.map((spec) => spec.slice.columns));
  const steady = options.stacked
    ? (options.width - options.labelWidth - 20) / words
    : (options.width - 2 * options.labelWidth - joins.wire - arrowWidth - 112) / (2 * words);
  const forSquares = free - strips.reduce((sum, spec) => sum + wish(spec, options.stacked), 0);
  const across = squares.length ? forSquares / squares.reduce((sum, spec) => sum + spec.slice.columns, 0) : Infinity;
  const fit = Math.min(largestPitch, steady, across, options.bodyHeight / rows);
  const windowed = fit < smallestPitch;
  const pitch = windowed ? windowPitch : snap(fit, options.ratio);
  const rowsShown = windowed ? Math.max(4, Math.floor(options.bodyHeight / pitch)) : Infinity;
  const columnsShown = windowed ? Math.max(4, Math.floor(forSquares / Math.max(1, squares.length) / pitch)) : Infinity;
  const columns = (axis: string, count: number): number => (isTokenAxis(axis) ? Math.min(count, columnsShown) : count);
  const plain = (spec: MatrixSpec): number => columns(spec.slice.columnAxis, spec.slice.columns) * pitch;
  const wide = (spec: MatrixSpec): number => plain(spec) * stretch(spec.slice.columns, spec.slice.rows);
  const roomy = !windowed && squares.reduce((sum, spec) => sum + wide(spec), 0) <= forSquares;
  const width = roomy ? wide : plain;
  const used = squares.reduce((sum, spec) => sum + width(spec), 0);
  const left = Math.max(0, free - used - strips.reduce((sum, spec) => sum + wish(spec, options.stacked), 0));
  // Beside a pair of squares strips stay slim; alone they take the room there is, wide ones more of it.
  const share = strips.reduce((sum, spec) => sum + Math.sqrt(spec.slice.columns), 0);
  const strip = (spec: MatrixSpec): number => {
    const extra = share ? (left * Math.sqrt(spec.slice.columns)) / share : 0;
    const most =
      squares.length > 1 && used > rows * pitch
        ? wish(spec, options.stacked)
        : Math.min(380, Math.max(wish(spec, options.stacked), spec.slice.columns * 40));
    return snap(Math.max(24, Math.min(wish(spec, options.stacked) + extra, most)), options.ratio);
  };
  return {
    pitch,
    windowed,
    rows: (axis, count) => (isTokenAxis(axis) ? Math.min(count, rowsShown) : count),
    columns,
    width,
    strip,
  };
};

const clampOffset = (offset: number, shown: number, count: number): number =>
  Math.max(0, Math.min(Math.round(offset), count - shown));

const offsetFor = (axis: string, options: LayoutOptions): number =>
  axis === 'key' ? options.offset.key : axis === 'query' ? options.offset.query : 0;

const topHeight = (spec: MatrixSpec): number =>
  isTokenAxis(spec.slice.rowAxis) ? Math.max(40, Math.min(110, spec.slice.rows * 8)) : spec.slice.rows === 1 ? 12 : 62;

const labelled = (column: ColumnSpec): boolean => isTokenAxis(column.main.slice.columnAxis);

const placeMain = (
  column: ColumnSpec,
  at: number,
  x: number,
  y: number,
  sizes: Sizes,
  options: LayoutOptions,
): Placed => {
  const { slice } = column.main;
  const rows = sizes.rows(slice.rowAxis, slice.rows);
  const columns = sizes.columns(slice.columnAxis, slice.columns);
  const pitchY =
    slice.rows === 1
      ? Math.max(sizes.pitch, 14)
      : isTokenAxis(slice.rowAxis)
        ? sizes.pitch
        : Math.min(sizes.pitch, options.bodyHeight / rows);
  const pitchX = (isSquare(column.main) ? sizes.width(column.main) : sizes.strip(column.main)) / columns;
  return {
    spec: column.main,
    kind: 'main',
    x,
    y,
    width: columns * pitchX,
    height: rows * pitchY,
    pitchX,
    pitchY,
    gap: pitchX >= 5 && pitchY >= 5 ? 1 : 0,
    window: {
      row: clampOffset(offsetFor(slice.rowAxis, options), rows, slice.rows),
      column: clampOffset(offsetFor(slice.columnAxis, options), columns, slice.columns),
      rows,
      columns,
    },
    column: at,
    titleY: 0,
    rowLabels: 'none',
    columnLabels: labelled(column) && !column.top,
  };
};

const placeTop = (column: ColumnSpec, main: Placed, y: number): Placed | undefined => {
  const spec = column.top;
  if (!spec) return undefined;
  const height = topHeight(spec);
  return {
    spec,
    kind: 'top',
    x: main.x,
    y,
    width: main.width,
    height,
    pitchX: main.pitchX,
    pitchY: height / spec.slice.rows,
    gap: main.gap && height / spec.slice.rows >= 5 ? 1 : 0,
    window: { row: 0, rows: spec.slice.rows, column: main.window.column, columns: main.window.columns },
    column: main.column,
    titleY: 0,
    rowLabels: 'none',
    columnLabels: labelled(column),
  };
};

/** One band from the first matrix with a row for the active word to the end of the line, but not over foreign rows. */
const bandsOf = (mains: readonly Placed[], end: number): Scene['bands'] => {
  const out: Scene['bands'] = [];
  let open: Scene['bands'][number] | undefined;
  for (const [i, matrix] of mains.entries()) {
    if (isForeign(matrix)) {
      open = undefined;
      continue;
    }
    const [before, next] = [mains[i - 1], mains[i + 1]];
    const width = !next ? end : isForeign(next) ? matrix.x + matrix.width + 8 : next.x;
    if (open) open.width = width;
    else if (matrix.spec.slice.rowAxis === 'query') {
      // Rows of another kind to its left are not on the band.
      const x = !before ? 4 : matrix.x - (isForeign(before) ? 8 : 20);
      open = { y: matrix.y, height: matrix.height, x, width, column: matrix.column };
      out.push(open);
    }
  }
  return out;
};

/** Groups on one line, which begins at `start`. */
const layRow = (groups: GroupSpec[], start: number, firstColumn: number, options: LayoutOptions): Scene => {
  const columns = groups.flatMap((group) => group.columns);
  const titled = columns.some((column) => column.main.title !== undefined);
  const top = start + (titled ? titleHeight : 0);
  const last = columns.at(-1)?.main.slice.rowAxis ?? '';
  const leftLabels = isTokenAxis(columns[0]?.main.slice.rowAxis ?? '') ? options.labelWidth : 8;
  const rightLabels = !options.stacked && columns.length > 1 && isTokenAxis(last) ? options.labelWidth : 8;
  const between = groups.reduce((sum, group) => sum + joins[group.join] * (group.columns.length - 1), 0);
  const arrows = arrowWidth * (groups.length - 1);
  const free = options.width - leftLabels - rightLabels - between - arrows;
  const sizes = sizesOf(
    columns.map((column) => column.main),
    free,
    options,
  );

  const above = Math.max(0, ...columns.map((column) => (column.top ? topHeight(column.top) + topGap : 0)));
  const labels = columns.some(labelled) ? options.labelHeight : 0;
  // A matrix without column labels has its name above; so has the operand at the top.
  const caption = columns.some((column) => !labelled(column)) ? 24 : 0;
  const bodyY =
    top + Math.max(labels + above, caption + (columns.some((c) => c.top && !labelled(c)) ? above : 0), caption);
  const matrices: Placed[] = [];
  const connectors: Connector[] = [];
  let x = leftLabels;
  let before: Placed | undefined;
  let column = firstColumn;
  for (const group of groups) {
    for (const [i, spec] of group.columns.entries()) {
      const join = spec.join ?? group.join;
      const kind = i > 0 ? join : before ? 'arrow' : 'none';
      const room = i > 0 ? joins[join] : before ? arrowWidth : 0;
      const main = { ...placeMain(spec, column, x + room, bodyY, sizes, options), titleY: start + 15 };
      const above = placeTop(spec, main, bodyY - topGap - (spec.top ? topHeight(spec.top) : 0));
      matrices.push(main, ...(above ? [above] : []));
      if (before && kind !== 'none')
        connectors.push({ kind, x: before.x + before.width, width: room, from: before, to: main });
      x = main.x + main.width;
      before = main;
      column++;
    }
  }
  const mains = matrices.filter((matrix) => matrix.kind === 'main');
  const [head, tail] = [mains[0], mains.at(-1)];
  if (head && leftLabels > 8) head.rowLabels = 'left';
  if (tail && rightLabels > 8) tail.rowLabels = tail === head ? 'both' : 'right';
  const body = Math.max(0, ...mains.map((matrix) => matrix.height));
  const scene: Scene = {
    width: options.width,
    height:
      bodyY +
      body +
      (mains.some((matrix) => isSquare(matrix.spec) && matrix.width < 200) ? legendHeight.below : legendHeight.beside),
    matrices,
    connectors,
    breaks: [],
    bands: bandsOf(mains, Math.min(options.width, x + rightLabels)),
    windowed: sizes.windowed,
  };
  const pairs =
    mains.filter((matrix) => isTokenAxis(matrix.spec.slice.rowAxis) && isSquare(matrix.spec)).at(-1) ?? tail;
  if (sizes.windowed && pairs) {
    scene.overview = { of: pairs, x: pairs.x, y: scene.height + 8, size: overviewSize };
    scene.height += overviewSize + 12;
  }
  return scene;
};

export const layout = (spec: SceneSpec, options: LayoutOptions): Scene => {
  if (!options.stacked || spec.groups.length < 2) return layRow(spec.groups, 0, 0, options);
  // Stacked: what came out stands first, where it came from below.
  const whole: Scene = {
    width: options.width,
    height: 0,
    matrices: [],
    connectors: [],
    breaks: [],
    bands: [],
    windowed: false,
  };
  for (const group of [...spec.groups].reverse()) {
    if (whole.height) whole.breaks.push(whole.height + 24);
    const part = layRow([group], whole.height + (whole.height ? 44 : 0), whole.matrices.length, options);
    whole.matrices.push(...part.matrices);
    whole.connectors.push(...part.connectors);
    whole.bands.push(...part.bands);
    whole.windowed ||= part.windowed;
    if (part.overview && !whole.overview) whole.overview = part.overview;
    whole.height = part.height;
  }
  return whole;
};
