import type { Palette } from '../lib/palette.ts';
import type { Placed, Scene } from './placed.ts';
import { dashes, paintMatrix, type Paint } from './paint.ts';
import { activeRow, placeAlong } from './places.ts';
import { isTokenAxis } from './slice.ts';
import type { ValueStore } from './values.ts';

/** Only operands dim: results and pairs stay as they are. */
const dimOf = (matrix: Placed, row: number, column: number): Paint['dim'] => {
  const { rowAxis, columnAxis } = matrix.spec.slice;
  if (matrix.kind === 'top' && isTokenAxis(columnAxis))
    return column < 0 ? undefined : { along: 'column', keep: column };
  if (matrix.kind === 'main' && rowAxis === 'query' && !isTokenAxis(columnAxis) && !matrix.spec.result)
    return row < 0 ? undefined : { along: 'row', keep: row };
  return undefined;
};

/** Three characters of the smallest figures (9 px) and a hair of room around them. */
const figureCell = { width: 17, height: 13 };

/** Cells of the active row that are large enough print their values. */
/** One decimal has room in a cell: numbers that all round to nothing are left to their colours. */
const tiny = 0.05;

export const printsFigures = (matrix: Placed): boolean =>
  matrix.kind === 'main' &&
  !(matrix.spec.scale.kind === 'signed' && matrix.spec.scale.max < tiny) &&
  matrix.spec.slice.rowAxis === 'query' &&
  matrix.spec.scale.kind !== 'mask' &&
  matrix.pitchX >= figureCell.width &&
  matrix.pitchY >= figureCell.height;

const sheets = new WeakMap<HTMLCanvasElement, ImageData>();

/** The pixels of a canvas are megabytes: taken once for a size, not with every drawing. */
const sheetFor = (canvas: HTMLCanvasElement, context: CanvasRenderingContext2D): ImageData => {
  const known = sheets.get(canvas);
  if (known?.width === canvas.width && known.height === canvas.height) return known;
  const made = context.createImageData(canvas.width, canvas.height);
  sheets.set(canvas, made);
  return made;
};

/** Draws all matrices of a scene; false while numbers are still on their way. */
export const drawScene = (
  canvas: HTMLCanvasElement,
  scene: Scene,
  store: ValueStore,
  palette: Palette,
  ratio: number,
  query: number,
  key: number | undefined,
): boolean => {
  const [width, height] = [Math.max(1, Math.round(scene.width * ratio)), Math.max(1, Math.round(scene.height * ratio))];
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
  }
  canvas.style.setProperty('width', `${width / ratio}px`);
  canvas.style.setProperty('height', `${height / ratio}px`);
  const context = canvas.getContext('2d');
  if (!context) return true;
  const image = sheetFor(canvas, context);
  const buffer = new Uint32Array(image.data.buffer).fill(0);
  let complete = true;
  const marks: { x: number; y: number; width: number }[] = [];
  for (const matrix of scene.matrices) {
    const values = store.window(matrix.spec.slice, matrix.window);
    if (!values) {
      complete = false;
      continue;
    }
    const row = activeRow(store.trace, matrix.spec, query);
    const column = key === undefined ? -1 : placeAlong(store.trace, matrix.spec, 'column', key);
    const dim = dimOf(matrix, row, column);
    const paint: Paint = {
      ramp: palette.ramps[matrix.spec.letter],
      zero: palette.zero,
      ink: palette.ink,
      edge: palette.edge,
      ...(dim ? { dim } : {}),
    };
    paintMatrix(buffer, width, matrix, values, paint, ratio);
    marks.push(...dashes(matrix, values, printsFigures(matrix) ? row : -1));
  }
  context.putImageData(image, 0, 0);
  const [r, g, b] = palette.ink;
  context.fillStyle = `rgba(${r},${g},${b},0.62)`;
  const thick = Math.max(1, Math.round(1.3 * ratio));
  for (const mark of marks)
    context.fillRect(
      Math.round(mark.x * ratio),
      Math.round(mark.y * ratio - thick / 2),
      Math.round(mark.width * ratio),
      thick,
    );
  if (scene.overview) complete = drawOverview(context, scene, store, palette, ratio) && complete;
  return complete;
};

/** The whole matrix at a glance, pooled: the strongest number of each box. */
const drawOverview = (
  context: CanvasRenderingContext2D,
  scene: Scene,
  store: ValueStore,
  palette: Palette,
  ratio: number,
): boolean => {
  const overview = scene.overview;
  if (!overview) return true;
  const { slice } = overview.of.spec;
  const seen = store.overview(slice, overview.size);
  if (!seen) return false;
  const size = { width: overview.size, height: overview.size };
  const placed: Placed = {
    ...overview.of,
    x: overview.x,
    y: overview.y,
    ...size,
    pitchX: overview.size / seen.columns,
    pitchY: overview.size / seen.rows,
    gap: 0,
    window: { row: 0, column: 0, rows: seen.rows, columns: seen.columns },
  };
  const [left, top] = [Math.floor(overview.x * ratio), Math.floor(overview.y * ratio)];
  const side = Math.ceil(overview.size * ratio) + 1;
  const image = context.createImageData(side, side);
  const local = { ...placed, x: placed.x - left / ratio, y: placed.y - top / ratio };
  const paint = {
    ramp: palette.ramps[overview.of.spec.letter],
    zero: palette.zero,
    ink: palette.ink,
    edge: palette.edge,
  };
  paintMatrix(new Uint32Array(image.data.buffer), side, local, seen.data, paint, ratio);
  context.putImageData(image, left, top);
  return true;
};
