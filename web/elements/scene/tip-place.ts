import type { Rect } from './hit.ts';
import type { Scene } from './placed.ts';
import { hasLegend, legendHeight } from './legend-room.ts';

/** Between a cell and its tip: the row above or below stays readable. */
const away = 30;

const overlap = (a: Rect, b: Rect): number =>
  Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));

/** Words beside the rows: what the tip is about is read off them. */
const labelRoom = 84;

const labels = (scene: Scene): Rect[] =>
  scene.matrices.flatMap(({ rowLabels, x, y, width, height }) => {
    const beside = (at: number): Rect => ({ x: at, y, width: labelRoom, height });
    return [
      ...(rowLabels === 'left' || rowLabels === 'both' ? [beside(x - labelRoom)] : []),
      ...(rowLabels === 'right' || rowLabels === 'both' ? [beside(x + width)] : []),
    ];
  });

const legends = (scene: Scene): Rect[] =>
  scene.matrices.filter(hasLegend).map((one) => ({
    x: one.x,
    y: one.y + one.height,
    // Its words may reach beyond a narrow matrix.
    width: Math.max(one.width, 150),
    height: legendHeight.beside,
  }));

/**
 * Where a tip of this size stands for a cell: below it and to its left, so that the row being read stays free, or
 * wherever else it hides least of the cells that the tip is about and of the legends.
 */
export const tipPlace = (
  size: { width: number; height: number },
  cell: Rect,
  about: readonly Rect[],
  scene: Scene,
): { x: number; y: number } => {
  const left = cell.x - size.width + 2;
  const right = cell.x + cell.width - 2;
  const middle = cell.x + cell.width / 2 - size.width / 2;
  const below = cell.y + cell.height + away;
  const above = cell.y - away - size.height;
  const beside = cell.y + cell.height / 2 - size.height / 2;
  const wished: [number, number][] = [
    [left, below],
    [left, above],
    [right, below],
    [right, above],
    [middle, below + away],
    [middle, above - away],
    [left - away, beside],
    [right + away, beside],
  ];
  const free = [cell, ...about, ...legends(scene), ...labels(scene)];
  let best = { x: 0, y: 0, hidden: Infinity };
  for (const [x, y] of wished) {
    const at = {
      x: Math.max(0, Math.min(scene.width - size.width, x)),
      y: Math.max(0, Math.min(scene.height - size.height, y)),
    };
    const hidden = free.reduce((sum, one) => sum + overlap({ ...at, ...size }, one), 0);
    if (hidden < best.hidden) best = { ...at, hidden };
  }
  return { x: Math.round(best.x), y: Math.round(best.y) };
};
