import { nothing, svg, type SVGTemplateResult } from 'lit';
import * as format from '../lib/format.ts';
import { hasLegend } from '../scene/legend-room.ts';
import type { Placed, Scene } from '../scene/placed.ts';
import { colorAt, endsOf, isClosed, place, ticksOf, type Scale } from '../scene/scale.ts';
import { isTokenAxis } from '../scene/slice.ts';
import { symbol, titleOf, type Marks } from './stage-labels.ts';

/** Average width of a character at 13 px, and of the symbol before the words. */
const character = 5.9;
const symbolWidth = 22;

/** A strip this wide has room for its name (up to 16 characters) beside the narrowest signed bar. */
const nameAndBar = 240;

/** What the tensor is called: its name, or its shape where the name is the symbol again. */
const wordsFor = (matrix: Placed, marks: Marks): string[] => {
  const { scale, info, slice } = matrix.spec;
  // A weight put in by hand is no share of its row.
  if (scale.kind === 'unit' && !info.edited) return [marks.t('legend.weights'), marks.t('legend.weights.short'), ''];
  if (scale.kind === 'mask') return [marks.t('legend.mask'), ''];
  const name = titleOf(info);
  return [name.toLowerCase() === info.symbol.toLowerCase() ? format.shape([slice.rows, slice.columns]) : name, ''];
};

const widthOf = (words: string): number => symbolWidth + words.length * character;

/** Narrowest and widest bar: three numbers must fit below it. */
const bars = { unit: [70, 100], signed: [108, 144] } as const;

/** How far the legend may reach: to the next matrix on the same line. */
const roomFor = (matrix: Placed, scene: Scene): number => {
  const next = scene.matrices.filter((other) => other.kind === 'main' && other.y === matrix.y && other.x > matrix.x);
  return Math.min(scene.width, ...next.map((other) => other.x - 12)) - matrix.x;
};

/** Real ends, zero in the middle for scores, 0 to 1 for weights, a triangle where the pinned value stands. */
export const legend = (matrix: Placed, scene: Scene, marks: Marks): SVGTemplateResult | typeof nothing => {
  const { scale, slice } = matrix.spec;
  const square = isTokenAxis(slice.columnAxis);
  if (!hasLegend(matrix)) return nothing;
  const room = roomFor(matrix, scene);
  const y = matrix.y + matrix.height + 20;
  const named = square || matrix.width >= nameAndBar;
  const all = wordsFor(matrix, marks);
  const caption = (text: string): SVGTemplateResult =>
    svg`<text class="cap" x=${matrix.x} y=${y + 8}>${symbol(matrix)}<tspan dx="6">${text}</tspan></text>`;
  if (scale.kind === 'mask') return caption(all.find((words) => widthOf(words) <= room) ?? '');
  const [least, most] = bars[scale.kind];
  if (!named)
    return least <= room
      ? bar(matrix, scale, matrix.x, y, Math.min(most, Math.max(least, matrix.width)), marks)
      : nothing;
  const beside = all.find((words) => words !== '' && matrix.width - widthOf(words) - 10 >= least);
  if (beside !== undefined) {
    const width = Math.min(most, matrix.width - widthOf(beside) - 10);
    return svg`${caption(beside)}${bar(matrix, scale, matrix.x + matrix.width - width - matrix.gap, y, width, marks)}`;
  }
  const words = all.find((text) => widthOf(text) <= room) ?? '';
  return svg`${caption(words)}${least <= room ? bar(matrix, scale, matrix.x, y + 22, Math.min(most, Math.max(least, matrix.width)), marks) : nothing}`;
};

const bar = (matrix: Placed, scale: Scale, x: number, y: number, width: number, marks: Marks): SVGTemplateResult => {
  const { letter, info } = matrix.spec;
  const [from, to] = endsOf(scale);
  // Stages beside each other may share it: it says all that the colours depend on.
  const id = `ramp-${letter}${from}${to}`;
  const stops = Array.from({ length: 9 }, (_, i) => {
    const [r, g, b] = colorAt(marks.palette.ramps[letter], from + ((to - from) * i) / 8);
    return svg`<stop offset=${i / 8} stop-color=${`rgb(${r},${g},${b})`}></stop>`;
  });
  const ends = ticksOf(scale);
  const pinned = marks.valueIn(info.name);
  const at =
    pinned !== undefined && Number.isFinite(pinned) && !isClosed(scale, pinned)
      ? x + (width * (place(scale, pinned) - from)) / (to - from)
      : undefined;
  const dash = [0.06, 0.2, 0.34]
    .map((part) => (part * 2) / (1 + to))
    .map((part) => `M${x + part * width} ${y + 3.5}h${Math.min(6, width * 0.05)}`)
    .join('');
  return svg`<defs><linearGradient id=${id}>${stops}</linearGradient></defs>
    <rect x=${x} y=${y} width=${width} height="7" rx="1" fill=${`url(#${id})`}></rect>
    ${from < 0 ? svg`<path class="neg" d=${dash}></path>` : nothing}
    <text class="tick" x=${x} y=${y + 20}>${ends[0]}</text>
    <text class="tick" x=${x + width / 2} y=${y + 20} text-anchor="middle">${ends[1]}</text>
    <text class="tick" x=${x + width} y=${y + 20} text-anchor="end">${ends[2]}</text>
    ${at === undefined ? nothing : svg`<path class="mark" d=${`M${at - 4} ${y - 6.5}h8l-4 6z`}></path>`}`;
};
