import { html, nothing, type TemplateResult } from 'lit';

/** As it is read out, and as its text is seen. */
export const spokenSymbol = (symbol: string): string => {
  const [letter, ...below] = symbol.split('_');
  return `${letter}${below.join(' ')}`;
};

/** `C_Q`: what follows the line stands below. */
export const symbolText = (symbol: string): TemplateResult => {
  const [letter, ...below] = symbol.split('_');
  return html`${letter}${below.length ? html`<sub>${below.join(' ')}</sub>` : nothing}`;
};
