import { html, nothing, type TemplateResult } from 'lit';

/** `C_Q`: what follows the line stands below. */
export const symbolText = (symbol: string): TemplateResult => {
  const [letter, ...below] = symbol.split('_');
  return html`${letter}${below.length ? html`<sub>${below.join(' ')}</sub>` : nothing}`;
};
