import { html, nothing, svg, type TemplateResult } from 'lit';
import { css } from '../../elements/lib/css.ts';
import { column } from '../../elements/lib/format.ts';
import type { Decoded, DecodedPiece } from '../../engine/types/learning.ts';
import { say } from '../words.ts';
import { pieceLabel } from './matrix.ts';

/** An entry of a step, as it turned out. */
export type Fate = 'chosen' | 'kept' | 'ended' | 'dropped';

/** Where somebody looks: an entry of a step. */
export interface Spot {
  step: number;
  entry: number;
}

/** Pixels; the height of a row is that of the matrix beside it (translate.css). */
const pitch = 40;
const wide = 78;
const chip = { width: 70, height: 26 };

/** The entries of the text that was chosen, step by step. */
const chosenIn = ({ steps, pieces }: Decoded): number[] => {
  let entry = (steps[pieces.length - 1] ?? []).indexOf(pieces.at(-1)!);
  const chosen: number[] = [];
  for (let step = pieces.length - 1; step >= 0; --step) {
    chosen[step] = entry;
    entry = steps[step]?.[entry]?.parent ?? -1;
  }
  return chosen;
};

export const fatesOf = (decoded: Decoded): Fate[][] => {
  const chosen = chosenIn(decoded);
  return decoded.steps.map((entries, step) =>
    entries.map(({ text }, entry): Fate => {
      if (chosen[step] === entry) return 'chosen';
      if (!text) return 'ended';
      const next = decoded.steps[step + 1];
      // What stands in the last step has not been dropped by anything but the end of the search.
      return next?.some(({ parent }) => parent === entry) ? 'kept' : 'dropped';
    }),
  );
};

const told = (entry: DecodedPiece, before: DecodedPiece | undefined, fate: Fate): string => {
  const own = Math.exp(entry.logProbability - (before?.logProbability ?? 0));
  return say('translate.entry', {
    said: entry.text || say('translate.end'),
    parent: before
      ? say('translate.entry.after', { said: before.text, place: entry.parent + 1 })
      : say('translate.entry.first'),
    all: column(entry.logProbability, 2),
    own: own.toFixed(3),
    fate: say(`translate.fate.${fate}`),
  });
};

/** The beam, a row for each step: what stayed in it, from which entry each goes on, and what nothing went on from. */
export const beamView = (
  decoded: Decoded,
  shown: number,
  spot: Spot | undefined,
  choose: (spot: Spot) => void,
): TemplateResult => {
  const { steps } = decoded;
  const fates = fatesOf(decoded);
  const widest = Math.max(...steps.map((entries) => entries.length), 1);
  const middle = (entry: number) => entry * wide + chip.width / 2;
  const [top, bottom] = [(pitch - chip.height) / 2, (pitch + chip.height) / 2];
  return html`<div
    class="beam"
    ${css({ width: `${widest * wide - (wide - chip.width)}px`, height: `${steps.length * pitch}px` })}
  >
    <svg width=${widest * wide} height=${steps.length * pitch} aria-hidden="true">
      ${steps.slice(1, shown).map((entries, i) =>
        entries.map(({ parent }, entry) => {
          const both = fates[i + 1]![entry] === 'chosen' && fates[i]![parent] === 'chosen';
          const from = `${middle(parent)} ${i * pitch + bottom}`;
          return svg`<path class=${both ? 'chosen' : ''} d=${`M${from}L${middle(entry)} ${(i + 1) * pitch + top}`}></path>`;
        }),
      )}
    </svg>
    ${steps.slice(0, shown).map(
      (entries, step) =>
        html`<div class="step" role="group" aria-label=${say('translate.step', { step: step + 1 })}>
          ${entries.map((entry, at) => {
            const fate = fates[step]![at]!;
            const tells = told(entry, steps[step - 1]?.[entry.parent], fate);
            return html`<button
              type="button"
              class=${`entry ${fate}`}
              aria-pressed=${spot?.step === step && spot.entry === at ? 'true' : 'false'}
              aria-label=${tells}
              title=${tells}
              ${css({ left: `${at * wide}px`, top: `${step * pitch + top}px` })}
              @click=${() => choose({ step, entry: at })}
            >
              <b>${pieceLabel(entry.text)}</b> ${column(entry.logProbability, 2)}
            </button>`;
          })}
        </div>`,
    )}
    ${shown ? nothing : html`<p class="what">${say('translate.beam.empty')}</p>`}
  </div>`;
};
