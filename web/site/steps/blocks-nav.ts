import { html, nothing, type TemplateResult } from 'lit';
import { levelsOf, type Block } from '../../elements/lib/blocks.ts';
import type { Frame } from '../../elements/lib/frames.ts';
import { labelOf } from '../../elements/pieces/rail.ts';
import { t } from './words.ts';

/** Where weights come to be; walked backwards, what they do to the loss. */
export const isAttention = ({ stage }: Frame): boolean => stage === 'normalise' || stage === 'back_normalise';

/** `layer_1` -> `layer 1`; where a scope has ended, or another is called alike, what is done there. */
const nameOf = (frames: readonly Frame[], { name, begin, end }: Block, blocks: readonly Block[]): string => {
  const alike = end - begin === 1 && blocks.filter((one) => one.name === name).length > 1;
  return name && !alike ? name.replaceAll('_', ' ') : labelOf(frames[begin]!, t);
};

/** Numbered neighbours, such as the steps of a recurrence: the word once, then numbers. */
const stemOf = (names: readonly string[]): string => {
  const stems = names.filter((name) => / \d+$/.test(name)).map((name) => name.replace(/ \d+$/, ''));
  return stems.find((stem) => stems.filter((one) => one === stem).length > 3) ?? '';
};

/** The parts of a long record, row after row, and which of them have attention. */
export const blocksNav = (frames: readonly Frame[], at: number, show: (index: number) => void): TemplateResult => {
  const { levels } = levelsOf(frames, at);
  const button = (block: Block, names: readonly string[], i: number, open: boolean): TemplateResult => {
    const inside = frames.slice(block.begin, block.end);
    const attends = inside.some(isAttention);
    const [name, from, to] = [names[i] ?? '', block.begin + 1, block.end];
    const stem = stemOf(names);
    const shown = stem && name.startsWith(`${stem} `) ? name.slice(stem.length + 1) : name;
    const key = `steps.part${from === to ? '.one' : attends ? '.attention' : ''}`;
    // Whoever opens a part with attention wants to see it.
    const goal = block.begin + Math.max(0, inside.findIndex(isAttention));
    return html`<button
      type="button"
      class=${attends ? 'attends' : ''}
      aria-current=${open ? 'true' : nothing}
      aria-label=${t(key, { name, from, to })}
      @click=${() => show(open ? block.begin : goal)}
    >
      ${shown}
    </button>`;
  };
  if (!levels.length) return html``;
  return html`<nav class="blocks" aria-label=${t('steps.blocks')}>
    ${levels.map(({ blocks, open }) => {
      const names = blocks.map((block) => nameOf(frames, block, blocks));
      const stem = stemOf(names);
      return html`<div class="level">
        ${stem ? html`<span class="stem" aria-hidden="true">${stem}</span>` : nothing}
        ${blocks.map((block, i) => button(block, names, i, i === open))}
      </div>`;
    })}
  </nav>`;
};
