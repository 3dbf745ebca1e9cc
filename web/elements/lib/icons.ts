import { html, type TemplateResult } from 'lit';

const icon = (path: string, size = 14): TemplateResult =>
  html`<svg width=${size} height=${size} viewBox="0 0 14 14" aria-hidden="true"><path d=${path} /></svg>`;

export const previous = icon('M2 2h2v10H2zM12 2v10L5 7z');
export const next = icon('M10 2h2v10h-2zM2 2v10l7-5z');
export const play = icon('M3.4 1.6L12.4 7L3.4 12.4z', 16);
export const pause = icon('M3 2h3v10H3zM8 2h3v10H8z', 16);

export const pencil = html`<svg
  width="13"
  height="13"
  viewBox="0 0 14 14"
  fill="none"
  stroke="currentColor"
  stroke-width="1.5"
  aria-hidden="true"
>
  <path d="M2 12l.7-3L9.5 2.2l2.3 2.3L5 11.3z" />
</svg>`;
