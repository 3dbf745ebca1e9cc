import { html, nothing, svg, type PropertyValues, type TemplateResult } from 'lit';
import type { Explanation, Step, Trace } from '../../engine/types.ts';
import { css } from '../lib/css.ts';
import { otherItems } from '../lib/other-items.ts';
import * as format from '../lib/format.ts';
import { infoOf } from '../lib/frames.ts';
import type { Hover } from '../lib/hover.ts';
import { blocksOf, mostLanes, type Block, type Lane } from '../lib/lines.ts';
import type { Translate } from '../lib/locale.ts';
import { Piece } from '../lib/piece.ts';
import { titleOf } from './stage-labels.ts';
import { symbolText } from './symbol.ts';
import { placeOf, placeText, wordAt } from '../lib/sentences.ts';
import type { Story } from '../lib/story.ts';
import { counted } from '../lib/terms.ts';
import { shownAxes } from '../lib/words.ts';
import { letterOf } from '../scene/scale.ts';
import { isNormalised } from '../lib/frames.ts';

/** Where does this number come from? Reads downwards as the pipeline runs. */
export class Derivation extends Piece {
  static override properties = {
    trace: { attribute: false },
    story: { attribute: false },
    latex: { attribute: false, hasChanged: otherItems },
    note: { type: String },
    label: { type: String },
    hover: { attribute: false },
    t: { attribute: false },
  };

