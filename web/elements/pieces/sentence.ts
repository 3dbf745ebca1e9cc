import { html, nothing, svg, type PropertyValues, type TemplateResult } from 'lit';
import { css } from '../lib/css.ts';
import { change, token } from '../lib/format.ts';
import type { Translate } from '../lib/locale.ts';
import { otherItems } from '../lib/other-items.ts';
import { calm } from '../lib/palette.ts';
import { Piece } from '../lib/piece.ts';
import { sharesOf } from '../lib/shares.ts';
import { zoomOf } from '../lib/zoom.ts';
import { pencil } from '../lib/icons.ts';

interface Arc {
  from: number;
  to: number;
  weight: number;
}

/** Where the words stand, from the line's left end. */
interface Stand {
  oneLine: boolean;
  width: number;
  centres: number[];
  ends: number[];
}

/** Properties that move words; the rest colours them. In a long text the query moves the part on show. */
const moving = ['tokens', 'starts', 'query', 'phone', 'editing', 't'] as const;

/** More words than this are shown as a part of the sentence around the chosen one. */
const mostChips = 160;
/** Arcs over more words than this are a thicket. */
const mostArcs = 40;

/** The sentence is a control: every word a button, the chosen one's weights below, all arcs above. */
export class Sentence extends Piece {
  static override properties = {
    // Every run brings its own lists of the same words.
    tokens: { attribute: false, hasChanged: otherItems },
    read: { type: Number },
    asks: { attribute: false },
    starts: { attribute: false, hasChanged: otherItems },
    weights: { attribute: false },
    rows: { attribute: false },
    version: { type: Number },
    query: { type: Number },
    phone: { type: Boolean },
    editing: { type: Boolean },
    caption: { type: String },
    struck: { attribute: false },
    pooled: { type: Boolean },
    t: { attribute: false },
    arcs: { state: true },
    room: { state: true },
  };

