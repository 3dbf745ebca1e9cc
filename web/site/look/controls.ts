import { html, nothing, type TemplateResult } from 'lit';
import { shapes } from '../icons.ts';
import { roundButton } from '../round-button.ts';
import { say } from '../words.ts';
import type { Hard, View } from './link.ts';

export interface Acts {
  play(): void;
  go(by: number): void;
  another(): void;
  clear(): void;
  restore(): void;
  erase(on: boolean): void;
  look(hard: Hard): void;
  again(): void;
}

const pair = <T extends string>(label: string, names: readonly T[], chosen: T, act: (name: T) => void) =>
  html`<div class="choose">
    <span class="label" id=${label.replaceAll('.', '-')}>${say(label)}</span>
    <div class="seg" role="group" aria-labelledby=${label.replaceAll('.', '-')}>
      ${names.map(
        (name) =>
          html`<button
            type="button"
            data-choice=${name}
            aria-pressed=${name === chosen ? 'true' : 'false'}
            @click=${() => act(name)}
          >
            ${say(`${label}.${name}`)}
          </button>`,
      )}
    </div>
  </div>`;

const button = (action: string, act: () => void) =>
  html`<button type="button" class="button" data-action=${action} @click=${act}>${say(`look.${action}`)}</button>`;

/** Look after look, the picture, and how hard attention chooses. */
export const controls = (view: View, steps: number, playing: boolean, erase: boolean, acts: Acts): TemplateResult => {
  const at = Math.min(view.step, Math.max(0, steps - 1));
  return html`<section class="controls" aria-label=${say('look.controls')}>
    <div class="buttons">
      ${roundButton('play', {
        shape: playing ? shapes.pause : shapes.play,
        label: say(playing ? 'look.pause' : 'look.play'),
        disabled: !steps,
        act: acts.play,
      })}
      ${roundButton('back', { shape: shapes.back, label: say('look.back'), disabled: at === 0, act: () => acts.go(-1) })}
      ${roundButton('step', {
        shape: shapes.step,
        label: say('look.step'),
        disabled: at + 1 >= steps,
        act: () => acts.go(1),
      })}
      <span class="at">${steps ? say('look.at', { step: at + 1, steps }) : ''}</span>
    </div>
    <div class="acts">
      ${button('another', acts.another)} ${button('clear', acts.clear)}
      ${view.picture ? button('restore', acts.restore) : nothing}
    </div>
    ${pair('look.pen', ['draw', 'erase'] as const, erase ? 'erase' : 'draw', (name) => acts.erase(name === 'erase'))}
    ${pair('look.choice', ['likeliest', 'drawn'] as const, view.hard, acts.look)}
    ${view.hard === 'drawn' ? button('again', acts.again) : nothing}
  </section>`;
};
