import { css } from 'lit';

export const marks = css`
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
  .toklist .tok,
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
  .toklist button:disabled {
    opacity: 0.45;
    background: none;
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
