import { html, render } from 'lit';
import type { Trace } from '../../engine/types.ts';
import type { Cell } from '../lib/hover.ts';
import type { Translate } from '../lib/locale.ts';
import { placeOf } from '../lib/sentences.ts';
import type { Story } from '../lib/story.ts';
import type { Rect } from '../scene/hit.ts';
import type { Placed, Scene } from '../scene/placed.ts';
import { cellRect, valueText } from './overlay.ts';

export interface Tip {
  matrix: Placed;
  cell: Cell;
  rect: Rect;
  value: number | undefined;
}

/** Below the cell and to its left, so that the row being read stays free; above where there is no room. */
export const tipFor = (tip: HTMLElement, about: Tip, trace: Trace, scene: Scene, t: Translate): void => {
  const { matrix, cell, rect, value } = about;
  const place = placeOf(trace, cell.tensor, cell.index);
  const rest = place.rest.map(({ axis, at }) => t('place.axis', { axis: t(`axis.${axis}`), at: at + 1 })).join(', ');
  const query = place.query ? html`<b class="q"><bdi>${place.query.word}</bdi></b>` : '';
  const key = place.key ? html`<b class="k"><bdi>${place.key.word}</bdi></b>` : '';
  const words = html`${query}${query && key ? ' → ' : ''}${key}${rest ? `${query || key ? ', ' : ''}${rest}` : ''}`;
  render(
    html`<span>${words}</span
      ><b class=${matrix.spec.letter}
        >${value === undefined ? '…' : valueText(value, t('value.masked'), matrix.spec.scale.kind === 'unit')}</b
      >`,
    tip,
  );
  tip.hidden = false;
  const [width, height] = [tip.offsetWidth, tip.offsetHeight];
  const left = Math.max(0, Math.min(scene.width - width, rect.x - width + 2));
  const below = rect.y + rect.height + 30;
  const top = below + height <= scene.height ? below : Math.max(0, rect.y - height - 30);
  tip.style.setProperty('transform', `translate(${Math.round(left)}px, ${Math.round(top)}px)`);
};

/** The pinned number's own, unless its matrix of a row or two would vanish behind it. */
export const pinnedTip = (
  tip: HTMLElement | null,
  scene: Scene,
  trace: Trace,
  story: Story | undefined,
  t: Translate,
): void => {
  if (!tip) return;
  tip.hidden = true;
  for (const matrix of story ? scene.matrices : []) {
    const rect = story && cellRect(matrix, story.cell);
    if (!story || !rect || matrix.window.rows <= 2) continue;
    tipFor(tip, { matrix, cell: story.cell, rect, value: story.chain[0]?.value }, trace, scene, t);
    return;
  }
};
