import { infoOf } from '../../elements/lib/frames.ts';
import { blocksOf, type Block } from '../../elements/lib/lines.ts';
import type { Story } from '../../elements/lib/story.ts';
import type { Explanation, Trace } from '../../engine/types.ts';
import { float } from './numbers.ts';

/** A derivation as LaTeX: the formulas of its steps, then the arithmetic of the one number, line by line. */

/** Four digits: what a reader of a paper compares by eye. */
const digits = 4;

const number = (value: number): string => {
  if (!Number.isFinite(value)) return value > 0 ? '\\infty' : value < 0 ? '-\\infty' : '\\text{nan}';
  const text = float(Math.fround(Number(value.toPrecision(digits))));
  const short = String(Number(value.toPrecision(digits)));
  const [mantissa, exponent] = (short.length <= text.length ? short : text).split('e');
  return exponent ? `${mantissa} \\cdot 10^{${Number(exponent)}}` : mantissa!;
};

/** Negative numbers stand in brackets behind a sign. */
const factor = (value: number): string => (value < 0 ? `(${number(value)})` : number(value));

const special: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
};

const text = (words: string): string =>
  `\\text{${words.replace(/[\\~^]/g, (char) => special[char]!).replace(/[&%$#_{}]/g, '\\$&')}}`;

const dots = (more: number): string => (more > 0 ? ' + \\dots' : '');

const sourceOf = (one: Explanation): number => one.principal?.value ?? one.terms[0]?.sources[0]?.value ?? 0;

const fact = (one: Explanation, name: string): number => Number(one.facts[name] ?? 1);

const termAt = (one: Explanation, at: number): number => one.terms.at(at)?.value ?? 1;

const single = (one: Explanation): string => {
  const from = sourceOf(one);
  switch (one.form) {
    case 'scale':
      return `${factor(from)} \\cdot ${factor(Number(one.facts['factor'] ?? 1))}`;
    case 'map':
      return `\\operatorname{${String(one.facts['fn'] ?? 'f').replaceAll('_', '\\_')}}(${number(from)})`;
    case 'product':
      return one.terms.map((term) => factor(term.sources[0]?.value ?? term.value)).join(' \\cdot ');
    // The terms are the row, then its gain and bias.
    case 'layer_norm':
      return `(${number(from)} - ${factor(fact(one, 'mean'))}) \\cdot ${number(fact(one, 'inverse_deviation'))} \\cdot ${factor(termAt(one, -2))} + ${factor(termAt(one, -1))}`;
    case 'rms_norm':
      return `${factor(from)} \\cdot ${number(fact(one, 'inverse_deviation'))} \\cdot ${factor(termAt(one, -1))}`;
    case 'quotient':
      return termAt(one, 1) === 0 ? number(one.value) : `\\frac{${number(from)}}{${number(termAt(one, 1))}}`;
    case 'max':
      return `\\max(${one.terms
        .slice(0, 3)
        .map((term) => number(term.value))
        .join(', ')}${one.terms.length > 3 ? ', \\dots' : ''})`;
    case 'entmax': {
      if (!(one.value > 0)) return number(one.value);
      const above = `${factor(fact(one, 'scale'))} \\cdot (${number(from)} - ${factor(fact(one, 'max'))}) - ${factor(fact(one, 'threshold'))}`;
      return fact(one, 'power') === 2 ? `(${above})^2` : above;
    }
    case 'cross_entropy':
      if (termAt(one, -1) < 0) return number(one.value);
      return `-${fact(one, 'smoothing') > 0 ? `(1 - ${number(fact(one, 'smoothing'))}) ` : ''}\\log \\frac{\\exp(${number(from)} - ${factor(fact(one, 'max'))})}{${number(fact(one, 'sum'))}}${dots(fact(one, 'smoothing'))}`;
    // 1 where what stands between the brackets is so, else 0.
    case 'choice':
      return fact(one, 'chosen') < 0
        ? number(one.value)
        : `[\\,${fact(one, 'own') + 1} = ${fact(one, 'chosen') + 1}${text(one.facts['by'] === 'draw' ? ', drawn' : ', the largest')}\\,]`;
    case 'rank':
      return `[\\,${fact(one, 'before')}${text(' before it')} < ${fact(one, 'take')}\\,]`;
    case 'copy':
    case 'gather':
      return number(from);
    default:
      return `\\operatorname{${one.form.replaceAll('_', '\\_')}}(${number(from)})`;
  }
};

