import { css } from 'lit';

export const rail = css`
  .railrow {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 28px;
    align-items: end;
    margin-top: 18px;
  }
  .railrow.solo {
    grid-template-columns: minmax(0, 1fr);
  }
  .trans {
    display: flex;
    gap: 6px;
    align-items: center;
    padding-bottom: 2px;
  }
  .trans button {
    width: 36px;
    height: 36px;
    border-radius: 50%;
    display: grid;
    place-items: center;
    border: 1px solid var(--line);
    background: var(--raise);
  }
  .trans button:hover:not([aria-disabled='true']) {
    border-color: var(--edge);
  }
  .trans button[aria-disabled='true'] {
    color: var(--ink3);
    opacity: 0.6;
  }
  .trans .play {
    width: 44px;
    height: 44px;
    background: var(--ink);
    border-color: var(--ink);
    color: var(--on-ink);
  }
  .trans svg {
    fill: currentColor;
    display: block;
  }
  .steps {
    display: flex;
    position: relative;
  }
  .steps li {
    position: relative;
    flex: 1 1 0;
    min-width: 0;
  }
  .steps button {
    display: flex;
    flex-direction: column;
    align-items: center;
    width: 100%;
    position: relative;
    z-index: 2;
    padding-bottom: 19px;
  }
  .th {
    height: 44px;
    display: flex;
    gap: 3px;
    align-items: center;
    justify-content: center;
    border-radius: 3px;
  }
  .th canvas {
    display: block;
  }
  .nm {
    font-size: 14px;
    line-height: 20px;
    margin-top: 6px;
    color: var(--ink2);
    max-width: 100%;
    white-space: nowrap;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .nm .sym {
    font-size: 15px;
  }
  sub {
    font-size: 10px;
    line-height: 0;
  }
  .sh {
    font-size: 12px;
    line-height: 14px;
    min-height: 14px;
    color: var(--ink3);
    white-space: nowrap;
  }
  .steps.crowded .sh {
    visibility: hidden;
  }
  .steps.crowded .nm {
    font-size: 12px;
  }
  .steps.crowded .cur .sh {
    visibility: visible;
  }
  .steps li::before {
    content: '';
    position: absolute;
    inset-inline: -50% 50%;
    bottom: 4px;
    height: 2px;
    background: var(--line);
  }
  .steps li:first-child::before {
    display: none;
  }
  .steps li.done::before,
  .steps li.cur::before {
    background: var(--ink);
  }
  .steps li::after {
    content: '';
    z-index: 1;
    position: absolute;
    inset-inline-start: calc(50% - 4px);
    bottom: 1px;
    width: 8px;
    height: 8px;
    border-radius: 50%;
    background: linear-gradient(var(--bg) 0 0), var(--on-ink);
    box-shadow: inset 0 0 0 2px var(--line);
  }
  .steps li.done::after {
    background: var(--ink);
    box-shadow: none;
  }
  .steps li.cur::after {
    width: 16px;
    height: 16px;
    inset-inline-start: calc(50% - 8px);
    bottom: -3px;
    background: var(--a);
    box-shadow:
      0 0 0 3px var(--on-ink),
      0 0 0 4px var(--a);
  }
  .steps .cur .nm {
    color: var(--ink);
    font-weight: 700;
  }
  .steps .cur .th {
    outline: 2px solid var(--a);
    outline-offset: 4px;
  }
  .steps .todo .th {
    opacity: 0.75;
  }
  .th .bar {
    fill: var(--ink3);
    opacity: 0.55;
  }
  .steps button:hover .nm {
    color: var(--ink);
  }
  .small .railrow {
    grid-template-columns: 1fr;
    gap: 12px;
  }
  .small .railrow .trans {
    order: 2;
    justify-content: center;
  }
  .small .nm {
    font-size: 12px;
  }
  .phone .railrow {
    grid-template-columns: minmax(0, 1fr);
    margin-top: 2px;
  }
  .phone .th {
    height: 30px;
    gap: 1px;
  }
  .phone .nm,
  .phone .sh {
    display: none;
  }
  .phone .steps button {
    min-height: 52px;
  }
  .phone .steps .cur .th {
    outline-offset: 2px;
  }
`;
