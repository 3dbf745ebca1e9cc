import { describe, expect, it } from 'vitest';
import { squeeze } from '../../scripts/bundle/compile.mjs';

describe('templates in the one-file figure', () => {
  it('carry sheets without comments and blanks, and mean the same', () => {
    const sheet =
      'css`\n  /* why */\n  .a > .b:not(.c),\n  .d {\n    width: calc(1px + 2px);\n    inset: 0 auto;\n  }\n`';
    expect(squeeze(sheet)).toBe('css` .a > .b:not(.c),.d{width:calc(1px + 2px);inset:0 auto;}`');
    expect(squeeze('css`\n  @media (max-width: 3px) {\n    a {\n      color: red;\n    }\n  }\n`')).toBe(
      'css` @media (max-width:3px){a{color:red;}}`',
    );
  });

  it('keep a blank between words, and a line for a comment of its own', () => {
    expect(squeeze('html`<b>one</b>\n    two`; // and\n  more();')).toBe('html`<b>one</b>\ntwo`; // and\nmore();');
  });
});
