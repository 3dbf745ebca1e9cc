import { css } from 'lit';

/**
 * On paper the figure stands whole, as wide as it was on the screen and made smaller to fit, without what asks for a
 * hand. 700 px is the width between the margins of A4 and of Letter, upright.
 */
export const print = css`
  @media print {
    .root {
      width: calc(var(--screen) * 1px);
      zoom: min(1, calc(700 / var(--screen)));
      print-color-adjust: exact;
      -webkit-print-color-adjust: exact;
    }
    .trans,
    .own,
    .params,
    .keys,
    .loader,
    .link,
    .plain,
    ap-editor,
    .another,
    ap-parameters {
      display: none;
    }
    .railrow {
      grid-template-columns: minmax(0, 1fr);
    }
    .chips.many,
    .toklist {
      max-height: none;
      overflow: visible;
    }
    .main {
      break-inside: avoid;
    }
  }
`;
