import { html, svg, type PropertyValues, type TemplateResult } from 'lit';
import type { TensorInfo, Trace } from '../../engine/types.ts';
import { characters, shape, token } from '../lib/format.ts';
import { infoOf, isOfSource, type Frame } from '../lib/frames.ts';
import type { Translate } from '../lib/locale.ts';
import type { Palette } from '../lib/palette.ts';
import { Piece } from '../lib/piece.ts';
import { letterOf, rangeOf, scaleIn } from '../scene/scale.ts';
import { sliceOf, type Selection } from '../scene/slice.ts';
import type { ValueStore } from '../scene/values.ts';

import { spokenSymbol, symbolText } from './symbol.ts';
import { samePicture, type Picture } from './thumbnail.ts';

/** A thumbnail has no more pixels than this to show. */
const most = 48;

/** The rail is the scrubber: a real thumbnail per frame, its range or shape, one line with dots. */
export class Rail extends Piece {
  static override properties = {
    frames: { attribute: false },
    current: { type: Number },
    store: { attribute: false },
    selection: { attribute: false },
    palette: { attribute: false },
    phone: { type: Boolean },
    facts: { attribute: false },
    version: { type: Number },
    t: { attribute: false },
  };

  /** Those on show; `current` counts within them. */
  frames: readonly Frame[] = [];
  current = 0;
  store: ValueStore | undefined;
  selection: Selection = { head: 0, query: 0 };
  palette: Palette | undefined;
  phone = false;
  /** A line below a frame's name that takes a question to the engine, by the frame's key. */
  facts: ReadonlyMap<string, string> = new Map();
  version = 0;
  t!: Translate;
  #pictures = new Map<string, Picture>();
  /** Those drawn last: what a run left as it was is not drawn again. */
  #before = new Map<string, Picture>();

  protected override willUpdate(changed: PropertyValues): void {
    const head = (changed.get('selection') as Selection | undefined)?.head ?? this.selection.head;
    if (!changed.has('store') && !changed.has('version') && head === this.selection.head) return;
    this.#before = this.#pictures;
    this.#pictures = new Map();
  }

