import { html, type TemplateResult } from 'lit';

/** What stands on round buttons: paths in a square of 20. */
export const shapes = {
  play: 'M5 3l12 7-12 7z',
  pause: 'M4 3h4v14H4zM12 3h4v14h-4z',
  step: 'M4 4l9 6-9 6zM14 4h2.5v12H14z',
  back: 'M16 4l-9 6 9 6zM6 4H3.5v12H6z',
  reset: 'M10 4V1L5 5l5 4V6a4.5 4.5 0 11-4.5 4.5H3A7 7 0 1010 4z',
};

export const icon = (path: string): TemplateResult =>
  html`<svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true"><path d=${path} fill="currentColor" /></svg>`;
