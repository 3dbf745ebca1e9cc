import { css } from 'lit';

export const parameters = css`
  .params {
    display: flex;
    flex-wrap: wrap;
    gap: 14px 22px;
    align-items: center;
    border-top: 1px solid var(--line);
    margin-top: 12px;
    padding-top: 13px;
  }
  .grp {
    display: flex;
    gap: 12px;
    align-items: center;
    min-width: 0;
  }
  .lbl {
    font-size: 13px;
    line-height: 1.35;
    color: var(--ink2);
  }
  .lbl b {
    display: block;
    color: var(--ink);
    font-size: 14px;
  }
  .heads {
    display: flex;
    flex-wrap: wrap;
    gap: 10px;
  }
  .head {
    display: flex;
    gap: 6px;
    align-items: flex-start;
    font-size: 13px;
    color: var(--ink2);
  }
  .head canvas,
  .head .blank {
    display: block;
    width: 46px;
    height: 46px;
    border-radius: 2px;
  }
  .head .blank {
    display: grid;
    place-items: center;
    border: 1px dashed var(--edge);
    font-size: 12px;
    line-height: 13px;
    text-align: center;
    color: var(--ink3);
  }
  .head:hover .pic {
    outline: 1px solid var(--edge);
    outline-offset: 2px;
  }
  .head[aria-pressed='true'] {
    font-weight: 700;
    color: var(--ink);
  }
  .head[aria-pressed='true'] .pic {
    outline: 2px solid var(--a);
    outline-offset: 2px;
    border-radius: 2px;
  }
  .seg {
    display: inline-flex;
    border: 1px solid var(--edge);
    border-radius: 7px;
    overflow: hidden;
    font-size: 14px;
  }
  .seg button {
    padding: 4px 12px;
    white-space: nowrap;
  }
  .seg button + button {
    border-inline-start: 1px solid var(--edge);
  }
  .seg button:hover:not([disabled]) {
    background: var(--sink);
  }
  .seg [aria-pressed='true'],
  .seg [aria-pressed='true']:hover:not([disabled]) {
    background: var(--ink);
    color: var(--on-ink);
  }
  .seg button:focus-visible {
    outline-offset: -3px;
  }
  .seg button[aria-disabled='true'] {
    color: var(--ink3);
  }
  select.plain {
    padding: 4px 8px;
  }
  input[type='range'] {
    appearance: none;
    width: 88px;
    height: 24px;
    margin: 0;
    background: none;
    cursor: pointer;
  }
  input[type='range']::-webkit-slider-runnable-track {
    height: 2px;
    background: var(--edge);
  }
  input[type='range']::-moz-range-track {
    height: 2px;
    background: var(--edge);
  }
  input[type='range']::-webkit-slider-thumb {
    appearance: none;
    width: 18px;
    height: 18px;
    margin-top: -8px;
    border-radius: 50%;
    background: var(--raise);
    border: 2px solid var(--ink);
  }
  input[type='range']::-moz-range-thumb {
    width: 14px;
    height: 14px;
    border-radius: 50%;
    background: var(--raise);
    border: 2px solid var(--ink);
  }
  .switch {
    width: 40px;
    height: 22px;
    border: 1px solid var(--edge);
    border-radius: 11px;
    padding: 2px;
    background: var(--raise);
  }
  .switch i {
    display: block;
    width: 16px;
    height: 16px;
    border-radius: 50%;
    background: var(--ink3);
  }
  .switch[aria-checked='true'] {
    background: var(--ink);
  }
  .switch[aria-checked='true'] i {
    margin-inline-start: 18px;
    background: var(--on-ink);
  }
  .reset {
    margin-inline-start: auto;
    font-size: 14px;
  }
  .reset[aria-disabled='true'] {
    color: var(--ink3);
    border-color: transparent;
  }
`;
