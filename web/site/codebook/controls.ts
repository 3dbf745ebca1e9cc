import { html, type TemplateResult } from 'lit';
import { say } from '../words.ts';
import { provoked, repaired, type Session } from './session.ts';
import { dialNames, dials, dialSays, dialSpec, dialValue, uses, type Dial } from './set-up.ts';

export interface Acts {
  play(): void;
  again(): void;
  dial(dial: Dial, value: number | undefined): void;
  turn(which: 'collapse' | 'repair', on: boolean): void;
}

const slider = (session: Session, dial: Dial, acts: Acts): TemplateResult => {
  const { ways, main, setUp } = session;
  const spec = dialSpec(ways, main.way, dial);
  const id = dials[dial].at(-1)!;
  const used = uses(main.way, id);
  const value = dialValue(ways, main.way, setUp, dial);
  const users = [...new Set(ways.filter((way) => uses(way, id)).map(({ discretizer }) => discretizer.name))].join(', ');
  const label = say(`codebook.dial.${dial}`);
  return html`<div class="dial" title=${used ? (spec?.doc ?? '') : say('codebook.dial.unused', { users })}>
    <label for=${dial}>${label}</label>
    <output for=${dial}>${used ? dialSays(main.way, setUp, dial) : ''}</output>
    <input
      id=${dial}
      type="range"
      min=${spec?.min ?? 0}
      max=${spec?.max ?? 1}
      step=${spec?.step ?? 'any'}
      ?disabled=${!used}
      .value=${String(value)}
      @change=${(event: Event) => acts.dial(dial, Number((event.target as HTMLInputElement).value))}
    />
    <small>${used ? '' : say('codebook.dial.of', { users })}</small>
  </div>`;
};

/** Play and pause, what can be moved while it learns, and back to where it was. */
export const controls = (session: Session, acts: Acts): TemplateResult => {
  const { main, playing, setUp } = session;
  const play = playing ? 'pause' : main.step === 0 ? 'play' : main.step % setUp.steps === 0 ? 'more' : 'resume';
  return html`<section class="controls" aria-label=${say('codebook.controls')}>
    <button type="button" class="button primary" data-action="play" ?disabled=${!main.run} @click=${acts.play}>
      ${say(`codebook.${play}`, { count: setUp.steps })}
    </button>
    ${dialNames.map((dial) => slider(session, dial, acts))}
    <button
      type="button"
      class="link"
      data-action="reset"
      ?disabled=${!Object.keys(setUp.dials).length}
      @click=${() => dialNames.forEach((dial) => acts.dial(dial, undefined))}
    >
      ${say('codebook.reset')}
    </button>
  </section>`;
};

/** Break it, mend it, begin anew. */
export const switches = (session: Session, acts: Acts): TemplateResult => {
  const { main, switches: can } = session;
  const one = (which: 'collapse' | 'repair') =>
    html`<button
      type="button"
      class="switch"
      role="switch"
      data-switch=${which}
      aria-checked=${String(main[which])}
      ?disabled=${!main.run || !can[which]}
      @click=${() => acts.turn(which, !main[which])}
    >
      <i aria-hidden="true"></i>${say(`codebook.${which}`)}
    </button>`;
  return html`<section class="switches" aria-label=${say('codebook.switches')}>
    <div class="row">
      ${one('collapse')} ${one('repair')}
      <button type="button" class="link" data-action="again" @click=${acts.again}>${say('codebook.again')}</button>
    </div>
    <p class="what">
      ${say(`codebook.switches.${can.repair ? 'says' : can.collapse ? 'half' : 'none'}`, {
        beta: Number(provoked.params['beta']),
        rate: provoked.rate,
        share: 100 * Number(repaired['revive']),
        decay: Number(repaired['decay']),
      })}
    </p>
  </section>`;
};
