import { html, type TemplateResult } from 'lit';
import * as icons from '../lib/icons.ts';
import type { Translate } from '../lib/locale.ts';

interface Transport {
  playing: boolean;
  first: boolean;
  last: boolean;
  step: (by: number) => void;
  play: () => void;
  t: Translate;
}

/** At an end a button keeps the focus, so it is not disabled but only said to be. */
export const transport = ({ playing, first, last, step, play, t }: Transport): TemplateResult => html`
  <div class="trans" part="transport" role="group" aria-label=${t('transport.label')}>
    <button
      type="button"
      aria-label=${t('transport.previous')}
      aria-disabled=${first}
      @click=${() => first || step(-1)}
    >
      ${icons.previous}
    </button>
    <button type="button" class="play" aria-label=${t(playing ? 'transport.pause' : 'transport.play')} @click=${play}>
      ${playing ? icons.pause : icons.play}
    </button>
    <button type="button" aria-label=${t('transport.next')} aria-disabled=${last} @click=${() => last || step(1)}>
      ${icons.next}
    </button>
  </div>
`;
