// LaTeX -> MathML at build time, so that pages carry no maths library.
import temml from 'temml';

// The five roles of the palette; a symbol wrapped in \q{} takes the query's colour by class.
export const roles = ['q', 'k', 'v', 'a', 'z'];
const macros = Object.fromEntries(roles.map((role) => [`\\${role}`, `\\class{${role}}{#1}`]));

const tags = new Set(
  'math mrow mi mo mn mtext mspace mfrac msqrt mroot msub msup msubsup mover munder munderover mtable mtr mtd mpadded mphantom mstyle'.split(
    ' ',
  ),
);
const attributes = new Set(
  (
    'class display fence form stretchy symmetric separator movablelimits width height depth lspace rspace voffset accent accentunder ' +
    'linethickness mathvariant minsize maxsize largeop displaystyle scriptlevel columnalign rowspacing columnspacing intent'
  ).split(' '),
);

/**
 * A strict CSP refuses style attributes, so each distinct style becomes a class of one small sheet.
 * `display` is left to the sheet of the page: the formula's own class says which it is.
 */
export class StyleClasses {
  #names = new Map();

  classFor(style) {
    const kept = style
      .split(';')
      .map((part) => part.trim())
      .filter((part) => part && !part.startsWith('display:'))
      .join(';');
    if (!kept) return '';
    if (!this.#names.has(kept)) this.#names.set(kept, `ms${this.#names.size}`);
    return this.#names.get(kept);
  }

  css() {
    return [...this.#names].map(([style, name]) => `.${name}{${style}}`).join('\n');
  }
}

const withoutStyles = (markup, styles) =>
  markup.replace(/<([a-z]+)((?:\s+[a-z-]+="[^"]*")*)\s*>/g, (_, tag, rest) => {
    const kept = new Map();
    let extra = '';
    for (const [, name, value] of rest.matchAll(/([a-z-]+)="([^"]*)"/g)) {
      if (name === 'style') extra = styles.classFor(value);
      else kept.set(name, value);
    }
    if (extra) kept.set('class', kept.has('class') ? `${kept.get('class')} ${extra}` : extra);
    return `<${tag}${[...kept].map(([name, value]) => ` ${name}="${value}"`).join('')}>`;
  });

// The table goes into pages as markup: refuse anything that is not plain MathML.
const check = (latex, markup) => {
  for (const [, tag, rest] of markup.matchAll(/<\/?([a-zA-Z][\w-]*)([^>]*)>/g)) {
    if (!tags.has(tag)) throw new Error(`LaTeX ${latex}: <${tag}> is not plain MathML`);
    for (const [, name] of rest.matchAll(/([\w:-]+)=/g))
      if (!attributes.has(name)) throw new Error(`LaTeX ${latex}: attribute ${name} of <${tag}> is not taken`);
  }
};

export const toMathml = (latex, styles) => {
  let markup;
  try {
    markup = temml.renderToString(latex, {
      displayMode: true,
      trust: (context) => context.command === '\\class',
      throwOnError: true,
      macros: { ...macros },
    });
  } catch (error) {
    throw new Error(`LaTeX ${latex}: ${error.message}`, { cause: error });
  }
  const plain = withoutStyles(markup, styles);
  check(latex, plain);
  return plain;
};
