import { StyleClasses, toMathml } from './latex.mjs';

/** Every LaTeX string the engine can utter: the entries' formulas, and those of their steps. */
export const latexOf = (catalog) =>
  [...new Set([...catalog.entries.map((entry) => entry.latex), ...(catalog.latex ?? [])])].filter(Boolean).sort();

/** What the mechanisms cost, in formulas: the site shows them, an embedded figure does not carry them. */
const costLatexOf = (catalog) =>
  [...new Set(catalog.entries.flatMap(({ cost }) => [cost?.multiplications, cost?.bytes]))].filter(Boolean).sort();

/** @param ofSteps formulas of models' steps: the site shows them, where an embedded figure has none */
export const renderAll = (catalog, ofSteps = []) => {
  const styles = new StyleClasses();
  const render = (all) => Object.fromEntries(all.map((latex) => [latex, toMathml(latex, styles)]));
  const table = render(latexOf(catalog));
  const steps = render([...new Set(ofSteps)].filter((latex) => !Object.hasOwn(table, latex)).sort());
  return { table, costs: render(costLatexOf(catalog)), steps, css: styles.css() };
};

export const stepsModule = ({ steps }) =>
  `// Made by scripts/generate.mjs from the models; do not edit.

/** LaTeX string of a model's step -> MathML, rendered at build time. */
export const stepsMathml: Readonly<Record<string, string>> = ${JSON.stringify(steps, null, 2)};
`;

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
