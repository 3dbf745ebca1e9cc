import { html, nothing, svg, type PropertyValues, type TemplateResult } from 'lit';
import { css } from '../lib/css.ts';
import { token } from '../lib/format.ts';
import { pencil } from '../lib/icons.ts';
import type { Translate } from '../lib/locale.ts';
import { otherItems } from '../lib/other-items.ts';
import { Piece } from '../lib/piece.ts';
import { sharesOf } from '../lib/shares.ts';
import { zoomOf } from '../lib/zoom.ts';
import { weightText } from './sentence.ts';

/** More words than this are shown by the first ones. */
const mostChips = 160;

/** From a word down to one that it reads. */
interface Line {
  path: string;
  width: string;
}

/** Between the words of two texts, one line each: the gap of the texts and a little. */
const mostGap = 48;

const linesOf = (
  weights: Float32Array | undefined,
  from: DOMRect,
  own: DOMRect,
  to: readonly DOMRect[],
  zoom: number,
): Line[] =>
  to.flatMap((chip, i) => {
    const weight = weights?.[i] ?? 0;
    if (weight < 0.02) return [];
    const x = (rect: DOMRect): string => ((rect.left + rect.width / 2 - own.left) / zoom).toFixed(1);
    const [y0, y1] = [(from.bottom - own.top) / zoom, (chip.top - own.top) / zoom];
    const middle = ((y0 + y1) / 2).toFixed(1);
    return {
      path: `M${x(from)} ${y0.toFixed(1)}C${x(from)} ${middle} ${x(chip)} ${middle} ${x(chip)} ${y1.toFixed(1)}`,
      width: (0.8 + 4.2 * weight).toFixed(2),
    };
  });

/** Another text that is read: a switch, and below it its words with the chosen word's weights. */
export class Source extends Piece {
  static override properties = {
    on: { type: Boolean },
    tokens: { attribute: false, hasChanged: otherItems },
    starts: { attribute: false, hasChanged: otherItems },
    weights: { attribute: false },
    version: { type: Number },
    editing: { type: Boolean },
    query: { type: Number },
    phone: { type: Boolean },
    pair: { attribute: false },
    lines: { state: true },
    t: { attribute: false },
  };

  on = false;
  tokens: readonly string[] = [];
  starts: readonly boolean[] = [];
  /** What the chosen word reads, one number per word. */
  weights: Float32Array | undefined;
  version = 0;
  editing = false;
  /** The word of the other text that is chosen: where the lines begin. */
  query = 0;
  phone = false;
  /** Two texts that belong together, offered by one click; undefined where they are on show already. */
  pair: { text: string; source: string } | undefined;
  t!: Translate;
  protected lines: readonly Line[] = [];
  #observer: ResizeObserver | undefined;
  #shares: Float32Array | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#observer = new ResizeObserver(() => this.#draw());
    this.#observer.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#observer?.disconnect();
  }

  protected override updated(changed: PropertyValues): void {
    if (!changed.has('lines') || changed.size > 1) this.#draw();
  }

  /** From the chosen word down to what it reads; texts of several lines have none. */
  #draw(): void {
    const from = this.closest('.texts')?.querySelector('.chip.query .t')?.getBoundingClientRect();
    const own = this.querySelector('.src')?.getBoundingClientRect();
    const chips = [...this.querySelectorAll('.chip .t')].map((chip) => chip.getBoundingClientRect());
    const top = chips[0]?.top ?? 0;
    const flat = !this.phone && !this.editing && chips.every((chip) => Math.abs(chip.top - top) < 4);
    // The chosen word stands on the last line above, or lines would run over other words.
    const near = from !== undefined && top - from.bottom < mostGap;
    const next = from && own && flat && near ? linesOf(this.#shares, from, own, chips, zoomOf(this)) : [];
    if (JSON.stringify(next) !== JSON.stringify(this.lines)) this.lines = next;
  }

  #chip(i: number): TemplateResult {
    const text = token(this.tokens[i] ?? '');
    const share = this.#shares?.[i] ?? 0;
    const shown = share >= 0.005;
    const join = i > 0 && this.starts[i] === false;
    return html`<li
      class="chip ${join ? 'join' : ''} ${share >= 0.5 ? 'strong' : ''} ${text.length < 2 ? 'tight' : ''}"
      ${css({ '--p': `${shown ? (share * 100).toFixed(1) : 0}%` })}
    >
      <span class="t" data-text=${text}><bdi>${text}</bdi></span
      >${shown ? html`<span class="spoken">, ${this.t('derivation.weight')} </span>` : nothing}<span class="bar"
        ><b></b></span
      ><span class="wv">${shown ? weightText(this.weights?.[i] ?? 0, share, text) : ''}</span>
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
    this.#shares = sharesOf(this.weights);
    return html`<div class="src" part="source">
      ${
        this.lines.length
          ? html`<svg class="fan" aria-hidden="true">
              ${this.lines.map((line) => svg`<path class="arc" stroke-width=${line.width} d=${line.path}></path>`)}
            </svg>`
          : nothing
      }
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
