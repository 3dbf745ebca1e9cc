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
  svg .sym.n {
    fill: var(--ink);
  }
  .band {
    fill: var(--band);
  }
  .ol,
  .thin {
    fill: none;
    stroke-width: 2;
    stroke: var(--ink2);
  }
  .ol.row {
    stroke-width: 1.5;
  }
  .thin {
    stroke-width: 1.5;
  }
  .ol.q,
  .thin.q,
  .wire.q {
    stroke: var(--q);
  }
  .ol.k,
  .thin.k,
  .wire.k,
  .guide.k {
    stroke: var(--k);
  }
  .ol.v,
  .thin.v,
  .wire.v,
  .guide.v {
    stroke: var(--v);
  }
  .ol.a,
  .thin.a,
  .wire.a {
    stroke: var(--a);
  }
  .ol.z,
  .thin.z,
  .wire.z {
    stroke: var(--z);
  }
  .ol.cell {
    stroke: var(--ink);
  }
  .pin {
    fill: none;
    stroke: var(--ink);
    stroke-width: 2.5;
  }
  .here {
    fill: none;
    stroke: var(--ink);
    stroke-width: 1.5;
  }
  .pd {
    fill: var(--ink);
  }
  .wire {
    fill: none;
    stroke-width: 2;
    stroke: var(--ink2);
  }
  .guide {
    fill: none;
    stroke-width: 1;
    opacity: 0.55;
    stroke: var(--ink2);
  }
  .arrow {
    stroke: var(--a);
    stroke-width: 2;
  }
  .ahead {
    fill: var(--a);
  }
  .mark {
    fill: var(--ink);
  }
  .neg {
    stroke: var(--ink);
    stroke-width: 1.4;
    opacity: 0.62;
  }
  .leader {
    fill: none;
    stroke: var(--edge);
  }
  .frame {
    fill: none;
    stroke: var(--ink);
    stroke-width: 1.5;
  }
  .glow .ol {
    stroke-width: 3;
  }
  .tip {
    position: absolute;
    z-index: 3;
    inset: 0 auto auto 0;
    display: flex;
    gap: 18px;
    max-width: 300px;
    padding: 4px 10px;
    border: 1px solid var(--edge);
    border-radius: 6px;
    background: var(--raise);
    font-size: 13px;
    line-height: 20px;
    white-space: nowrap;
    pointer-events: none;
  }
  .tip b {
    margin-inline-start: auto;
  }
  .tip span {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .pan {
    position: absolute;
    cursor: grab;
    touch-action: none;
  }
  .toklist {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(132px, 1fr));
    gap: 2px 20px;
    margin-top: 14px;
    max-height: 420px;
    overflow-y: auto;
    padding: 3px;
  }
  .toklist button {
    display: flex;
    gap: 10px;
    align-items: baseline;
    width: 100%;
    padding: 3px 6px;
    border-radius: 6px;
  }
  .toklist button:hover {
    background: var(--sink);
  }
  .toklist .n {
    width: 3ch;
    text-align: end;
    font-size: 12px;
    color: var(--ink3);
  }
  .toklist .w {
    white-space: pre;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .toklist .inner {
    font-size: 12px;
    color: var(--ink3);
  }
  .toklist [aria-pressed='true'] {
    box-shadow: inset 0 0 0 2px var(--q);
    font-weight: 700;
    color: var(--q);
  }
  .medium .main,
  .small .main,
  .phone .main {
    grid-template-columns: minmax(0, 1fr);
  }
  .phone .main {
    gap: 24px;
    margin-top: 16px;
    padding-top: 16px;
  }
  .phone .toklist button {
    min-height: 44px;
    align-items: center;
  }
`;
