import { css } from 'lit';

/**
 * Where the system forces its own colours, grounds and shadows are taken away: what is said by them alone (pressed,
 * done, how much) is said in the system's colours instead.
 */
export const forced = css`
  @media (forced-colors: active) {
    .root {
      --line: CanvasText;
      --edge: CanvasText;
    }
    canvas,
    svg .num {
      forced-color-adjust: none;
    }
    [aria-current='step'],
    [aria-pressed='true'],
    [aria-selected='true'],
    [aria-checked='true'] {
      outline: 2px solid Highlight;
    }
    .seg [aria-pressed='true'],
    .seg [aria-pressed='true']:hover:not([disabled]),
    .toklist [aria-pressed='true'],
    .switch[aria-checked='true'],
    .chip.query .t {
      forced-color-adjust: none;
      background: Highlight;
      color: HighlightText;
    }
    /* Inside the rounded row an outline around a button would be cut off. */
    .seg [aria-pressed='true'] {
      outline: 0;
    }
    .switch i {
      forced-color-adjust: none;
      background: ButtonText;
    }
    .switch[aria-checked='true'] i {
      background: HighlightText;
    }
    .steps li::before,
    .steps li::after {
      forced-color-adjust: none;
      background: GrayText;
    }
    .steps li.done::before,
    .steps li.cur::before,
    .steps li.done::after {
      background: CanvasText;
    }
    .steps li.todo::after {
      background: Canvas;
      box-shadow: inset 0 0 0 2px GrayText;
    }
    .steps li.cur::after {
      background: Highlight;
      box-shadow:
        0 0 0 3px Canvas,
        0 0 0 4px Highlight;
    }
    .chip .bar b,
    .track b,
    .badge::before {
      forced-color-adjust: none;
      background: CanvasText;
    }
    .track b.on {
      background: Highlight;
    }
    input[type='range'] {
      forced-color-adjust: none;
    }
    input[type='range']::-webkit-slider-runnable-track {
      background: CanvasText;
    }
    input[type='range']::-moz-range-track {
      background: CanvasText;
    }
    input[type='range']::-webkit-slider-thumb {
      background: Canvas;
      border-color: CanvasText;
    }
    input[type='range']::-moz-range-thumb {
      background: Canvas;
      border-color: CanvasText;
    }
  }
`;
