import { html, nothing, type TemplateResult } from 'lit';
import { css } from '../lib/css.ts';
import { token } from '../lib/format.ts';
import { pencil } from '../lib/icons.ts';
import type { Translate } from '../lib/locale.ts';
import { otherItems } from '../lib/other-items.ts';
import { Piece } from '../lib/piece.ts';
import { shareText } from './sentence.ts';

/** More words than this are shown by the first ones. */
const mostChips = 160;

/** Another text that is read: a switch, and below it its words with the chosen word's weights. */
export class Source extends Piece {
  static override properties = {
    on: { type: Boolean },
    tokens: { attribute: false, hasChanged: otherItems },
    starts: { attribute: false, hasChanged: otherItems },
    weights: { attribute: false },
    version: { type: Number },
    editing: { type: Boolean },
    pair: { attribute: false },
    t: { attribute: false },
  };

  on = false;
  tokens: readonly string[] = [];
  starts: readonly boolean[] = [];
  /** What the chosen word reads, one share per word. */
  weights: Float32Array | undefined;
  version = 0;
  editing = false;
  /** Two texts that belong together, offered by one click; undefined where they are on show already. */
  pair: { text: string; source: string } | undefined;
  t!: Translate;

  #chip(i: number): TemplateResult {
    const text = token(this.tokens[i] ?? '');
    const weight = this.weights?.[i] ?? 0;
    const shown = weight >= 0.005;
    const join = i > 0 && this.starts[i] === false;
    return html`<li
      class="chip ${join ? 'join' : ''} ${weight >= 0.5 ? 'strong' : ''} ${text.length < 2 ? 'tight' : ''}"
      ${css({ '--p': `${shown ? (weight * 100).toFixed(1) : 0}%` })}
    >
      <span class="t" data-text=${text}><bdi>${text}</bdi></span
      >${shown ? html`<span class="spoken">, ${this.t('derivation.weight')} </span>` : nothing}<span class="bar"
        ><b></b></span
      ><span class="wv">${shown ? shareText(weight, text) : ''}</span>
    </li>`;
  }

  #words(): TemplateResult {
    const { t } = this;
    const { length } = this.tokens;
    const many = length > 60;
    return html`<p class="whose" id="whose-read">${t('source.read')}</p>
      <ol
        class="chips ${many ? 'many' : ''}"
        aria-labelledby="whose-read"
        role=${many ? 'group' : nothing}
        tabindex=${many ? 0 : nothing}
      >
        ${Array.from({ length: Math.min(length, mostChips) }, (_, i) => this.#chip(i))}
      </ol>
      ${length > mostChips ? html`<p class="more">${t('sentence.part', { from: 1, to: mostChips, all: length })}</p>` : nothing}`;
  }

  override render(): TemplateResult {
    const { t, on, pair } = this;
    return html`<div class="src" part="source">
      ${on && this.tokens.length ? this.#words() : nothing}
      <div class="another">
        <button
          type="button"
          class="switch"
          role="switch"
          aria-checked=${on}
          aria-labelledby="another"
          aria-describedby="another-says"
          @click=${() => this.say('ap-source-on', !on)}
        >
          <i></i>
        </button>
        <span class="lbl"><b id="another">${t('source.switch')}</b></span>
        <span class="says" id="another-says">${t(on ? 'source.on' : 'source.off')}</span>
        ${
          pair
            ? html`<button
                type="button"
                class="link"
                title=${t('source.pair.says', pair)}
                @click=${() => this.say('ap-pair', pair)}
              >
                ${t('source.pair')}
              </button>`
            : nothing
        }
        ${
          on && !this.editing
            ? html`<button
                type="button"
                class="own"
                aria-expanded="false"
                @click=${() => this.say('ap-edit', 'source')}
              >
                ${pencil}${t('source.own')}
              </button>`
            : nothing
        }
      </div>
    </div>`;
  }
}
