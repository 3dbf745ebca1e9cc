import { css } from 'lit';

export const derivation = css`
  .der {
    border-inline-start: 1px solid var(--line);
    padding-inline-start: 32px;
    min-width: 0;
  }
  .der-h {
    display: flex;
    align-items: baseline;
    justify-content: space-between;
    gap: 12px;
  }
  .der-h .link {
    font-size: 13px;
  }
  .der-s {
    color: var(--ink2);
    font-size: 14px;
    margin-top: 1px;
    overflow-wrap: anywhere;
  }
  .der-s b {
    white-space: pre-wrap;
  }
  .fml {
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    align-items: center;
    gap: 10px 20px;
    min-height: 52px;
    margin: 9px 0 11px;
    padding: 7px 0 8px;
    border-block: 1px solid var(--line);
    overflow-x: auto;
    direction: ltr;
  }
  math {
    font-size: 18px;
    width: auto;
  }
  .fml .lit {
    background: color-mix(in srgb, currentColor 16%, transparent);
    border-radius: 3px;
  }
  .fml [class] {
    cursor: default;
  }
  .fml code {
    font-size: 13px;
    color: var(--ink2);
    overflow-wrap: anywhere;
  }
  .sub {
    display: grid;
    grid-template-columns: 82px minmax(0, 1fr);
    gap: 4px 8px;
    margin-top: 10px;
    font-size: 14px;
    direction: ltr;
  }
  .sub > dt {
    color: var(--ink3);
    font-size: 13px;
    line-height: 21px;
  }
  .sub > dd {
    margin: 0 0 7px;
    line-height: 21px;
    min-width: 0;
  }
  .lanes {
    display: block;
    width: 100%;
    margin: 0 0 5px;
    overflow: visible;
  }
  .lanes text {
    font-size: 12px;
  }
  .lanes .base {
    stroke: var(--line);
    stroke-width: 1;
  }
  .fill-q {
    fill: var(--q);
  }
  .fill-k {
    fill: var(--k);
  }
  .fill-v {
    fill: var(--v);
  }
  .fill-a {
    fill: var(--a);
  }
  .fill-z {
    fill: var(--z);
  }
  .fill-n {
    fill: var(--ink2);
  }
  .lanes .first {
    fill: color-mix(in srgb, var(--ink) 8%, transparent);
  }
  .term {
    white-space: nowrap;
  }
  .term b {
    font-weight: 400;
  }
  .res {
    font-weight: 700;
  }
  .ex li {
    display: grid;
    grid-template-columns: 60px max-content minmax(20px, 1fr) 42px;
    gap: 6px;
    align-items: center;
    font-size: 13px;
    line-height: 20px;
  }
  .ex .w {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: pre;
  }
  .ex .hot {
    color: var(--k);
    font-weight: 700;
  }
  .ex .e {
    color: var(--ink2);
    white-space: nowrap;
  }
  .ex .n {
    text-align: end;
  }
  .ex .wide {
    grid-column: 1 / 4;
    color: var(--ink3);
  }
  .ex.ways li {
    grid-template-columns: minmax(0, 1fr) max-content 28px minmax(52px, max-content);
  }
  .ways .w {
    white-space: nowrap;
  }
  .ways .track b {
    background: currentColor;
  }
  .track {
    height: 8px;
    background: var(--zero);
    border-radius: 1px;
    display: block;
  }
  .track b {
    display: block;
    height: 8px;
    width: var(--w);
    background: var(--minus);
    border-radius: 1px;
  }
  .track b.on {
    background: var(--a);
  }
  .ex .sum {
    border-top: 1px solid var(--edge);
    margin-top: 3px;
    padding-top: 3px;
  }
  .final {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px 12px;
    margin-top: 2px;
  }
  .sub > dt.fin {
    align-self: center;
  }
  .ratio {
    display: inline-grid;
    justify-items: center;
    font-family: var(--math);
    font-size: 17px;
    line-height: 1.2;
  }
  .ratio .over {
    border-bottom: 1px solid currentColor;
    padding: 0 3px 1px;
  }
  .big {
    font-size: 30px;
    line-height: 42px;
    font-weight: 700;
    letter-spacing: -0.02em;
  }
  .hint {
    color: var(--ink2);
    font-size: 14px;
    margin-top: 10px;
  }
  .medium .der,
  .small .der,
  .phone .der {
    border-inline-start: 0;
    padding-inline-start: 0;
    border-top: 1px solid var(--line);
    padding-top: 18px;
  }
  .medium .sub,
  .small .sub {
    max-width: 560px;
  }
  .phone .ex li {
    grid-template-columns: minmax(0, 60px) minmax(0, max-content) minmax(8px, 1fr) 42px;
  }
  .phone .ex .e {
    white-space: normal;
  }
  .phone .sub {
    grid-template-columns: minmax(0, 1fr);
    gap: 0;
  }
  .phone .sub > dd {
    margin-bottom: 12px;
  }
  .phone .der-h .link,
  .phone .reset {
    min-height: 44px;
    border: 0;
    text-decoration: underline;
    text-underline-offset: 3px;
  }
`;
