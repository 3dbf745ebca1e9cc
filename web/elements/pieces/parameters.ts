import { html, nothing, type TemplateResult } from 'lit';
import type { CatalogEntry, ModelInfo, ParamSpec, Params } from '../../engine/types.ts';
import type { Translate } from '../lib/locale.ts';
import { defaultsOf, fromSlider, isShown, showValue, sliderSteps, toSlider, type Value } from '../lib/params.ts';
import type { Palette } from '../lib/palette.ts';
import { Piece } from '../lib/piece.ts';
import type { Preview } from '../run/head-previews.ts';

/** More choices than these make a menu instead of buttons in a row. */
const mostButtons = 5;

/** One row of controls, made from the catalogue's parameters and the model's layers and heads. */
export class Parameters extends Piece {
  static override properties = {
    entry: { attribute: false },
    params: { attribute: false },
    model: { attribute: false },
    layer: { type: Number },
    head: { type: Number },
    layers: { type: Number },
    heads: { type: Number },
    locked: { attribute: false },
    preview: { attribute: false },
    previews: { type: Number },
    palette: { attribute: false },
    phone: { type: Boolean },
    changed: { type: Boolean },
    label: { type: String },
    t: { attribute: false },
  };

  entry: CatalogEntry | undefined;
  /** Only what differs from the defaults. */
  params: Params = {};
  model: ModelInfo | undefined;
  layer = 1;
  head = 1;
  layers = 1;
  heads = 1;
  locked: (layer: number, head: number) => boolean = () => false;
  preview: (head: number) => Preview | undefined = () => undefined;
  /** Rises when another preview is there. */
  previews = 0;
  palette: Palette | undefined;
  phone = false;
  /** Something stands away from its default. */
  changed = false;
  /** Where several stand on a page: whose they are. */
  label = '';
  t!: Translate;

  override render(): TemplateResult {
    const { t, entry } = this;
    const values = { ...(entry ? defaultsOf(entry) : {}), ...this.params };
    return html`<section class="params" part="parameters" aria-label=${this.label || t('parameters.label')}>
      ${this.layers > 1 ? this.#layers() : nothing} ${this.heads > 1 ? this.#heads() : nothing}
      ${entry?.params.filter((spec) => isShown(spec, values)).map((spec) => this.#param(spec, values[spec.id] ?? spec.default))}
      <button
        type="button"
        class="link reset"
        aria-disabled=${!this.changed}
        @click=${() => this.changed && this.say('ap-reset')}
      >
        ${t('parameters.reset')}
      </button>
    </section>`;
  }

  #layers(): TemplateResult {
    const { t } = this;
    return html`<div class="grp" role="group" aria-label=${t('parameters.layer')}>
      <div class="lbl"><b>${t('parameters.layer')}</b>${t('parameters.of', { all: this.layers })}</div>
      <div class="seg">
        ${Array.from({ length: this.layers }, (_, i) => i + 1).map((layer) => {
          const closed = this.locked(layer, this.head) && this.#allLocked(layer);
          return html`<button
            type="button"
            aria-pressed=${layer === this.layer}
            title=${closed ? t('parameters.locked') : nothing}
            @click=${() => this.say('ap-layer', layer)}
          >
            ${layer}
          </button>`;
        })}
      </div>
    </div>`;
  }

  #allLocked(layer: number): boolean {
    return Array.from({ length: this.heads }, (_, i) => i + 1).every((head) => this.locked(layer, head));
  }

  #heads(): TemplateResult {
    const { t } = this;
    const size = this.phone ? 72 : 46;
    return html`<div class="grp" role="group" aria-label=${t('parameters.head')}>
      <div class="lbl"><b>${t('parameters.head')}</b>${t('parameters.of', { all: this.heads })}</div>
      <div class="heads">
        ${Array.from({ length: this.heads }, (_, i) => i + 1).map((head) => {
          const locked = this.locked(this.layer, head);
          const picture = this.preview(head);
          return html`<button
            type="button"
            class="head"
            aria-pressed=${head === this.head}
            @click=${() => this.say('ap-head', head)}
          >
            <span class="pic"
              >${
                picture && !locked
                  ? html`<ap-thumbnail
                      .picture=${picture}
                      .palette=${this.palette}
                      .width=${size}
                      .height=${size}
                    ></ap-thumbnail>`
                  : html`<span class="blank" aria-hidden="true">${locked ? t('parameters.full') : ''}</span>`
              }</span
            >
            <span><span class="spoken">${t('parameters.head')} </span>${head}</span>
          </button>`;
        })}
      </div>
    </div>`;
  }

  #set(spec: ParamSpec, value: Value): void {
    this.say('ap-param', { id: spec.id, value });
  }

  #param(spec: ParamSpec, value: Value): TemplateResult {
    const text = spec.kind === 'choice' || spec.kind === 'flag' ? this.#short(spec) : showValue(spec, value);
    const label = html`<div class="lbl" title=${spec.doc}><b id=${`label-${spec.id}`}>${spec.label}</b>${text}</div>`;
    return html`<div class="grp" role="group" aria-label=${spec.label}>${label}${this.#control(spec, value)}</div>`;
  }

  /** One plain line below the label; long ones wait in the tooltip. */
  #short(spec: ParamSpec): string {
    return spec.doc.length <= 24 ? spec.doc.replace(/\.$/, '') : '';
  }

  #control(spec: ParamSpec, value: Value): TemplateResult {
    if (spec.kind === 'flag')
      return html`<button
        type="button"
        class="switch"
        role="switch"
        aria-checked=${value === true}
        aria-label=${spec.label}
        title=${spec.doc}
        @click=${() => this.#set(spec, value !== true)}
      >
        <i></i>
      </button>`;
    if (spec.kind === 'choice') return this.#choice(spec, value);
    const give = (event: Event): void =>
      this.#set(spec, fromSlider(spec, Number((event.target as HTMLInputElement).value)));
    return html`<input
      type="range"
      min="0"
      max=${sliderSteps}
      step="1"
      aria-label=${spec.label}
      aria-valuetext=${showValue(spec, value)}
      title=${spec.doc}
      .value=${String(toSlider(spec, Number(value)))}
      @input=${give}
      @keydown=${(event: KeyboardEvent) => this.#nudge(event, spec, Number(value))}
    />`;
  }

  /** A thousandth of the track is no step a person can feel: arrows move by the parameter's own step, or a fiftieth. */
  #nudge(event: KeyboardEvent, spec: ParamSpec, value: number): void {
    event.stopPropagation();
    const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const whole = spec.kind === 'integer' ? Math.max(1, spec.step ?? 1) : undefined;
    const next = whole
      ? value + by * whole
      : fromSlider(spec, Math.max(0, Math.min(sliderSteps, toSlider(spec, value) + by * 20)));
    this.#set(spec, Math.max(spec.min ?? -Infinity, Math.min(spec.max ?? Infinity, next)));
  }

  #choice(spec: ParamSpec, value: Value): TemplateResult {
    const choices = spec.choices ?? [];
    if (choices.length > mostButtons)
      return html`<select
        class="plain"
        aria-label=${spec.label}
        @change=${(e: Event) => this.#set(spec, (e.target as HTMLSelectElement).value)}
      >
        ${choices.map((one) => html`<option value=${one.value} ?selected=${one.value === value}>${one.label}</option>`)}
      </select>`;
    return html`<div class="seg">
      ${choices.map(
        (one) =>
          html`<button
            type="button"
            aria-pressed=${one.value === value}
            title=${one.doc}
            @click=${() => this.#set(spec, one.value)}
          >
            ${one.label}
          </button>`,
      )}
    </div>`;
  }
}
