import { unsafeCSS, type CSSResult } from 'lit';
import { mathCss } from '../../generated/math-css.ts';

/** What the formulas would carry as style attributes, as one sheet of the shadow root. */
export const mathSheet: CSSResult = unsafeCSS(mathCss);
