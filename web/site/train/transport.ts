import { html, nothing, type TemplateResult } from 'lit';
import { css } from '../../elements/lib/css.ts';
import { megabytes } from '../../elements/lib/format.ts';
import { shapes } from '../icons.ts';
import { roundButton } from '../round-button.ts';
import { say } from '../words.ts';
import type { Session } from './session.ts';

interface Acts {
  play(): void;
  step(): void;
  reset(): void;
  cancel(): void;
}

export const rowOfButtons = (session: Session, acts: Acts): TemplateResult => {
  const { status } = session;
  const training = status === 'training';
  const play = training ? 'pause' : status === 'done' ? 'again' : session.record.step ? 'resume' : 'start';
  const still = status === 'ready' || status === 'paused';
  return html`<div class="buttons">
    ${roundButton('play', {
      shape: training ? shapes.pause : shapes.play,
      label: say(`train.${play}`),
      disabled: !training && !still && status !== 'done',
      act: acts.play,
    })}
    ${roundButton('step', { shape: shapes.step, label: say('train.step'), disabled: !still, act: acts.step })}
    ${roundButton('reset', {
      shape: shapes.reset,
      label: say('train.reset'),
      title: say('train.reset.says'),
      disabled: status === 'opening',
      act: acts.reset,
    })}
    ${
      session.progress
        ? html`<button type="button" class="button" data-action="cancel" @click=${acts.cancel}>
            ${say('train.cancel')}
          </button>`
        : nothing
    }
  </div>`;
};

const counted = new Intl.NumberFormat('en');

const time = (seconds: number): string =>
  seconds < 90
    ? say('train.seconds', { count: Math.max(1, Math.round(seconds)) })
    : say('train.minutes', { count: Math.round(seconds / 60) });

/** How far it is, how fast, and how long it will take. */
export const playing = (session: Session, extend: () => void): TemplateResult => {
  const { record, steps, speed, status, progress } = session;
  if (progress)
    return html`<div class="playing">
      <progress
        max=${progress.total || nothing}
        value=${progress.total ? progress.loaded : nothing}
        aria-label=${say('train.loading')}
      ></progress>
      <p>${say('train.loading.says', { loaded: megabytes(progress.loaded), total: megabytes(progress.total) })}</p>
    </div>`;
  const share = steps ? Math.min(1, record.step / steps) : 0;
  const running = status === 'training' && speed > 0;
  return html`<div class="playing">
    <div
      class="bar-of"
      role="progressbar"
      aria-label=${say('train.progress')}
      aria-valuemin="0"
      aria-valuemax=${steps}
      aria-valuenow=${record.step}
    >
      <i ${css({ width: `${(100 * share).toFixed(2)}%` })}></i>
    </div>
    <p>
      <b>${say('train.at', { step: counted.format(record.step), steps: counted.format(steps) })}</b>
      <span
        >${
          running
            ? say('train.speed', {
                speed: speed < 10 ? speed.toFixed(1) : counted.format(Math.round(speed)),
                left: time((steps - record.step) / speed),
              })
            : status === 'done'
              ? html`<button type="button" class="link" data-action="extend" @click=${extend}>
                  ${say('train.extend')}
                </button>`
              : say(`train.is.${status}`)
        }</span
      >
    </p>
  </div>`;
};
