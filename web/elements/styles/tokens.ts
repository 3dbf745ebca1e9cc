import { css } from 'lit';

/**
 * One palette for every page, each colour overridable from outside as --ap-<name>.
 * Five roles, at least 0.07 apart in OKLab for all common kinds of colour vision; text at least 4.5:1.
 */
export const tokens = css`
  .root {
    /* How the page sets its own text (capitals, wide letters, indents) ends here; whether it is seen at all does not. */
    all: initial;
    visibility: inherit;
    pointer-events: inherit;
    --bg: var(--ap-bg, #fcfbf8);
    --raise: var(--ap-raise, #ffffff);
    --sink: var(--ap-sink, #f4f2ec);
    --ink: var(--ap-ink, #1b1d21);
    --ink2: var(--ap-ink2, #50555d);
    --ink3: var(--ap-ink3, #656b73);
    --line: var(--ap-line, #e3e0d7);
    --edge: var(--ap-edge, #8a8d92);
    --q: var(--ap-q, #126ecf);
    --k: var(--ap-k, #8a3300);
    --v: var(--ap-v, #427a02);
    --a: var(--ap-a, #a12c86);
    --z: var(--ap-z, #06504f);
    --zero: var(--ap-zero, #f3f1eb);
    --minus: var(--ap-minus, #59616d);
    /* Differences between two runs: no role's colours, and far apart for all kinds of colour vision. */
    --more: var(--ap-more, #8f6400);
    --less: var(--ap-less, #5a3fb8);
    --on: var(--ap-on, #ffffff);
    /* Written on ink, and lying over lines: opaque, also where the page makes the ground see-through. */
    --on-ink: var(--ap-on-ink, #fcfbf8);
    /* 5 %: the query's own colour on it stays above 4.5:1. */
    --band: color-mix(in srgb, var(--q) 5%, transparent);
    --warn: var(--ap-warn, #8a3300);
    --math: 'Latin Modern Math', 'STIX Two Text', Cambria, 'Times New Roman', 'Liberation Serif', serif;
    --text: var(--ap-font, 'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', sans-serif);
    color-scheme: light;
  }
  .root[data-theme='dark'] {
    --bg: var(--ap-bg, #14161a);
    --raise: var(--ap-raise, #1b1e23);
    --sink: var(--ap-sink, #1f2228);
    --ink: var(--ap-ink, #ecedef);
    --ink2: var(--ap-ink2, #b3b8c0);
    --ink3: var(--ap-ink3, #979da6);
    --line: var(--ap-line, #2c3038);
    --edge: var(--ap-edge, #747b86);
    --q: var(--ap-q, #5aa2ff);
    --k: var(--ap-k, #ffbd8c);
    --v: var(--ap-v, #86b422);
    --a: var(--ap-a, #e274bc);
    --z: var(--ap-z, #2cdbec);
    --zero: var(--ap-zero, #22252b);
    --minus: var(--ap-minus, #a3abb8);
    --more: var(--ap-more, #f0c040);
    --less: var(--ap-less, #a493ff);
    --on: var(--ap-on, #101216);
    --on-ink: var(--ap-on-ink, #14161a);
    --band: color-mix(in srgb, var(--q) 10%, transparent);
    --warn: var(--ap-warn, #ffbd8c);
    color-scheme: dark;
  }
`;
