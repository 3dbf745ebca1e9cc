import type { AttentionLab } from '../attention-lab.ts';
import type { Titles } from '../scene.ts';

/** What the two runs are called here. */
export const titlesOf = (lab: AttentionLab): Titles => {
  const { t, settled, state } = lab;
  const difference = t('lab.difference.short');
  if (state.mode === 'perturb') return { first: t('lab.before'), second: t('lab.after'), difference };
  if (state.mode === 'edit') return { first: t('lab.computed'), second: t('lab.edited'), difference };
  const [first, second] = [settled?.first.entry.name ?? '', settled?.second.entry.name ?? ''];
  return first === second
    ? { first: t('lab.first'), second: t('lab.second'), difference }
    : { first, second, difference };
};