/** A number that passes as it is: a line would say that it equals itself. */
const idle = (one: Explanation): boolean => one.form === 'copy' || (one.form === 'mask' && one.value !== -Infinity);

const rightSides = (block: Block): string[] => {
  if (block.kind === 'plain') return [number(block.of.value)];
  if (block.kind === 'steps')
    // What is masked is not computed from its score.
    return block.of.map((one) => (one.form === 'mask' ? number(one.value) : `${single(one)} = ${number(one.value)}`));
  if (block.kind === 'softmax') {
    if (!(block.sum > 0)) return [number(block.of.value)];
    const own = block.of.terms[block.own]?.sources[0]?.value ?? 0;
    return [`\\frac{\\exp(${number(own)} - ${factor(block.max)})}{${number(block.sum)}} = ${number(block.of.value)}`];
  }
  if (block.kind === 'gradient') {
    const ways = block.rows.map(({ slope, cell }) => `${factor(slope)} \\cdot ${factor(cell.value)}`);
    return [`${ways.join(' + ') || number(block.of.value)}${dots(block.more)} = ${number(block.of.value)}`];
  }
  const terms = block.written.map((one) => one.factors.map(({ cell }) => factor(cell.value)).join(' \\cdot '));
  const sum = `${terms.join(' + ')}${dots(block.more)}`;
  const mean =
    block.of.form === 'mean' ? `\\frac{1}{${Number(block.of.facts['count'] ?? block.of.terms.length)}}(${sum})` : sum;
  return [`${mean} = ${number(block.of.value)}`];
};

const tensorsOf = (block: Block): Explanation[] => (block.kind === 'steps' ? block.of : [block.of]);

/** `S_{7,8}`: places count from 1, as in the papers. */
const cell = (trace: Trace, one: Explanation): string => {
  const symbol = infoOf(trace, one.tensor)?.symbol ?? '';
  const name = /^[A-Za-z]$/.test(symbol) ? symbol : text(one.tensor);
  return one.index.length ? `${name}_{${one.index.map((at) => at + 1).join(',')}}` : name;
};

/** The roles' colours of the page, as macros that a document may redefine. */
const roles = [
  ['q', '126ecf'],
  ['k', '8a3300'],
  ['v', '427a02'],
  ['a', 'a12c86'],
  ['z', '06504f'],
] as const;

const preamble = [
  '% Needs amsmath and xcolor. The five roles have a colour each; redefine them to your taste.',
  ...roles.map(([role, color]) => `\\providecommand{\\attn${role}}[1]{{\\color[HTML]{${color.toUpperCase()}}#1}}`),
];

/** `\\q{...}` is short for the page; in a document \\v and \\k are accents, so the macros have a prefix. */
const prefixed = (latex: string): string => latex.replace(/\\([qkvaz])(?=\{)/g, '\\attn$1');

export const latexOf = (trace: Trace, story: Story): string => {
  const told = story.chain.length > 1 ? story.chain.map((one) => !idle(one)) : [true];
  const formulas = [
    ...new Set(story.steps.flatMap((step, i) => (step?.latex && told[i] ? [step.latex] : []))),
  ].reverse();
  const lines = blocksOf(trace, story).flatMap((block) => {
    const right = rightSides(block);
    return tensorsOf(block).flatMap((one, i) =>
      idle(one) && told.length > 1 ? [] : [`  ${cell(trace, one)} &= ${right[i]}`],
    );
  });
  return [
    ...preamble,
    ...formulas.map((latex) => `\\[ ${prefixed(latex)} \\]`),
    '\\begin{align*}',
    lines.join(' \\\\\n'),
    '\\end{align*}',
    '',
  ].join('\n');
};
