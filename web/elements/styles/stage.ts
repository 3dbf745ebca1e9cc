import { css } from 'lit';

export const stage = css`
  .main {
    display: grid;
    grid-template-columns: minmax(0, 1fr) 420px;
    gap: 40px;
    margin-top: 18px;
    border-top: 1px solid var(--line);
    padding-top: 14px;
  }
  .main.solo {
    grid-template-columns: minmax(0, 1fr);
  }
  .st-h {
    display: flex;
    flex-wrap: wrap;
    gap: 0 14px;
    align-items: baseline;
    margin-bottom: 2px;
    min-height: 24px;
  }
  .st-h p {
    color: var(--ink2);
  }
  .phone .st-h {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
  }
  .phone .st-h .trans {
    grid-area: 1 / 2 / 3;
    align-self: center;
  }
  .phone .st-h .trans button {
    width: 44px;
    height: 44px;
  }
  .phone .st-h p {
    grid-column: 1 / 3;
  }
  .cnt {
    color: var(--ink3);
    font-size: 13px;
    white-space: nowrap;
  }
  .note {
    color: var(--ink3);
    font-size: 13px;
    line-height: 18px;
    margin-top: 6px;
    max-width: 70ch;
  }
  /* On low screens the whole figure in one view is worth more than the second sentence; it is read out all the same. */
  @media (max-height: 960px) {
    .wide .note {
      display: none;
    }
  }
  .scene {
    position: relative;
    direction: ltr;
    touch-action: pan-y;
  }
  /* Narrower than any phone: what does not fit is scrolled in its own place. */
  @media (max-width: 300px) {
    ap-stage {
      overflow-x: auto;
    }
  }
  .scene canvas {
    position: absolute;
    inset: 0;
    pointer-events: none;
  }
  .scene svg {
    position: absolute;
    inset: 0;
    overflow: visible;
    pointer-events: none;
  }
  .grid {
    position: absolute;
    cursor: crosshair;
  }
  .grid:focus-visible {
    outline-offset: 3px;
    border-radius: 2px;
  }
  .rowhit {
    position: absolute;
    inset-inline-start: 0;
    cursor: pointer;
  }
  svg text {
    font-family: inherit;
    fill: var(--ink2);
  }
  .lab {
    font-size: 12.5px;
  }
  svg .hotq {
    fill: var(--q);
    font-weight: 700;
  }
  svg .hotk {
    fill: var(--k);
    font-weight: 700;
  }
  svg .num {
    letter-spacing: -0.02em;
  }
  svg .num.black {
    fill: #000;
  }
  svg .num.white {
    fill: #fff;
  }
  svg .from {
    font-size: 14px;
  }
  svg .tick {
    font-size: 12px;
    fill: var(--ink3);
  }
  svg .op {
    font-size: 14px;
    font-weight: 700;
    fill: var(--a);
  }
  .cap {
    font-size: 13px;
  }
  svg .dimn {
    fill: var(--ink3);
    font-size: 12px;
  }
  svg .sym {
    font-size: 18px;
  }
  svg .sym.up {
    font-size: 11px;
  }
  svg .sym.q {
    fill: var(--q);
  }
  svg .sym.k {
    fill: var(--k);
  }
  svg .sym.v {
    fill: var(--v);
  }
  svg .sym.a {
    fill: var(--a);
  }
  svg .sym.z {
    fill: var(--z);
  }
  svg .mt {
    font-size: 14px;
    font-weight: 700;
    fill: var(--ink);
  }
  svg .sym.d,
  svg .sym.n {
    fill: var(--ink);
  }
`;
