import { css } from 'lit';

export const foot = css`
  .loader,
  .running {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 14px;
    font-size: 14px;
  }
  .foot .loader {
    font-size: 13px;
  }
  .loader progress,
  .running progress {
    width: 180px;
    height: 8px;
    accent-color: var(--a);
  }
  .foot {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 8px 24px;
    align-items: center;
    margin-top: 12px;
    padding-bottom: 12px;
    font-size: 13px;
    color: var(--ink2);
  }
  .keys {
    display: flex;
    gap: 4px 18px;
    flex-wrap: wrap;
  }
  kbd {
    font: inherit;
    font-size: 12px;
    border: 1px solid var(--edge);
    border-bottom-width: 2px;
    border-radius: 4px;
    padding: 0 5px;
    margin-inline-end: 2px;
    color: var(--ink);
  }
  .badge {
    display: flex;
    gap: 8px;
    align-items: center;
    white-space: nowrap;
    margin-inline-start: auto;
  }
  .badge::before {
    content: '';
    width: 7px;
    height: 7px;
    border-radius: 50%;
    background: var(--v);
  }
  .notices {
    display: grid;
    gap: 8px;
    margin-top: 12px;
  }
  .notice {
    display: flex;
    flex-wrap: wrap;
    gap: 6px 14px;
    align-items: center;
    padding: 8px 12px;
    border-inline-start: 3px solid var(--edge);
    background: var(--sink);
    font-size: 14px;
    overflow-wrap: anywhere;
  }
  .notice.error {
    border-color: var(--warn);
  }
  .old {
    margin-top: 8px;
    font-size: 14px;
    color: var(--ink2);
  }
  .stale .chips,
  .stale .arcs,
  .stale ap-rail,
  .stale .main {
    filter: grayscale(1);
    opacity: 0.45;
  }
  .sheet {
    border: 1px solid var(--edge);
    border-radius: 7px;
    padding: 20px 24px;
    background: var(--raise);
    color: var(--ink);
    max-width: min(560px, calc(100vw - 32px));
    font: 14px/1.5 var(--text);
  }
  .sheet::backdrop {
    background: rgb(0 0 0 / 0.35);
  }
  .sheet dl {
    display: grid;
    grid-template-columns: auto 1fr;
    gap: 6px 18px;
    margin: 12px 0 16px;
  }
  .phone .params {
    flex-direction: column;
    align-items: stretch;
    gap: 22px;
  }
  .phone .grp {
    flex-wrap: wrap;
    gap: 8px 14px;
  }
  .phone .grp .lbl {
    width: 100%;
  }
  .phone .heads {
    gap: 14px;
  }
  .phone .head {
    flex-direction: column;
    gap: 3px;
    align-items: center;
  }
  .phone .head canvas,
  .phone .head .blank {
    width: 72px;
    height: 72px;
  }
  .phone input[type='range'] {
    width: 100%;
    height: 44px;
  }
  .phone .seg {
    width: 100%;
  }
  .phone .seg button {
    flex: 1;
    padding: 10px 0;
    min-height: 44px;
    text-align: center;
  }
  .phone .switch {
    width: 64px;
    height: 44px;
    border-radius: 22px;
    padding: 2px 13px;
  }
  .phone .reset {
    margin-inline-start: 0;
    align-self: flex-start;
    min-height: 44px;
  }
  .phone .foot {
    flex-direction: column;
    align-items: flex-start;
  }
  .phone .loader .link {
    min-height: 44px;
    border: 0;
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  .phone .keys {
    display: none;
  }
  .phone .badge {
    white-space: normal;
    margin-inline-start: 0;
  }
`;
