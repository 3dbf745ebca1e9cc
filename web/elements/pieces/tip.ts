import { html, render } from 'lit';
import type { Trace } from '../../engine/types.ts';
import type { Cell } from '../lib/hover.ts';
import type { Translate } from '../lib/locale.ts';
import { placeOf, placeText } from '../lib/sentences.ts';
import type { Story } from '../lib/story.ts';
import type { Rect } from '../scene/hit.ts';
import type { Placed, Scene } from '../scene/placed.ts';
import { tipPlace } from '../scene/tip-place.ts';
import { widthOf } from './measure.ts';
import { cellRect, regionRects, valueText } from './overlay.ts';

interface Tip {
  matrix: Placed;
  cell: Cell;
  rect: Rect;
  value: number | undefined;
  /** Where the cells stand that it comes from. */
  sources: readonly Rect[];
}

/** Padding, borders and the gap between words and number; height of its one line (styles/marks.ts). */
const frame = { width: 42, height: 30, most: 300 };

export const tipFor = (tip: HTMLElement, about: Tip, trace: Trace, scene: Scene, font: string, t: Translate): void => {
  const { matrix, cell, rect, value, sources } = about;
  const place = placeOf(trace, cell.tensor, cell.index);
  const rest = place.rest.map(({ axis, at }) => t('place.axis', { axis: t(`axis.${axis}`), at: at + 1 })).join(', ');
  const query = place.query
    ? html`<b class="q"><bdi>${place.query.word}</bdi></b>`
    : place.whole
      ? t('place.whole')
      : '';
  const key = place.key ? html`<b class="k"><bdi>${place.key.word}</bdi></b>` : '';
  const words = html`${query}${query && key ? ' → ' : ''}${key}${rest ? `${query || key ? ', ' : ''}${rest}` : ''}`;
  const figure = value === undefined ? '…' : valueText(value, t('value.masked'), matrix.spec.scale.kind === 'unit');
  render(html`<span>${words}</span><b class=${matrix.spec.letter}>${figure}</b>`, tip);
  tip.hidden = false;
  // Its size by arithmetic: asking the browser would lay out the whole figure at once. Labels are a little smaller.
  const text = widthOf(`${placeText(place, t)}${figure}`, font) * 1.04;
  const size = { width: Math.min(frame.most, Math.ceil(text) + frame.width), height: frame.height };
  const { x, y } = tipPlace(size, rect, sources, scene);
  tip.style.setProperty('transform', `translate(${x}px, ${y}px)`);
};

const sourceRects = (scene: Scene, story: Story): Rect[] => [
  ...regionRects(scene, story.regions.flat()).map(({ rect }) => rect),
  ...story.chain.slice(1).flatMap((one) => scene.matrices.flatMap((matrix) => cellRect(matrix, one) ?? [])),
];

/** The pinned number's own, unless its matrix of a row or two would vanish behind it. */
export const pinnedTip = (
  tip: HTMLElement | null,
  scene: Scene,
  trace: Trace,
  story: Story | undefined,
  font: string,
  t: Translate,
): void => {
  if (!tip) return;
  tip.hidden = true;
  for (const matrix of story ? scene.matrices : []) {
    const rect = story && cellRect(matrix, story.cell);
    if (!story || !rect || matrix.window.rows <= 2) continue;
    const about = { matrix, cell: story.cell, rect, value: story.chain[0]?.value, sources: sourceRects(scene, story) };
    tipFor(tip, about, trace, scene, font, t);
    return;
  }
};
