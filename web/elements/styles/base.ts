import { css } from 'lit';

export const base = css`
  :host {
    display: block;
  }
  :host([hidden]) {
    display: none;
  }
  [hidden] {
    display: none !important;
  }
  .root {
    display: block;
    position: relative;
    background: var(--bg);
    color: var(--ink);
    font: 15px/1.5 var(--text);
    font-variant-numeric: tabular-nums;
    -webkit-font-smoothing: antialiased;
  }
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  ap-sentence,
  ap-source,
  ap-rail,
  ap-thumbnail,
  ap-stage,
  ap-derivation,
  ap-formula,
  ap-parameters,
  ap-heads,
  ap-editor,
  ap-notice {
    display: block;
    min-width: 0;
  }
  button,
  select,
  textarea {
    font: inherit;
    color: inherit;
  }
  button {
    background: none;
    border: 0;
    padding: 0;
    margin: 0;
    cursor: pointer;
    text-align: inherit;
  }
  button[disabled],
  button[aria-disabled='true'] {
    cursor: default;
  }
  :focus-visible {
    outline: 2px solid var(--q);
    outline-offset: 2px;
    border-radius: 4px;
  }
  h2,
  h3,
  p,
  ol,
  ul,
  dl,
  dd {
    margin: 0;
    padding: 0;
  }
  ol,
  ul {
    list-style: none;
  }
  .q {
    color: var(--q);
  }
  .k {
    color: var(--k);
  }
  .v {
    color: var(--v);
  }
  .a {
    color: var(--a);
  }
  .z {
    color: var(--z);
  }
  .sym {
    font-family: var(--math);
    font-style: italic;
  }
  .dim {
    color: var(--ink3);
  }
  .link {
    color: var(--ink2);
    border-bottom: 1px solid var(--edge);
    line-height: 1.3;
  }
  .link:hover {
    color: var(--ink);
  }
  .spoken {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .title {
    font-size: 17px;
    letter-spacing: -0.01em;
    line-height: 1.4;
    font-weight: 700;
  }
  .plain {
    border: 1px solid var(--edge);
    border-radius: 7px;
    padding: 4px 12px;
    background: var(--raise);
    font-size: 14px;
    white-space: nowrap;
  }
  .plain:hover {
    background: var(--sink);
  }
  .phone .plain {
    min-height: 44px;
  }
  .waiting {
    min-height: 420px;
    display: grid;
    place-items: center;
    color: var(--ink3);
  }
`;
