import { html, type TemplateResult } from 'lit';
import { icon } from './icons.ts';

interface Round {
  /** The path on it: one of `shapes`. */
  shape: string;
  label: string;
  /** What a mouse over it is told; default: the label. */
  title?: string;
  disabled: boolean;
  act: () => void;
}

/** Play, step, back: a button with a picture; the one that plays is larger than the others. */
export const roundButton = (action: string, { shape, label, title = label, disabled, act }: Round): TemplateResult =>
  html`<button
    type="button"
    class=${action === 'play' ? 'round big' : 'round'}
    data-action=${action}
    aria-label=${label}
    title=${title}
    ?disabled=${disabled}
    @click=${act}
  >
    ${icon(shape)}
  </button>`;
