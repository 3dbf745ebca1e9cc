import { html, nothing, type TemplateResult } from 'lit';
import { say } from '../words.ts';
import type { Said } from './session.ts';

const sentence = ({ word, sounds, verdict }: Said): string => {
  const said = sounds.join(' ') || '–';
  if (!verdict) return say('translate.said', { word, said });
  const right = verdict.columns.flatMap((one) => one.right ?? []).join(' ');
  return say(verdict.errors ? 'translate.said.wrong' : 'translate.said.right', {
    word,
    said,
    right,
    count: verdict.errors,
  });
};

/**
 * What is said, and below it the dictionary: columns of sounds, so that an error is a break in a column. Wrong is
 * inverted, left out dashed, too much outlined: never by colour alone.
 */
export const saidLine = (one: Said, shown = Infinity): TemplateResult => {
  let at = 0;
  const columns =
    one.verdict?.columns ?? one.sounds.map((said) => ({ mark: 'right' as const, said, right: undefined }));
  return html`<div class="lines">
    <span class="spoken">${sentence(one)}</span>
    <span class="what" aria-hidden="true">${say('translate.says')}</span>
    <span class="sounds" aria-hidden="true"
      >${columns.map(({ mark, said }) => {
        if (said === undefined)
          return html`<i class=${at <= shown ? 'missing' : ''} title=${say('train.missing')}></i>`;
        const known = one.verdict && mark !== 'right';
        return ++at <= shown
          ? html`<b class=${known ? mark : ''} title=${known ? say(`train.${mark}`) : nothing}>${said}</b>`
          : html`<i></i>`;
      })}</span
    >
    ${
      one.verdict
        ? html`<span class="what" aria-hidden="true">${say('translate.right')}</span>
            <span class="sounds" aria-hidden="true"
              >${columns.map(({ right }) => html`<span>${right ?? ''}</span>`)}</span
            >`
        : nothing
    }
  </div>`;
};
