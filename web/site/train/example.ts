import { html, nothing, type TemplateResult } from 'lit';
import { css } from '../../elements/lib/css.ts';
import { token } from '../../elements/lib/format.ts';
import { say } from '../words.ts';
import type { Shown } from './shown.ts';

/** Weights below this are the ground's own colour: a sharp row looks sharp. */
const faintest = 0.005;
/** Rows beyond the target's: a model that does not end is cut short, and that is said. */
const beyond = 2;

const piece = (text: string) => token(text);

/** What is said, errors marked: wrong inverted, left out dashed, too many outlined; never by colour alone. */
const said = ({ said: pieces, marks, length }: Shown): TemplateResult => {
  let at = 0;
  return html`<span class="said"
    >${marks.map((mark) => {
      if (mark !== 'missing' && at >= length + beyond) return nothing;
      if (mark === 'missing') return html`<i class="missing" title=${say('train.missing')}></i>`;
      const text = piece(pieces[at++]?.text ?? '');
      return mark === 'right'
        ? html`<span>${text}</span>`
        : html`<b class=${mark} title=${say(`train.${mark}`)}>${text}</b>`;
    })}</span
  >`;
};

/** The target in pieces: letters, or words where those are as many. */
const targetPieces = ({ target, length }: Shown): string[] => {
  const [letters, words] = [[...target], target.split(' ')];
  return letters.length === length ? letters : words.length === length ? words : [target];
};

const sentence = (shown: Shown): string => {
  const wrong = shown.marks.filter((mark) => mark !== 'right').length;
  return say(wrong ? 'train.example.wrong' : 'train.example.right', {
    source: shown.source.join(''),
    said: shown.text || '–',
    target: shown.target,
    count: wrong,
  });
};

/** Where it looks while it says each piece: a held-out example as a small matrix, and the way into every step of it. */
export const exampleView = (shown: Shown, stepThrough: (shown: Shown) => void): TemplateResult => {
  const columns = shown.source.length;
  const rows = shown.said.slice(0, shown.length + beyond);
  const marks = shown.marks.filter((mark) => mark !== 'missing');
  // As many rows as there should be: nothing below moves while the model learns where to stop.
  const empty = Math.max(0, shown.length - rows.length);
  const more = shown.said.length - rows.length;
  const long = columns > 30;
  return html`<figure class="example" ${css({ '--columns': String(columns) })}>
    <div class=${long ? 'align long' : 'align'} role="img" aria-label=${sentence(shown)}>
      <span></span>
      ${shown.source.map((text) => html`<span class="k">${piece(text)}</span>`)}
      ${rows.map(
        ({ text, alignment }, row) =>
          html`<span class=${`row ${marks[row] ?? ''}`}>${piece(text)}</span> ${shown.source.map((_, i) => {
              const weight = alignment?.[i] ?? 0;
              return html`<i
                ${css({ '--w': weight < faintest ? '0%' : `${(100 * weight).toFixed(1)}%` })}
                title=${say('train.weight', { said: text, read: shown.source[i] ?? '', weight: weight.toFixed(2) })}
              ></i>`;
            })}`,
      )}
      ${Array.from(
        { length: empty },
        () => html`<span class="row"></span>${shown.source.map(() => html`<i class="none"></i>`)}`,
      )}
    </div>
    <figcaption>
      <span class="line"><span class="what">${say('train.says')}</span>${said(shown)}</span>
      <span class="line"
        ><span class="what">${say('train.target')}</span
        ><span class="said">${targetPieces(shown).map((one) => html`<span>${piece(one)}</span>`)}</span></span
      >
      ${more > 0 ? html`<span class="what">${say('train.more', { count: more })}</span>` : nothing}
      <button
        type="button"
        class="link"
        data-action="step-through"
        aria-label=${say('train.steps.of', { source: shown.source.join('') })}
        @click=${() => stepThrough(shown)}
      >
        ${say('train.steps')}
      </button>
    </figcaption>
  </figure>`;
};
