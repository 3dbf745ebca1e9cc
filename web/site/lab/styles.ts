import { css } from 'lit';

export const labStyles = css`
  .root {
    padding-bottom: 16px;
  }
  .labtop {
    padding-top: 16px;
    max-width: 860px;
  }
  .sides {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    gap: 12px 56px;
    margin-top: 14px;
  }
  .side {
    min-width: 0;
    display: flex;
    flex-direction: column;
  }
  .side ap-sentence {
    margin-top: auto;
  }
  .side .own,
  .auto .der-h .link {
    display: none;
  }
  /* Bars say what is read; arcs of two sentences side by side would be decoration. */
  .side .arcs {
    display: none;
  }
  .side .sent.arched .line {
    margin-top: 0;
  }
  .side .chip {
    font-size: 15px;
  }
  .side .chip .t {
    height: 29px;
    line-height: 28px;
    padding: 0 6px;
  }
  .side .chips {
    gap: 4px;
  }
  .side .chip.join {
    margin-inline-start: -3px;
  }
  .sideh {
    display: flex;
    flex-wrap: wrap;
    gap: 6px 12px;
    align-items: center;
    min-height: 34px;
    margin-bottom: 6px;
  }
  .kept .th {
    visibility: hidden;
  }
  .sideh b,
  .sideh label {
    font-weight: 700;
  }
  .sideh select {
    max-width: 280px;
  }
  .root select.plain,
  .root input.plain {
    font: inherit;
    font-size: 14px;
    color: inherit;
    padding: 4px 8px;
    border: 1px solid var(--edge);
    border-radius: 7px;
    background: var(--raise);
    min-width: 0;
  }
  .root input.plain {
    width: 132px;
    cursor: text;
  }
  .plain[aria-disabled='true'] {
    color: var(--ink3);
    border-color: var(--line);
    background: none;
  }
  .plain.strong {
    background: var(--ink);
    border-color: var(--ink);
    color: var(--on-ink);
  }
  .differs {
    margin-top: 14px;
    border-top: 1px solid var(--line);
    padding-top: 10px;
  }
  .differs table {
    border-collapse: collapse;
    width: 100%;
    table-layout: fixed;
    font-size: 14px;
  }
  .differs th,
  .differs td {
    text-align: start;
    vertical-align: top;
    padding: 3px 16px 3px 0;
    font-weight: 400;
  }
  .differs th {
    width: 120px;
    color: var(--ink3);
  }
  .differs p,
  .quiet {
    color: var(--ink3);
    font-size: 13px;
  }
  .acts {
    display: flex;
    flex-wrap: wrap;
    gap: 10px 18px;
    align-items: center;
    margin-top: 14px;
    border-top: 1px solid var(--line);
    padding-top: 12px;
  }
  .act {
    display: flex;
    flex-wrap: wrap;
    gap: 6px 8px;
    align-items: center;
    font-size: 14px;
  }
  .act,
  .act select {
    min-width: 0;
    max-width: 100%;
  }
  .act label,
  .act .lbl {
    color: var(--ink2);
  }
  .act .lbl b {
    display: inline;
  }
  .act .which {
    font-weight: 700;
    color: var(--q);
  }
  .push {
    margin-inline-start: auto;
  }
  .found {
    margin-top: 14px;
    font-size: 17px;
    line-height: 1.4;
    letter-spacing: -0.01em;
    max-width: 90ch;
  }
  .found + .found {
    margin-top: 2px;
    font-size: 15px;
    color: var(--ink2);
    letter-spacing: 0;
  }
  .trio {
    margin-top: 10px;
  }
  .trio + .trio {
    border-top: 1px solid var(--line);
    padding-top: 10px;
  }
  .two {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    gap: 24px;
  }
  .phone .two {
    grid-template-columns: minmax(0, 1fr);
  }
  .trio .sum {
    color: var(--ink2);
    font-size: 14px;
  }
  .chooser {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    align-items: center;
    margin-top: 10px;
    font-size: 13px;
    color: var(--ink2);
  }
  .chooser button {
    border: 1px solid var(--edge);
    border-radius: 6px;
    padding: 1px 8px;
    background: var(--raise);
  }
  .chooser [aria-pressed='true'] {
    background: var(--ink);
    border-color: var(--ink);
    color: var(--on-ink);
  }
  .pairs {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    gap: 24px 56px;
    margin-top: 16px;
    border-top: 1px solid var(--line);
    padding-top: 14px;
  }
  .pairs > div > .name {
    font-size: 13px;
    color: var(--ink3);
  }
  .pairs .params {
    border-top: 0;
    margin-top: 4px;
    padding-top: 0;
  }
  .labmain {
    margin-top: 16px;
    border-top: 1px solid var(--line);
    padding-top: 14px;
  }
  .veil {
    display: grid;
    gap: 10px;
    margin-top: 14px;
    padding: 14px 16px;
    border-inline-start: 3px solid var(--a);
    background: var(--sink);
  }
  .veil .row {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 16px;
    align-items: center;
  }
  .veil input[type='range'] {
    width: min(320px, 100%);
  }
  .cosines {
    display: flex;
    flex-wrap: wrap;
    gap: 6px 24px;
    align-items: baseline;
    margin-top: 12px;
    font-size: 14px;
  }
  .cosines .track {
    display: inline-block;
    width: 80px;
    height: 4px;
    background: var(--zero);
    vertical-align: middle;
    margin: 0 8px;
  }
  .cosines .track b {
    display: block;
    height: 4px;
    width: var(--w);
    background: var(--z);
  }
  .celledit {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 14px;
    align-items: center;
    margin-top: 12px;
    padding: 10px 12px;
    background: var(--sink);
    font-size: 14px;
    /* As high with a field as with the buttons of a mask. */
    min-height: 54px;
    position: relative;
  }
  .root input[aria-invalid='true'] {
    border-color: var(--warn);
  }
  /* Over what stands below: a message must not move the cells from under the pointer. */
  .cellproblem {
    position: absolute;
    inset-inline: 0;
    top: 100%;
    z-index: 3;
    padding: 8px 12px;
    border: 1px solid var(--edge);
    border-inline-start: 3px solid var(--warn);
    background: var(--raise);
  }
  /* How far a run is: it comes and goes, and moves nothing. */
  .passing {
    position: fixed;
    inset-inline-start: 50%;
    bottom: 24px;
    transform: translateX(-50%);
    z-index: 4;
    max-width: calc(100vw - 32px);
  }
  .chip.struck .t {
    text-decoration: line-through 2px;
    color: var(--ink2);
  }
  .chip.struck .wv {
    color: var(--ink2);
  }
  .done p {
    flex: 1 1 320px;
  }
  .d {
    color: var(--more);
  }
  .small .sides,
  .phone .sides,
  .small .pairs,
  .phone .pairs {
    grid-template-columns: minmax(0, 1fr);
  }
  .phone .sideh select {
    max-width: 100%;
    flex: 1;
  }
  .phone .acts {
    gap: 14px;
  }
  .phone .railrow {
    margin-top: 18px;
  }
  .phone .push {
    margin-inline-start: 0;
  }
  .phone input.plain,
  .phone select.plain,
  .phone .seg button,
  .phone .chooser button {
    min-height: 44px;
  }
  .phone input.plain {
    flex: 1;
  }
  .phone .differs th,
  .phone .differs td {
    width: auto;
    overflow-wrap: anywhere;
  }
  .phone .differs th:first-child {
    width: 84px;
  }
  .paper {
    display: none;
  }
  @media print {
    .paper {
      display: block;
      margin-top: 12px;
      font-size: 14px;
    }
    .acts,
    .celledit,
    .pairs:has(ap-parameters) {
      display: none;
    }
    .root .sideh select.plain {
      display: inline-block;
      appearance: none;
      padding: 0;
      border: 0;
      background: none;
    }
  }
`;
