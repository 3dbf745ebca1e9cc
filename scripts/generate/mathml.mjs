import { StyleClasses, toMathml } from './latex.mjs';

/** Every LaTeX string the engine can utter: the entries' formulas, and those of their steps. */
export const latexOf = (catalog) =>
  [...new Set([...catalog.entries.map((entry) => entry.latex), ...(catalog.latex ?? [])])].filter(Boolean).sort();

export const renderAll = (catalog) => {
  const styles = new StyleClasses();
  const table = Object.fromEntries(latexOf(catalog).map((latex) => [latex, toMathml(latex, styles)]));
  return { table, css: styles.css() };
};

export const mathmlModule = ({ table, css }) =>
  `// Made by scripts/generate.mjs from the catalogue; do not edit.

/** LaTeX string -> MathML, rendered at build time. */
export const mathml: Readonly<Record<string, string>> = ${JSON.stringify(table, null, 2)};

/** What the formulas would carry as style attributes, which a strict CSP refuses: adopt it beside them. */
export const mathCss = ${JSON.stringify(css)};
`;
