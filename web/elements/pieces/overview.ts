import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from 'lit';
import { css } from '../lib/css.ts';
import type { Translate } from '../lib/locale.ts';
import type { Scene } from '../scene/placed.ts';

/** First row and column on show. */
export interface Offset {
  query: number;
  key: number;
}

/** Which part of a large matrix is on show, drawn on its picture as a whole. */
export const overviewFrame = (scene: Scene, t: Translate): SVGTemplateResult | typeof nothing => {
  const { overview } = scene;
  if (!overview) return nothing;
  const { slice } = overview.of.spec;
  const { window } = overview.of;
  const by = { x: overview.size / slice.columns, y: overview.size / slice.rows };
  const text = { x: overview.x + overview.size + 14, y: overview.y + 18 };
  return svg`<rect
      class="frame"
      x=${overview.x + window.column * by.x}
      y=${overview.y + window.row * by.y}
      width=${Math.max(4, window.columns * by.x)}
      height=${Math.max(4, window.rows * by.y)}
    ></rect>
    <text class="cap" x=${text.x} y=${text.y}>${t('overview.size', { rows: slice.rows, columns: slice.columns })}</text>
    <text class="cap" x=${text.x} y=${text.y + 20}>${t('overview.drag')}</text>`;
};

/** Takes the pointer on the overview. */
export const overviewPan = (scene: Scene, move: (to: Offset) => void): TemplateResult | typeof nothing => {
  const { overview } = scene;
  if (!overview) return nothing;
  const go = (event: PointerEvent): void => {
    const area = event.currentTarget as HTMLElement;
    if (event.type === 'pointerdown') area.setPointerCapture(event.pointerId);
    else if (!area.hasPointerCapture(event.pointerId)) return;
    const box = area.getBoundingClientRect();
    const { slice } = overview.of.spec;
    const { window } = overview.of;
    move({
      query: Math.round(((event.clientY - box.top) / box.height) * slice.rows - window.rows / 2),
      key: Math.round(((event.clientX - box.left) / box.width) * slice.columns - window.columns / 2),
    });
  };
  const size = `${overview.size}px`;
  return html`<div
    class="pan"
    ${css({ left: `${overview.x}px`, top: `${overview.y}px`, width: size, height: size })}
    @pointerdown=${go}
    @pointermove=${go}
    @click=${(event: Event) => event.stopPropagation()}
  ></div>`;
};

/** The window moves just far enough to show a place. */
export const follow = (scene: Scene, query: number | undefined, key: number | undefined, now: Offset): Offset => {
  const rows = scene.matrices.find((one) => one.kind === 'main' && one.spec.slice.rowAxis === 'query')?.window;
  const columns = scene.matrices.find((one) => one.spec.slice.columnAxis === 'key')?.window;
  const shift = (at: number | undefined, first: number, count: number): number =>
    at === undefined || (at >= first && at < first + count) ? first : Math.max(0, Math.round(at - count / 2));
  const next = {
    query: rows ? shift(query, rows.row, rows.rows) : now.query,
    key: columns ? shift(key, columns.column, columns.columns) : now.key,
  };
  return next.query === now.query && next.key === now.key ? now : next;
};
