import { StyleClasses, toMathml } from './latex.mjs';

/** Every LaTeX string the engine can utter: the entries' formulas, and those of their steps. */
export const latexOf = (catalog) =>
  [...new Set([...catalog.entries.map((entry) => entry.latex), ...(catalog.latex ?? [])])].filter(Boolean).sort();

/** What the mechanisms cost, in formulas: the site shows them, an embedded figure does not carry them. */
const costLatexOf = (catalog) =>
  [...new Set(catalog.entries.flatMap(({ cost }) => [cost?.multiplications, cost?.bytes]))].filter(Boolean).sort();

export const renderAll = (catalog) => {
  const styles = new StyleClasses();
  const render = (all) => Object.fromEntries(all.map((latex) => [latex, toMathml(latex, styles)]));
  return { table: render(latexOf(catalog)), costs: render(costLatexOf(catalog)), css: styles.css() };
};

export const costModule = ({ costs }) =>
  `// Made by scripts/generate.mjs from the catalogue; do not edit.

/** LaTeX string of a cost -> MathML, rendered at build time. */
export const costMathml: Readonly<Record<string, string>> = ${JSON.stringify(costs, null, 2)};
`;

export const cssModule = ({ css }) =>
  `// Made by scripts/generate.mjs from the catalogue; do not edit.

/** What the formulas would carry as style attributes, which a strict CSP refuses: adopt it beside them. */
export const mathCss = ${JSON.stringify(css)};
`;

export const mathmlModule = ({ table }) =>
  `// Made by scripts/generate.mjs from the catalogue; do not edit.

/** LaTeX string -> MathML, rendered at build time. */
export const mathml: Readonly<Record<string, string>> = ${JSON.stringify(table, null, 2)};
`;
