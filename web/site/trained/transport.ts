import { html, type TemplateResult } from 'lit';
import { shapes } from '../icons.ts';
import { roundButton } from '../round-button.ts';
import type { Player } from './player.ts';
import { say } from '../words.ts';

/** Play, step and a slider over all places; `where` says in words what stands at the present one. */
export const transport = (player: Player, where: string): TemplateResult =>
  html`<div class="go" role="group" aria-label=${say('go')}>
    ${roundButton('back', {
      shape: shapes.back,
      label: say('go.back'),
      disabled: player.at === 0,
      act: () => player.go(player.at - 1),
    })}
    ${roundButton('play', {
      shape: player.playing ? shapes.pause : shapes.play,
      label: say(player.playing ? 'go.pause' : 'go.play'),
      disabled: player.last === 0,
      act: () => player.toggle(),
    })}
    ${roundButton('step', {
      shape: shapes.step,
      label: say('go.step'),
      disabled: player.at >= player.last,
      act: () => player.go(player.at + 1),
    })}
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
