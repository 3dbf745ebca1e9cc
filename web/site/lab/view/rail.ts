import { html, type TemplateResult } from 'lit';
import * as format from '../../../elements/lib/format.ts';
import type { Translate } from '../../../elements/lib/locale.ts';
import { memo } from '../../../elements/lib/memo.ts';
import { transport } from '../../../elements/pieces/transport.ts';
import type { AttentionLab } from '../attention-lab.ts';
import type { Pair } from '../pair.ts';

const none: ReadonlyMap<string, string> = new Map();

/** By how much a stage's numbers differ, below its picture. */
const factsOf = memo(
  (pair: Pair, t: Translate): ReadonlyMap<string, string> =>
    new Map(
      pair.frames.map((frame) => {
        const comparable = frame.main.filter((name) => pair.trace.comparable(name));
        const moved = comparable.map((name) => pair.trace.difference(name)).filter(({ same }) => !same);
        const max = Math.max(0, ...moved.map((one) => one.max));
        const alone = frame.first ? (frame.second ? 'lab.rail.unlike' : 'lab.rail.first') : 'lab.rail.second';
        const masked = moved.reduce((sum, one) => sum + one.maskedOnce, 0);
        const said =
          max > 0 ? `±${format.bound(max)}` : masked ? t('lab.rail.masked', { count: masked }) : t('lab.rail.same');
        return [frame.key, comparable.length ? said : t(alone)];
      }),
    ),
);

export const railOf = (lab: AttentionLab, pair: Pair): TemplateResult => {
  const { t, frames, index, palette, size } = lab;
  // A stage's picture is its difference, painted in the colours of differences.
  const apart = pair.trace.first.tokens.length !== pair.trace.second.tokens.length;
  const painted = palette && !apart ? { ...palette, ramps: { ...palette.ramps, n: palette.ramps.d } } : palette;
  return html`<div class="railrow ${lab.veiled ? 'kept' : ''}">
    ${transport({
      playing: lab.playing,
      first: index === 0,
      last: index >= frames.length - 1,
      step: (by) => lab.go(by),
      play: () => lab.toggle(),
      t,
    })}
    <ap-rail
      .frames=${frames}
      .current=${index}
      .store=${lab.veiled ? undefined : pair.store}
      .version=${lab.runs.version}
      .selection=${lab.selection}
      .palette=${painted}
      .phone=${size === 'phone'}
      .facts=${lab.veiled ? none : factsOf(pair, t)}
      .t=${t}
    ></ap-rail>
  </div>`;
};