  trace: Trace | undefined;
  story: Story | undefined;
  /** Of the frame, for the time when nothing is pinned. */
  latex: readonly string[] = [];
  note = '';
  /** Where several stand on a page: whose numbers it is about. */
  label = '';
  hover: Hover | undefined;
  t!: Translate;
  #blocks: Block[] = [];

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('story') || changed.has('trace'))
      this.#blocks = this.trace && this.story ? blocksOf(this.trace, this.story) : [];
  }

  override render(): TemplateResult {
    const { trace, story, t } = this;
    const first = story?.chain[0];
    if (!trace || !story || !first)
      return html`<section class="der" part="derivation" aria-label=${this.label || t('derivation.label')}>
        <h3 class="title">${t('derivation.none')}</h3>
        ${this.#formula(this.latex)}
        <p class="hint">${this.note}</p>
        <p class="hint">${t('derivation.hint')}</p>
      </section>`;
    const letter = letterOf(infoOf(trace, first.tensor)?.role ?? 'none');
    const [before, after = ''] = t('derivation.title').split('{value}');
    return html`<section class="der" part="derivation" aria-label=${this.label || t('derivation.label')}>
      <div class="der-h">
        <h3 class="title">${before}<span class=${letter}>${this.#value(first.value)}</span>${after}</h3>
        <button type="button" class="link" @click=${() => this.say('ap-unpin')}>${t('derivation.unpin')}</button>
      </div>
      <p class="der-s">${this.#place(first)}</p>
      ${this.#formula(this.#latexOf(story))}
      <dl class="sub">${this.#blocks.map((block) => this.#block(block))}${this.#final(first, letter)}</dl>
      ${story.chain.map((one) => (one.remark ? html`<p class="hint">${one.remark}</p>` : nothing))}
    </section>`;
  }

  /** The last two steps that did something to this number, the pinned one first: two formulas stand in one line. */
  #latexOf(story: Story): string[] {
    const idle = (one: Explanation | undefined): boolean =>
      one?.form === 'copy' || (one?.form === 'mask' && one.value !== -Infinity);
    const all = story.steps.flatMap((step, i) =>
      step?.latex && !this.#byHand(story.trace, step) && (i === 0 || !idle(story.chain[i])) ? [step.latex] : [],
    );
    return [...new Set(all)].slice(0, 2);
  }

  /** What the mechanism says of its own mask does not hold for one that was painted. */
  #byHand(trace: Trace, { inputs }: Step): boolean {
    return inputs.map((name) => infoOf(trace, name)).some((info) => info?.dtype === 'mask' && info.edited);
  }

  #formula(latex: readonly string[]): TemplateResult | typeof nothing {
    if (!latex.length) return nothing;
    return html`<ap-formula .latex=${latex} .hover=${this.hover} .label=${this.t('derivation.formula')}></ap-formula>`;
  }

  #value(value: number): string {
    return value === -Infinity ? this.t('value.masked') : format.num(value);
  }

  #place(one: Explanation): TemplateResult {
    const { t } = this;
    const place = placeOf(this.trace!, one.tensor, one.index);
    // What is no word has a number: `key 3`.
    const word = (at: { word: string; at: number }, letter: 'q' | 'k'): TemplateResult =>
      at.at < 0
        ? html`<b class=${letter}
            >${t('place.axis', { axis: t(letter === 'q' ? 'axis.query' : 'axis.key'), at: at.word })}</b
          >`
        : html`<b class=${letter}><bdi>${at.word}</bdi></b> ${t('place.piece', { at: at.at + 1 })}`;
    const asks = place.query ? word(place.query, 'q') : place.whole ? t('place.whole') : undefined;
    const rest = place.rest.map(({ axis, at }) => t('place.axis', { axis: t(`axis.${axis}`), at: at + 1 })).join(', ');
    if (asks && place.key) return html`${asks} ${t('place.reads')} ${word(place.key, 'k')}${rest ? `, ${rest}` : ''}`;
    const one_ = asks ? asks : place.key ? word(place.key, 'k') : nothing;
    return html`${one_}${rest ? (one_ === nothing ? rest : `, ${rest}`) : ''}`;
  }

  #block(block: Block): TemplateResult {
    if (block.kind === 'terms') return this.#terms(block);
    if (block.kind === 'softmax') return this.#softmax(block);
    if (block.kind === 'gradient') return this.#gradient(block);
    if (block.kind === 'steps')
      return html`<dt>${block.of.map((one) => this.t(`form.${one.form}`)).join(', ')}</dt>
        <dd>${this.#lines(block.of)}</dd>`;
    if (block.of.form === 'edited')
      return html`<dt>${this.t('form.edited')}</dt>
        <dd>${this.t('origin.edited', { computed: this.#value(Number(block.of.facts['computed'] ?? 0)) })}</dd>`;
    const origin = infoOf(this.trace!, block.of.tensor)?.origin ?? 'given';
    return html`<dt>${this.t('form.leaf')}</dt>
      <dd>${this.t(`origin.${origin}`)}</dd>`;
  }

  /** An open mask changes nothing: two words at the end of the line before it say so. */
  #lines(of: readonly Explanation[]): TemplateResult[] {
    const open = (one: Explanation | undefined): boolean => one?.form === 'mask' && one.value !== -Infinity;
    return of.flatMap((one, i) => {
      if (open(one) && i > 0) return [];
      const said = open(of[i + 1]) ? html`<span class="dim">, ${this.t('derivation.open')}</span>` : nothing;
      return [html`<div>${this.#line(one)}${said}</div>`];
    });
  }

  #terms(block: Block & { kind: 'terms' }): TemplateResult {
    const { t } = this;
    const count = counted(this.trace!, block.of);
    const axis = t(`axes.${block.axis}`, { count });
    const written = block.written.map(
      (one, i) =>
        html`${i ? html`<span class="dim"> + </span>` : nothing}<span class="term"
            >${one.factors.map(
              (part, j) =>
                html`${j ? '·' : nothing}<b class=${part.letter}
                    >${j ? format.factor(part.cell.value) : format.num(part.cell.value)}</b
                  >`,
            )}${block.more > 0 && i === block.written.length - 1 ? html`<span class="dim"> + …</span>` : nothing}</span
          >`,
    );
    return html`<dt>
        ${t(block.of.form === 'dot' && !block.product ? 'form.sum' : `form.${block.of.form}`)}<br />${count}
        ${axis}${count < block.of.terms.length ? html`<br />${t('derivation.bias')}` : nothing}
      </dt>
      <dd>
        ${block.product && count > 1 ? this.#lanes(block) : nothing}
        <div>${written}${block.more > 0 ? nothing : html` ${this.#sum(block, count)}`}</div>
        ${
          block.more > 0
            ? html`<div>
                <span class="dim">${t('derivation.more', { count: block.more })}</span> ${this.#sum(block, count)}
              </div>`
            : nothing
        }
      </dd>`;
  }

  /** What the terms come to: beside the last of them. */
  #sum(block: Block & { kind: 'terms' }, count: number): TemplateResult {
    return html`${block.of.form === 'mean' ? `/ ${String(block.of.facts['count'] ?? count)} ` : nothing}=
      <b class="res">${this.#value(block.of.value)}</b>`;
  }

  #lanes(block: Block & { kind: 'terms' }): TemplateResult {
    const count = Math.min(mostLanes, block.of.terms.length);
    const [left, width, lane] = [32, 378, block.lanes.length > 3 ? 20 : 22];
    const pitch = (width - left) / count;
    const bars = (values: readonly number[], base: number): string => {
      const max = Math.max(...values.map(Math.abs), 1e-30);
      return values
        .slice(0, count)
        .map((value, i) => {
          const h = (value / max) * 10;
          return Math.abs(h) < 0.05
            ? ''
            : `M${(left + i * pitch).toFixed(1)} ${base}v${(-h).toFixed(2)}h${Math.max(0.5, pitch * 0.74).toFixed(2)}v${h.toFixed(2)}z`;
        })
        .join('');
    };
    const base = (i: number): number => 13 + i * lane;
    const height = base(block.lanes.length - 1) + 12;
    const marks = block.written.filter((one) => one.at < count);
    return html`<svg
      class="lanes"
      viewBox=${`0 0 ${width} ${height}`}
      role="img"
      aria-label=${this.t('derivation.lanes', { count: block.of.terms.length })}
    >
      ${marks.map((one) => svg`<rect class="first" x=${(left + one.at * pitch - pitch * 0.13).toFixed(1)} y="0" width=${pitch.toFixed(2)} height=${height}></rect>`)}
      ${block.lanes.map(
        (one: Lane, i) => svg`
          <text class=${`sym fill-${one.letter}`} x=${left - 6} y=${base(i) + 4} text-anchor="end">${one.symbol}</text>
          <path class="base" d=${`M${left} ${base(i)}H${width}`}></path>
          <path class=${`fill-${one.letter}`} d=${bars(one.values, base(i))}></path>`,
      )}
    </svg>`;
  }

  #line(one: Explanation): TemplateResult {
    const { t } = this;
    const source = one.principal?.value ?? one.terms[0]?.sources[0]?.value ?? 0;
    const from = this.#value(source);
    const result = html`<b class="res">${this.#value(one.value)}</b>`;
    switch (one.form) {
      case 'scale':
        return html`${from} ${format.scaling(one.facts)} = ${result}`;
      case 'mask':
        return one.value === -Infinity
          ? html`${from} → ${result}`
          : html`${result}<span class="dim">, ${t('derivation.open')}</span>`;
      case 'map':
        return html`${String(one.facts['fn'] ?? '')}(${from}) = ${result}`;
      case 'layer_norm':
        return html`(${from} − ${format.factor(Number(one.facts['mean'] ?? 0))}) ·
        ${format.num(Number(one.facts['inverse_deviation'] ?? 1))} · … = ${result}`;
      case 'rms_norm':
        return html`${from} · ${format.factor(Number(one.facts['inverse_deviation'] ?? 1))} · … = ${result}`;
      case 'quotient':
        return html`${from} / ${format.factor(one.terms[1]?.value ?? 0)} = ${result}`;
      case 'max':
        return html`max(${one.terms
          .slice(0, 3)
          .map((term) => format.num(term.value))
          .join(', ')}${one.terms.length > 3 ? ', …' : ''})
        = ${result}`;
      case 'choice':
      case 'rank':
        return html`${from} → ${result}`;
      case 'entmax':
        return this.#entmax(one, result);
      case 'cross_entropy':
        return this.#surprise(one, result);
      case 'product':
        return html`${one.terms.map((term) => format.factor(term.sources[0]?.value ?? term.value)).join(' · ')} =
        ${result}`;
      default:
        return html`${from} = ${result}`;
    }
  }

  /** What is left of a score above the threshold of its row; squared for some. */
  #entmax(one: Explanation, result: TemplateResult): TemplateResult {
    const fact = (name: string): number => Number(one.facts[name] ?? 0);
    const from = this.#value(one.principal?.value ?? 0);
    if (!(one.value > 0)) return html`${from} → ${result}`;
    const scaled = fact('scale') === 1 ? nothing : html`${format.num(fact('scale'))} · `;
    const above = html`${scaled}(${from} − ${format.factor(fact('max'))}) − ${format.factor(fact('threshold'))}`;
    return fact('power') === 2 ? html`(${above})² = ${result}` : html`${above} = ${result}`;
  }

  /** The share of what was right, and how surprising that is. */
  #surprise(one: Explanation, result: TemplateResult): TemplateResult {
    if ((one.terms.at(-1)?.value ?? 0) < 0) return result;
    const fact = (name: string): number => Number(one.facts[name] ?? 0);
    const more = fact('smoothing') > 0 ? html`<span class="dim"> + …</span>` : nothing;
    return html`−log(exp(${this.#value(one.principal?.value ?? 0)} − ${format.factor(fact('max'))}) /
    ${format.num(fact('sum'))}) = −log ${format.column(fact('share'))}${more} = ${result}`;
  }

  /** A row for each of the strongest ways: slope times what that cell moves the start by. */
  #gradient(block: Block & { kind: 'gradient' }): TemplateResult {
    const { t } = this;
    const trace = this.trace!;
    const largest = Math.max(...block.rows.map(({ product }) => Math.abs(product)), 1e-30);
    const line = ({ slope, cell, product }: (typeof block.rows)[number]): TemplateResult => {
      const info = infoOf(trace, cell.tensor);
      const letter = letterOf(info?.role ?? 'none');
      const where = placeText(placeOf(trace, cell.tensor, cell.index), t);
      return html`<li title=${`${info ? titleOf(info) : cell.tensor}, ${where}`}>
        <span class="w"><i class="sym ${letter}">${symbolText(info?.symbol ?? '')}</i> ${where}</span>
        <span class="e">${format.num(slope)} · ${format.factor(cell.value)}</span>
        <span class="track"
          ><b class=${letter} ${css({ '--w': `${((100 * Math.abs(product)) / largest).toFixed(1)}%` })}></b
        ></span>
        <span class="n">${format.num(product)}</span>
      </li>`;
    };
    return html`<dt>${t('form.gradient')}<br />${t('derivation.ways', { count: block.of.terms.length })}</dt>
      <dd>
        <ul class="ex ways">
          ${block.rows.map(line)}
          ${block.more > 0 ? html`<li><span class="wide">${t('derivation.others', { count: block.more })}</span><span class="n">${format.num(block.rest)}</span></li>` : nothing}
          <li class="sum">
            <span class="wide">${t('derivation.sum')}</span><span class="n">${format.num(block.of.value)}</span>
          </li>
        </ul>
      </dd>`;
  }

  #word(cell: { tensor: string; index: number[] }, at: number): string {
    const trace = this.trace!;
    const info = infoOf(trace, cell.tensor);
    const key = info ? shownAxes(info).indexOf('key') : -1;
    return key >= 0 ? wordAt(trace, 'key', cell.tensor, cell.index[key] ?? at) : String(at + 1);
  }

  #softmax(block: Block & { kind: 'softmax' }): TemplateResult {
    const { t } = this;
    const largest = Math.max(...block.rows.map((row) => row.term), 1e-30);
    return html`<dt>
        ${t('form.softmax')}${block.sum > 0 ? html`<br />${t('derivation.largest', { max: format.num(block.max) })}` : nothing}
      </dt>
      <dd>
        <ul class="ex">
          ${block.rows.map(
            (row) =>
              html`<li>
                <span class="w ${row.at === block.own ? 'hot' : ''}"><bdi>${this.#word(row.cell, row.at)}</bdi></span>
                <span class="e"
                  >${row.cell.value === -Infinity ? t('value.masked') : html`exp(${format.num(row.cell.value)} − ${format.factor(block.max)})`}</span
                >
                <span class="track"
                  ><b
                    class=${row.at === block.own ? 'on' : ''}
                    ${css({ '--w': `${((100 * row.term) / largest).toFixed(1)}%` })}
                  ></b
                ></span>
                <span class="n">${format.column(row.term)}</span>
              </li>`,
          )}
          ${block.more > 0 ? html`<li><span class="wide">${t('derivation.others', { count: block.more })}</span><span class="n">${format.column(block.rest)}</span></li>` : nothing}
          <li class="sum">
            <span class="wide">${t('derivation.sum')}</span><span class="n">${format.column(block.sum)}</span>
          </li>
        </ul>
      </dd>`;
  }

  #final(first: Explanation, letter: string): TemplateResult {
    const info = infoOf(this.trace!, first.tensor);
    const weight = info && isNormalised(this.trace!, info);
    const name = weight ? this.t('derivation.weight') : info ? titleOf(info) : first.tensor;
    const own = first.terms[Number(first.facts['own'] ?? 0)];
    const sum = Number(first.facts['sum'] ?? 0);
    const over = own?.sources[0]?.value ?? 0;
    return html`<dt class="fin">${name}</dt>
      <dd class="final">
        ${
          first.form === 'softmax' && sum > 0 && over !== -Infinity
            ? html`<span class="ratio"
                  ><span class="over">exp(${format.num(over)} − ${format.factor(Number(first.facts['max'] ?? 0))})</span
                  ><span>${format.column(sum)}</span></span
                ><span>=</span>`
            : nothing
        }
        <span class="big ${letter}"
          >${first.value === -Infinity ? this.t('value.masked') : weight ? format.column(first.value) : format.num(first.value, 3)}</span
        >
      </dd>`;
  }
}
