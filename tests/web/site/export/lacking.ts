import { blocksOf } from '../../../../web/elements/lib/lines.ts';
import { translator } from '../../../../web/elements/lib/locale.ts';
import { dataSentence } from '../../../../web/elements/lib/sentences.ts';
import type { Story } from '../../../../web/elements/lib/story.ts';
import type { Trace } from '../../../../web/engine/types.ts';
import en from '../../../../web/locales/en.json' with { type: 'json' };
import { latexOf } from '../../../../web/site/export/latex.ts';

const t = translator('en');

/** What a derivation lacks: words for a form or an axis, a formula, a number. */
export const lacking = (trace: Trace, story: Story): string[] => {
  const latex = latexOf(trace, story);
  const lines = latex.slice(latex.indexOf('\\begin{align*}'));
  const told = [JSON.stringify(blocksOf(trace, story)), latex, dataSentence(trace, story, t)];
  return [
    ...story.chain.flatMap(({ form }) => [
      ...(`form.${form}` in en ? [] : [`form.${form}`]),
      ...(lines.includes(`\\operatorname{${form}}`) ? [`${form} in LaTeX`] : []),
    ]),
    ...blocksOf(trace, story).flatMap((block) =>
      block.kind === 'terms' && !(`axes.${block.axis}` in en) ? [`axes.${block.axis}`] : [],
    ),
    ...told.flatMap((text) => (text === '' || /NaN|undefined/.test(text) ? [`in ${text}`] : [])),
    ...(blocksOf(trace, story).length ? [] : ['no line']),
  ];
};
