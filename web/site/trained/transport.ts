import { html, type TemplateResult } from 'lit';
import { icon, shapes } from '../icons.ts';
import type { Player } from './player.ts';
import { say } from '../words.ts';

const button = (action: string, shape: string, label: string, disabled: boolean, act: () => void) =>
  html`<button
    type="button"
    class=${action === 'play' ? 'round big' : 'round'}
    data-action=${action}
    aria-label=${label}
    title=${label}
    ?disabled=${disabled}
    @click=${act}
  >
    ${icon(shape)}
  </button>`;

/** Play, step and a slider over all places; `where` says in words what stands at the present one. */
export const transport = (player: Player, where: string): TemplateResult =>
  html`<div class="go" role="group" aria-label=${say('go')}>
    ${button('back', shapes.back, say('go.back'), player.at === 0, () => player.go(player.at - 1))}
    ${button('play', player.playing ? shapes.pause : shapes.play, say(player.playing ? 'go.pause' : 'go.play'), player.last === 0, () => player.toggle())}
    ${button('step', shapes.step, say('go.step'), player.at >= player.last, () => player.go(player.at + 1))}
    <label class="scrub"
      ><span>${where}</span
      ><input
        type="range"
        min="0"
        max=${player.last}
        step="1"
        data-control="place"
        aria-valuetext=${where}
        .value=${String(player.at)}
        @input=${(event: Event) => player.go(Number((event.target as HTMLInputElement).value))}
    /></label>
  </div>`;

/** Keys for the whole page: blank plays, arrows step. In a field and in the stepper keys are theirs, on a button the blank presses it. */
export const transportKeys = (player: Player, event: KeyboardEvent): void => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const at = event.target as Element;
  if (at.closest('input, select, textarea, model-stepper') || (event.key === ' ' && at.closest('button, summary, a')))
    return;
  if (event.key === ' ') player.toggle();
  else if (event.key === 'ArrowRight') player.go(player.at + 1);
  else if (event.key === 'ArrowLeft') player.go(player.at - 1);
  else if (event.key === 'Home') player.go(0);
  else if (event.key === 'End') player.go(player.last);
  else return;
  event.preventDefault();
};
