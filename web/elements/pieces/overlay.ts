import { svg, type SVGTemplateResult } from 'lit';
import type { Region } from '../../engine/types.ts';
import * as format from '../lib/format.ts';
import type { Cell } from '../lib/hover.ts';
import type { Story } from '../lib/story.ts';
import { rectOf, type Rect } from '../scene/hit.ts';
import type { Placed, Scene } from '../scene/placed.ts';
import { boxOf, cellOf } from '../scene/slice.ts';

/** Outlines over the heat maps. They are a few shapes, however many cells there are. */

/** Outlines stand just outside the cells. */
const grown = (rect: Rect, by: number): Rect => ({
  x: rect.x - by,
  y: rect.y - by,
  width: rect.width + 2 * by,
  height: rect.height + 2 * by,
});

const rectangle = (rect: Rect, name: string, round: number): SVGTemplateResult =>
  svg`<rect class=${name} x=${rect.x} y=${rect.y} width=${rect.width} height=${rect.height} rx=${round}></rect>`;

export const cellRect = (matrix: Placed, cell: Cell): Rect | undefined => {
  if (matrix.spec.slice.tensor !== cell.tensor) return undefined;
  const at = cellOf(matrix.spec.slice, cell.index);
  return at && rectOf(matrix, { row: at.row, rowEnd: at.row + 1, column: at.column, columnEnd: at.column + 1 });
};

export const regionRects = (
  scene: Scene,
  regions: readonly Region[],
): { matrix: Placed; rect: Rect; single: boolean }[] =>
  regions.flatMap((region) =>
    scene.matrices.flatMap((matrix) => {
      const box = boxOf(matrix.spec.slice, region);
      const rect = box && rectOf(matrix, box);
      if (!box || !rect) return [];
      return [{ matrix, rect, single: box.rowEnd - box.row === 1 && box.columnEnd - box.column === 1 }];
    }),
  );

const wide = (rect: Rect): Rect => grown(rect, 1.5);

/** The pinned number, and every matrix on show that it came from. */
export const pinned = (scene: Scene, story: Story): SVGTemplateResult => {
  const shapes: SVGTemplateResult[] = [];
  for (const [i, one] of story.chain.entries()) {
    for (const { matrix, rect, single } of regionRects(scene, story.regions[i] ?? [])) {
      // The cell that stands at the same place is outlined as a cell of the chain.
      if (single && i + 1 < story.chain.length) continue;
      shapes.push(rectangle(wide(rect), `ol ${matrix.spec.letter === 'a' ? 'row' : ''} ${matrix.spec.letter}`, 2));
      if (matrix.kind === 'top') shapes.push(...guides(scene, matrix, rect, one.tensor, one.index));
    }
  }
  for (const [i, one] of story.chain.entries())
    for (const matrix of scene.matrices) {
      const rect = cellRect(matrix, one);
      if (!rect) continue;
      if (i > 0) shapes.push(rectangle(grown(rect, 1), 'ol cell', 1.5));
      else if (rect.width < 4 || rect.height < 4) shapes.push(rectangle(grown(rect, 2), 'pin', 1.5));
      else {
        shapes.push(rectangle(grown(rect, 2), 'pin', 2.5));
        shapes.push(svg`<circle class="pd" cx=${rect.x + rect.width + 2} cy=${rect.y - 1.5} r="4"></circle>`);
      }
    }
  return svg`${shapes}`;
};

/** From the operand above down to the cell that it meets. */
const guides = (
  scene: Scene,
  top: Placed,
  rect: Rect,
  tensor: string,
  index: readonly number[],
): SVGTemplateResult[] => {
  const letter = top.spec.letter;
  const below = scene.matrices.find((matrix) => matrix.kind === 'main' && matrix.column === top.column);
  if (!below) return [];
  const target = cellRect(below, { tensor, index: [...index] });
  const end = target ? target.y - 2 : below.y;
  const middle = rect.x + rect.width / 2;
  const out = [svg`<path class=${`wire ${letter}`} d=${`M${middle} ${top.y + top.height + 3}V${below.y - 3}`}></path>`];
  if (target && rect.width > 5)
    out.push(
      svg`<path class=${`guide ${letter}`} d=${`M${rect.x} ${below.y}V${end}M${rect.x + rect.width} ${below.y}V${end}`}></path>`,
    );
  return out;
};

/** A thin outline without a dot, its sources in their colours. */
export const hovered = (scene: Scene, matrix: Placed, cell: Cell, regions: readonly Region[]): SVGTemplateResult => {
  const rect = cellRect(matrix, cell);
  return svg`${regionRects(scene, regions).map((one) => rectangle(wide(one.rect), `thin ${one.matrix.spec.letter}`, 2))}
    ${rect ? rectangle(grown(rect, 1), 'here', 1.5) : ''}`;
};

/** Whole matrices of a role, lit by its symbol in the formula. */
export const lit = (scene: Scene, letter: string): SVGTemplateResult =>
  svg`${scene.matrices.filter((matrix) => matrix.spec.letter === letter).map((matrix) => rectangle(wide(matrix), `thin ${letter}`, 2))}`;

export const valueText = (value: number, masked: string, unit: boolean): string =>
  value === -Infinity ? masked : unit ? format.column(value) : format.num(value, 3);