  tokens: readonly string[] = [];
  /** Words from here on are left out by the model: shown, and not to be chosen. */
  read = 0;
  /** The words that can be chosen, where not all can. */
  asks: readonly number[] | undefined;
  starts: readonly boolean[] = [];
  /** What the chosen word reads, one number per word. */
  weights: Float32Array | undefined;
  /** All rows, for the faint arcs; undefined where there are too many. */
  rows: ((row: number) => Float32Array | undefined) | undefined;
  version = 0;
  query = 0;
  phone = false;
  editing = false;
  /** Stands above the words, where they are not those that are read: no weights have their place below. */
  caption = '';
  /** Words that are not read, by their places, each with what is said of it. */
  struck: ReadonlyMap<number, string> | undefined;
  /** No word asks: the text as a whole reads. */
  pooled = false;
  t!: Translate;
  protected arcs: { path: string; back: string; width: number; on: boolean }[] = [];
  protected room = false;
  #observer: ResizeObserver | undefined;
  #flown = '';
  #stand: Stand | undefined;
  #shares: Float32Array | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#observer = new ResizeObserver(() => {
      this.#measure();
      this.#arch();
    });
    this.#observer.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#observer?.disconnect();
  }

  #window(): [number, number] {
    const n = this.tokens.length;
    if (n <= mostChips) return [0, n];
    const first = Math.max(0, Math.min(n - mostChips, this.query - mostChips / 2));
    return [Math.floor(first), Math.floor(first) + mostChips];
  }

  #chip(i: number): TemplateResult {
    const text = token(this.tokens[i] ?? '');
    const share = this.#shares?.[i] ?? 0;
    const shown = share >= 0.005;
    const here = i === this.query;
    const chosen = here && !this.pooled;
    const struck = this.struck?.get(i);
    const strong = !chosen && share >= 0.5;
    const out = i >= this.read;
    const join = i > 0 && this.starts[i] === false;
    // The name is what is seen, with words between for those who only hear it.
    const place = html`<span class="spoken"
      >,
      ${this.t(out ? 'sentence.out' : 'sentence.piece', { at: i + 1 })}${shown ? `, ${this.t('derivation.weight')} ` : ''}</span
    >`;
    return html`<button
      type="button"
      role="option"
      class="chip ${join ? 'join' : ''} ${chosen ? 'query' : ''} ${strong ? 'strong' : ''} ${text.length < 2 ? 'tight' : ''} ${out ? 'out' : ''} ${struck === undefined ? '' : 'struck'}"
      aria-selected=${chosen}
      ?disabled=${out || this.asks?.includes(i) === false}
      tabindex=${here ? 0 : -1}
      data-i=${i}
      ${css({ '--p': `${shown ? (share * 100).toFixed(1) : 0}%` })}
      @click=${() => this.say('ap-query', i)}
    >
      <span class="t" data-text=${text}><bdi>${text}</bdi></span
      >${place}<span class="bar"><b></b></span
      ><span class="wv">${struck ? struck : shown ? weightText(this.weights?.[i] ?? 0, share, text) : ''}</span>
    </button>`;
  }

  #key(event: KeyboardEvent): void {
    const last = this.read - 1;
    const back = getComputedStyle(this).direction === 'rtl' ? 'ArrowRight' : 'ArrowLeft';
    const on = back === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft';
    const to = { [back]: this.query - 1, [on]: this.query + 1, Home: 0, End: last }[event.key];
    if (to === undefined || to < 0 || to > last) return;
    event.preventDefault();
    event.stopPropagation();
    this.say('ap-query', to);
    void this.updateComplete.then(() => this.querySelector<HTMLElement>('.chip[tabindex="0"]')?.focus());
  }

  override render(): TemplateResult {
    const { t } = this;
    this.#shares = sharesOf(this.weights);
    const [first, end] = this.#window();
    const many = this.tokens.length > 60;
    const words = Array.from({ length: end - first }, (_, i) => this.#chip(first + i));
    return html`<div
      class="sent ${this.arcs.length ? 'arched' : ''} ${this.room ? 'room' : ''} ${this.caption ? 'bare' : ''} ${this.editing ? 'wide' : ''}"
      part="sentence"
    >
      ${this.caption ? html`<p class="whose">${this.caption}</p>` : nothing}
      <div class="line">
        ${this.arcs.length ? this.#arcs() : nothing}
        <div
          class="chips ${many ? 'many' : ''}"
          role="listbox"
          aria-orientation="horizontal"
          aria-label=${t('sentence.label')}
          @keydown=${(e: KeyboardEvent) => this.#key(e)}
        >
          ${words}
        </div>
        ${end - first < this.tokens.length ? html`<p class="more">${t('sentence.part', { from: first + 1, to: end, all: this.tokens.length })}</p>` : nothing}
      </div>
      <button type="button" class="own" aria-expanded=${this.editing} @click=${() => this.say('ap-edit')}>
        ${pencil}${t(this.editing ? 'sentence.done' : 'sentence.own')}
      </button>
    </div>`;
  }

  #arcs(): TemplateResult {
    return html`<svg class="arcs" aria-hidden="true">
      ${this.arcs.map((arc) => svg`<path class="arc ${arc.on ? 'on' : 'bg'}" stroke-width=${arc.width.toFixed(2)} d=${arc.path}></path>`)}
      <circle class="flow" r="5"></circle>
    </svg>`;
  }

  /** Where the words stand is known after layout only. It depends on the words, never on their weights. */
  #measure(): void {
    const chips = [...this.querySelectorAll<HTMLElement>('.chip')];
    const frame = this.querySelector('.line')?.getBoundingClientRect();
    this.#stand = undefined;
    if (!frame || chips.length === 0) return;
    const boxes = chips.map((chip) => chip.getBoundingClientRect());
    const top = boxes[0]?.top ?? 0;
    const zoom = zoomOf(this);
    this.#stand = {
      oneLine: boxes.every((box) => Math.abs(box.top - top) < 4),
      width: frame.width / zoom,
      centres: boxes.map((box) => (box.left + box.width / 2 - frame.left) / zoom),
      ends: boxes.map((box) => (box.right - frame.left) / zoom),
    };
  }

  /** A sentence of several lines has no arcs. */
  #arch(): void {
    const stand = this.#stand;
    const flat = stand?.oneLine && !this.phone;
    const lastUsed = this.#shares?.findLastIndex((share) => share >= 0.005) ?? -1;
    // "Type your own" shares the line of the figures where nothing stands there.
    const rightmost = Math.max(...(stand?.ends.slice(0, lastUsed + 1) ?? []), -Infinity);
    this.room = flat === true && stand.width - 130 > rightmost && (stand.ends.at(-1) ?? 0) > 200;
    const { length } = this.tokens;
    const show = flat && !this.pooled && stand.centres.length === length && length <= mostArcs;
    const centre = (i: number): number => stand?.centres[i] ?? 0;
    const next = show ? this.#collect().map((arc) => draw(arc, centre, this.query)) : [];
    if (JSON.stringify(next) !== JSON.stringify(this.arcs)) this.arcs = next;
  }

  #collect(): Arc[] {
    const out: Arc[] = [];
    const n = this.tokens.length;
    for (let row = 0; row < n; row++) {
      if (row === this.query) continue;
      const weights = sharesOf(this.rows?.(row));
      for (let key = 0; weights && key < n; key++) {
        const weight = weights[key] ?? 0;
        if (key !== row && weight >= 0.15) out.push({ from: row, to: key, weight });
      }
    }
    for (let key = 0; key < n; key++) {
      const weight = this.#shares?.[key] ?? 0;
      if (key !== this.query && weight >= 0.02) out.push({ from: this.query, to: key, weight });
    }
    return out;
  }

  protected override updated(changed: PropertyValues): void {
    if (moving.some((name) => changed.has(name)) || !this.#stand) this.#measure();
    if (!changed.has('arcs')) this.#arch();
    if (changed.has('query') || changed.has('tokens') || changed.has('phone')) this.#reveal();
    this.#fly();
  }

  /** In a long text the chosen word is scrolled to; the page itself stays where it is. */
  #reveal(): void {
    const list = this.querySelector<HTMLElement>(this.phone ? '.chips' : '.chips.many');
    const chip = list?.querySelector<HTMLElement>('.chip[tabindex="0"]');
    if (!list || !chip) return;
    const [frame, box] = [list.getBoundingClientRect(), chip.getBoundingClientRect()];
    if (this.phone) list.scrollLeft += box.left + box.width / 2 - frame.left - frame.width / 2;
    else if (box.top < frame.top || box.bottom > frame.bottom) list.scrollTop += box.top - frame.top - frame.height / 3;
  }

  /** On load and on a new query one dot runs along the strongest arc, from key to query, twice. */
  #fly(): void {
    const arc = this.arcs.filter((one) => one.on).sort((a, b) => b.width - a.width)[0];
    const dot = this.querySelector<SVGElement>('.flow');
    if (!arc || !dot || calm()) return;
    const key = `${this.query}|${arc.back}`;
    if (key === this.#flown) return;
    this.#flown = key;
    dot.style.setProperty('offset-path', `path('${arc.back}')`);
    dot.animate(
      [
        { offsetDistance: '0%', opacity: 0 },
        { opacity: 1, offset: 0.12 },
        { opacity: 1, offset: 0.86 },
        { offsetDistance: '100%', opacity: 0 },
      ] as Keyframe[],
      { duration: 1400, delay: 400, iterations: 2, easing: 'cubic-bezier(.5,0,.2,1)' },
    );
  }
}

/** Pieces of one or two letters stand too close for the leading zero. */
export const shareText = (weight: number, text: string): string =>
  text.length < 2 && weight < 0.995 ? weight.toFixed(2).slice(1) : weight.toFixed(2);

/** Where a bar stands for a part of the row, the number itself is still what is said. */
export const weightText = (weight: number, share: number, text: string): string =>
  weight === share ? shareText(weight, text) : change(weight, 3);

const draw = (arc: Arc, centre: (i: number) => number, query: number) => {
  const [a, b] = [centre(arc.from), centre(arc.to)];
  const lift = Math.min(43, 14 + Math.abs(a - b) * 0.28) * 1.18;
  const curve = (x: number, y: number): string =>
    `M${x.toFixed(1)} 43C${x.toFixed(1)} ${(43 - lift).toFixed(1)} ${y.toFixed(1)} ${(43 - lift).toFixed(1)} ${y.toFixed(1)} 43`;
  return {
    path: curve(a, b),
    back: curve(b, a),
    width: 0.8 + 4.2 * arc.weight,
    on: arc.from === query,
  };
};
