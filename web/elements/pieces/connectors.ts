import { nothing, svg, type SVGTemplateResult } from 'lit';
import type { Trace } from '../../engine/types.ts';
import type { Translate } from '../lib/locale.ts';
import { activeRow } from '../scene/places.ts';
import type { Scene } from '../scene/placed.ts';
import type { SceneSpec } from '../scene/spec.ts';

/** What stands between matrices: the op's arrow, the wire of a product, a plus; all on the active row. */
export const connectors = (
  scene: Scene,
  spec: SceneSpec,
  trace: Trace,
  query: number,
  t: Translate,
): SVGTemplateResult[] =>
  scene.connectors.map((one) => {
    const { from, to } = one;
    const { window } = to;
    const row = activeRow(trace, to.spec, query) - window.row;
    const onRow = row >= 0 && row < window.rows;
    const y = onRow ? to.y + (row + 0.5) * to.pitchY - to.gap / 2 : to.y + to.height / 2;
    const [x0, x1] = [one.x, one.x + one.width];
    const middle = (x0 + x1) / 2;
    if (one.kind === 'wire')
      return svg`<path class=${`wire ${from.spec.letter}`} d=${`M${x0 + 2} ${y}H${x1 - 3}`}></path>`;
    if (one.kind !== 'arrow')
      return svg`<text class="op" x=${middle} y=${y + 5} text-anchor="middle">${one.kind === 'plus' ? '+' : '×'}</text>`;
    // Words stand off the row line, so that they never lie on the band's cells.
    const note = spec.arrowNote ? t(`arrow.${spec.arrowNote}`) : '';
    const words = wrap(spec.arrow);
    return svg`
      <path class="arrow" d=${`M${x0 + 8} ${y}H${x1 - 9}`}></path>
      <path class="ahead" d=${`M${x1 - 8} ${y}l-8 -4.5v9z`}></path>
      ${words.map((word, i) => svg`<text class="op" x=${middle} y=${y - 15 - 16 * (words.length - 1 - i)} text-anchor="middle">${word}</text>`)}
      ${note ? svg`<text class="tick" x=${middle} y=${y + 21} text-anchor="middle">${note}</text>` : nothing}`;
  });

/** The gap is narrow: two words stand on two lines. */
const wrap = (text: string): string[] => (text.length <= 8 ? [text] : text.split(' '));

/** One tinted band runs through the active row of all matrices: one row is the story. */
export const bands = (scene: Scene, trace: Trace, query: number): SVGTemplateResult[] =>
  scene.bands.flatMap((one) => {
    const matrix = scene.matrices.find((other) => other.kind === 'main' && other.column === one.column);
    const row = matrix ? activeRow(trace, matrix.spec, query) - matrix.window.row : -1;
    if (!matrix || row < 0 || row >= matrix.window.rows) return [];
    const y = matrix.y + row * matrix.pitchY - 1;
    const width = Math.max(0, one.width - one.x);
    return [svg`<rect class="band" x=${one.x} y=${y} width=${width} height=${matrix.pitchY + 1} rx="3"></rect>`];
  });