  #picture(info: TensorInfo): Picture | undefined {
    if (!this.store || info.shape.some((size) => size === 0) || info.shape.length === 0) return undefined;
    const known = this.#pictures.get(info.name);
    if (known) return known;
    const seen = this.store.overview(sliceOf(info, this.selection), most);
    if (!seen) return undefined;
    const scale = scaleIn(this.store.trace, info);
    const fresh: Picture = { ...seen, letter: letterOf(info.role), scale };
    const old = this.#before.get(info.name);
    const picture = old && samePicture(old, fresh) ? old : fresh;
    this.#pictures.set(info.name, picture);
    return picture;
  }

  #thumb(frame: Frame): TemplateResult | TemplateResult[] {
    const trace = this.store?.trace;
    if (!trace) return html``;
    if (frame.kind === 'tokens')
      return isOfSource(frame)
        ? tokenBars(trace.sourceTokens, -1, this.phone ? 28 : 44)
        : tokenBars(trace.tokens, this.selection.query, this.phone ? 28 : 44);
    const infos = shownIn(trace, frame);
    const height = this.phone ? 28 : 44;
    // What is left for one of many frames, 4 pixels from the next, and for one of several pictures in it, 3 apart (the
    // gap in styles/rail.ts). Below 4 pixels a picture would be a line.
    const room = this.clientWidth > 0 ? this.clientWidth / this.frames.length - 4 : Infinity;
    const share = Math.max(4, Math.floor((room - 3 * (infos.length - 1)) / infos.length));
    return infos.map((info) => {
      const square = info.shape.at(-1) === info.shape.at(-2);
      const wanted = infos.length > 1 ? (this.phone ? 10 : 24) : square || this.phone ? height : 58;
      const width = Math.min(wanted, share);
      const picture = this.#picture(info);
      return html`<ap-thumbnail
        .picture=${picture}
        .palette=${this.palette}
        .width=${width}
        .height=${height}
      ></ap-thumbnail>`;
    });
  }

  #name(frame: Frame): TemplateResult | string {
    const trace = this.store?.trace;
    const infos = trace ? shownIn(trace, frame) : [];
    if (infos.length > 1)
      return html`${infos.map((info) => html`<i class="sym ${letterOf(info.role)}">${symbolText(info.symbol)}</i> `)}`;
    return labelOf(frame, this.t);
  }

  override render(): TemplateResult {
    return html`<nav aria-label=${this.t('rail.label')} part="rail">
      <ol class="steps ${this.frames.length > 11 ? 'crowded' : ''}">
        ${this.frames.map(
          (frame, i) =>
            html`<li class=${i < this.current ? 'done' : i === this.current ? 'cur' : 'todo'}>
              <button
                type="button"
                aria-current=${i === this.current ? 'step' : 'false'}
                aria-label=${this.#spoken(frame)}
                @click=${() => this.say('ap-frame', frame)}
              >
                <span class="th">${this.#thumb(frame)}</span>
                <span class="nm">${this.#name(frame)}</span>
                <span class="sh">${this.#under(frame)}</span>
              </button>
            </li>`,
        )}
      </ol>
    </nav>`;
  }

  /** What is seen, so that it can be asked for by voice; symbols alone would say little, and on a phone stands nothing. */
  #spoken(frame: Frame): string {
    const trace = this.store?.trace;
    const infos = trace ? shownIn(trace, frame) : [];
    const symbols = infos.length > 1 ? `, ${infos.map((info) => spokenSymbol(info.symbol)).join(' ')}` : '';
    return `${labelOf(frame, this.t)}${symbols} ${this.#under(frame)}`.trim();
  }

  #under(frame: Frame): string {
    const trace = this.store?.trace;
    return this.facts.get(frame.key) ?? (trace ? underOf(trace, frame, this.t) : '');
  }
}

/** The tensors that stand for a frame: all three projections, otherwise its result. */
const shownIn = (trace: Trace, frame: Frame): TensorInfo[] => {
  const outputs = frame.outputs.map((name) => infoOf(trace, name)).filter((info) => info !== undefined);
  const roles = outputs.filter((info) => info.role !== 'none');
  if (roles.length > 1) return roles.slice(0, 4);
  const result = infoOf(trace, frame.result);
  return result ? [result] : [];
};

/** Helping steps of a frame may have no label of their own. */
const labelIn = (frame: Frame): string =>
  frame.steps.findLast((step) => step.label !== '')?.label ?? frame.stage.replaceAll('_', ' ');

export const labelOf = (frame: Frame, t: Translate): string => {
  const label =
    frame.kind === 'tokens' ? t('frame.tokens') : frame.kind === 'given' ? t('frame.given') : labelIn(frame);
  return isOfSource(frame) ? t('frame.source.label', { label }) : label;
};

/** Range or shape, as the trace has it. */
const underOf = (trace: Trace, frame: Frame, t: Translate): string => {
  if (frame.kind === 'tokens')
    return t('rail.pieces', { count: (isOfSource(frame) ? trace.sourceTokens : trace.tokens).length });
  const infos = shownIn(trace, frame);
  const info = infos[0];
  if (!info) return '';
  const sizes = shape(info.shape.slice(-2));
  // Queries and keys of two texts.
  const unlike = [...new Set(infos.map((one) => shape(one.shape.slice(-2))))];
  if (unlike.length > 1) return unlike.join(', ');
  if (infos.length > 1) return t('rail.several', { count: infos.length, shape: sizes });
  const scale = scaleIn(trace, info);
  if (scale.kind === 'unit' || (info.role === 'weights' && (info.min !== 0 || info.max !== 0))) return rangeOf(scale);
  return sizes;
};

/** Tokens as bars as long as the words. */
const tokenBars = (tokens: readonly string[], query: number, size: number): TemplateResult => {
  const shown = tokens.slice(0, 16);
  const pitch = 44 / Math.max(shown.length, 4);
  return html`<svg viewBox="0 0 44 44" width=${size} height=${size} aria-hidden="true">
    ${shown.map((text, i) => {
      const width = Math.min(44, 6 + 5 * characters(token(text)).length);
      return svg`<rect x="0" y=${(i * pitch).toFixed(1)} width=${width} height=${Math.max(1, Math.min(2, pitch - 1)).toFixed(1)} rx="1" class=${i === query ? 'fill-q' : 'bar'}></rect>`;
    })}
  </svg>`;
};
