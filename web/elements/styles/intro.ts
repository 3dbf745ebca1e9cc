import { css } from 'lit';

export const intro = css`
  .intro {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    align-items: flex-end;
    gap: 10px 56px;
    padding-top: 16px;
  }
  .says {
    flex: 1 1 380px;
    max-width: 760px;
  }
  .headline {
    font-size: 23px;
    line-height: 1.26;
    font-weight: 700;
    letter-spacing: -0.017em;
    text-wrap: balance;
  }
  /* What would take four lines takes three. */
  .headline.long {
    font-size: 19px;
    letter-spacing: -0.01em;
  }
  .try {
    margin-top: 7px;
    color: var(--ink2);
  }
  .try b {
    color: var(--ink);
  }
  .remark {
    color: var(--ink3);
    font-size: 13px;
    line-height: 18px;
  }
  .sent {
    position: relative;
    flex: 0 1 auto;
    max-width: 100%;
  }
  .sent.wide {
    flex-basis: 100%;
  }
  .line {
    position: relative;
  }
  .texts {
    flex: 0 1 auto;
    max-width: 100%;
    display: grid;
    gap: 12px;
  }
  .texts.two {
    gap: 34px;
  }
  .texts.wide {
    flex-basis: 100%;
  }
  .whose {
    font-size: 13px;
    line-height: 17px;
    color: var(--q);
  }
  .sent.bare .chip {
    padding-bottom: 0;
  }
  .sent.bare .bar,
  .sent.bare .wv {
    display: none;
  }
  /* Two texts: whose words they are stands before them, and between them there is room for lines. */
  .sent.bare,
  .src {
    display: grid;
    grid-template-columns: 72px 1fr auto;
    gap: 0 14px;
    align-items: start;
  }
  .sent.bare .own,
  .sent.bare.room .own {
    position: static;
    line-height: 34px;
  }
  .src {
    position: relative;
    grid-template-columns: 72px 1fr;
  }
  .src .whose {
    color: var(--k);
  }
  .src .more,
  .src .chips {
    grid-column: 2;
  }
  .another {
    grid-column: 1 / -1;
  }
  .fan {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    overflow: visible;
    pointer-events: none;
  }
  .another {
    display: flex;
    flex-wrap: wrap;
    gap: 6px 12px;
    align-items: center;
    font-size: 13px;
    line-height: 20px;
    color: var(--ink2);
  }
  .another .says {
    flex: 0 1 auto;
    max-width: none;
  }
  .src .chips + .another,
  .src .more + .another {
    margin-top: 8px;
  }
  .arcs {
    position: absolute;
    inset-inline: 0;
    top: -44px;
    width: 100%;
    height: 44px;
    overflow: visible;
    pointer-events: none;
  }
  .sent.arched .line {
    margin-top: 44px;
  }
  .arc {
    fill: none;
    stroke: var(--a);
    stroke-linecap: round;
  }
  .arc.bg {
    opacity: 0.2;
  }
  .flow {
    fill: var(--a);
    stroke: var(--on-ink);
    stroke-width: 1.5;
    opacity: 0;
  }
  .chips {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 7px;
  }
  .chips.many {
    max-height: 183px;
    overflow-y: auto;
    padding: 2px;
  }
  .chip {
    position: relative;
    padding-bottom: 17px;
    max-width: 100%;
    text-align: center;
    font-size: 18px;
  }
  .chip.join {
    margin-inline-start: -5.5px;
  }
  .chip .t {
    display: block;
    min-width: 22px;
    height: 34px;
    line-height: 33px;
    padding: 0 9px;
    border-radius: 6px;
    white-space: pre;
    overflow: hidden;
    text-overflow: ellipsis;
    background: color-mix(in oklab, var(--a) calc(var(--p) * 0.3), var(--zero));
  }
  .chip.tight .t {
    padding: 0 7px;
  }
  .chip:hover .t {
    box-shadow: inset 0 0 0 1px var(--edge);
  }
  .chip.out {
    opacity: 0.45;
  }
  .chip[disabled]:hover .t {
    box-shadow: none;
  }
  .chip .bar {
    display: block;
    height: 4px;
    margin-top: 3px;
  }
  .chip .bar b {
    display: block;
    height: 4px;
    width: var(--p);
    background: var(--a);
    border-radius: 1px;
  }
  /* Bold is wider: reserve its room so that choosing a word moves nothing. */
  .chip .t::after {
    content: attr(data-text);
    display: block;
    height: 0;
    visibility: hidden;
    font-weight: 700;
    letter-spacing: -0.02em;
  }
  .chip.strong .t,
  .chip.query .t {
    font-weight: 700;
    letter-spacing: -0.02em;
  }
  .chip.query .t {
    background: var(--q);
    color: var(--on);
  }
  .chip.lit .t {
    box-shadow: inset 0 0 0 2px var(--k);
  }
  .chip .wv {
    position: absolute;
    inset-inline: -10px;
    bottom: 0;
    font-size: 12px;
    line-height: 16px;
    color: var(--a);
  }
  .chip.strong .wv {
    font-weight: 700;
  }
  .more {
    margin-inline-start: 7px;
    height: 34px;
    font-size: 13px;
    color: var(--ink2);
  }
  .own {
    display: flex;
    gap: 6px;
    align-items: center;
    margin-inline-start: auto;
    font-size: 13px;
    line-height: 20px;
    color: var(--ink2);
  }
  .own:hover {
    color: var(--ink);
  }
  .sent.room .own {
    position: absolute;
    inset-inline-end: 0;
    bottom: -2px;
  }
  .editor {
    display: grid;
    gap: 6px;
    margin-block: 10px 8px;
    min-width: min(560px, 100%);
  }
  .editor label {
    margin-top: 2px;
    font-size: 14px;
    font-weight: 700;
  }
  .editor textarea {
    width: 100%;
    min-height: 40px;
    max-height: 160px;
    padding: 6px 10px;
    border: 1px solid var(--edge);
    border-radius: 7px;
    background: var(--raise);
    font-size: 16px;
    line-height: 1.45;
    resize: vertical;
  }
  .editor .row {
    display: flex;
    flex-wrap: wrap;
    gap: 6px 14px;
    align-items: center;
    font-size: 13px;
    color: var(--ink2);
  }
  .editor .row .link {
    text-align: start;
  }
  .phone .headline {
    font-size: 17px;
    text-wrap: wrap;
  }
  .phone summary {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 10px;
    cursor: pointer;
  }
  .phone summary::after {
    content: '▾';
    color: var(--ink2);
    line-height: 44px;
  }
  .phone [open] > summary::after {
    content: '▴';
  }
  .phone details:not([open]) .headline {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    overflow: hidden;
    max-height: 2.52em;
  }
  .phone .says {
    flex-basis: 100%;
  }
  .phone .intro {
    gap: 8px;
    padding-top: 10px;
  }
  /* One line that is pushed sideways, and the button at its end. */
  .phone .chips {
    gap: 6px;
    flex-wrap: nowrap;
    max-height: none;
    overflow: auto hidden;
    padding: 2px;
  }
  .phone .chip {
    flex: none;
  }
  .phone .sent {
    display: grid;
    grid-template-columns: minmax(0, 1fr) 74px;
    gap: 0 10px;
    align-items: start;
  }
  .phone .sent .whose {
    grid-column: 1 / 3;
  }
  .phone .sent .own {
    font-size: 13px;
    line-height: 16px;
  }
  .phone .texts:not(.two) .another :is(.says, .link) {
    display: none;
  }
  .phone .chip {
    min-width: 30px;
  }
  .phone .chip.join {
    margin-inline-start: -4px;
  }
  .phone .chip .t {
    height: 44px;
    line-height: 43px;
  }
  .phone .texts.two {
    gap: 12px;
  }
  .phone .src {
    display: block;
  }
  .phone .another {
    gap: 4px 12px;
  }
  .phone .another .link {
    line-height: 44px;
    border-bottom: 0;
    text-decoration: underline;
  }
  .phone .own,
  .phone .sent.bare .own,
  .phone .sent.bare.room .own,
  .phone .sent.room .own {
    position: static;
    margin-inline-start: 0;
    font-size: 14px;
    min-height: 44px;
  }
`;
