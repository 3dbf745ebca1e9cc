import { html, nothing, type TemplateResult } from 'lit';
import * as format from '../../elements/lib/format.ts';
import { css } from '../../elements/lib/css.ts';
import type { AttentionLab } from './attention-lab.ts';
import type { Pair } from './pair.ts';
import { alikeness, distanceLine, strongest, weightLine, weightsOf } from './says.ts';
import { perturbed, reordered } from './state.ts';
import { historyButtons } from './view/acts.ts';
import type { Part } from './view/part.ts';

const shuffled = (count: number): number[] => {
  const order = Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
};

const swapped = (order: readonly number[], a: number, b: number): number[] =>
  order.map((from) => (from === a ? b : from === b ? a : from));

const field = (event: Event): string => {
  event.preventDefault();
  return new FormData(event.target as HTMLFormElement).get('value')?.toString().trim() ?? '';
};

/** What was done to the sentence, act by act. */
export const doneIn = ({ t, state }: AttentionLab, { words }: Pair): string[] => {
  if (state.against !== undefined) return [t('lab.done.against')];
  const name = (at: number): string => {
    const text = words[at]?.text ?? '';
    const several = words.filter((word) => word.text === text).length > 1;
    return t(several ? 'lab.done.word.at' : 'lab.done.word', { word: format.token(text), at: at + 1 });
  };
  const moved = (state.order ?? []).flatMap((from, to) => (from === to ? [] : [from]));
  const order = moved.length === 2 ? 'lab.done.swapped' : 'lab.done.order';
  return [
    ...(state.masked ?? []).filter((at) => at < words.length).map((at) => t('lab.done.hidden', { word: name(at) })),
    ...Object.entries(state.changed).map(([at, to]) => t('lab.done.changed', { word: name(Number(at)), to })),
    ...(moved.length ? [t(order, { first: name(moved[0]!), second: name(moved[1]!) })] : []),
    ...(state.placeless ? [t('lab.done.placeless')] : []),
  ];
};

/** Pieces of the second sentence that nobody reads, with the word that says so. */
export const struckIn = ({ t, state }: AttentionLab, { trace, words, match }: Pair): ReadonlyMap<number, string> => {
  const out = new Map<number, string>();
  for (const at of state.mode === 'perturb' && state.against === undefined ? (state.masked ?? []) : []) {
    const word = words[at];
    for (let i = word?.begin ?? 0; word && i < word.end; i++) {
      const to = match[i] ?? -1;
      if (to >= 0 && to < trace.second.tokens.length) out.set(to, i === word.begin ? t('lab.hidden') : '');
    }
  }
  return out;
};

/** Stands right below the sentences: what was done, and the way back. */
export const perturbDone = (lab: AttentionLab, pair: Pair): TemplateResult => {
  const { t, history } = lab;
  const done = doneIn(lab, pair);
  const own = history.canUndo || history.canRedo;
  return html`<div class="acts done">
    <p role="status">
      ${done.length ? html`<b>${t(own ? 'lab.done' : 'lab.done.suggested')}</b> ${done.join(' · ')}` : t('lab.perturb.none')}
    </p>
    ${historyButtons(lab)}
  </div>`;
};

/** Controls for the chosen word, then those for the sentence. */
export const perturbActs = (lab: AttentionLab, pair: Pair): TemplateResult => {
  const { t, state, word } = lab;
  const { words, order } = pair;
  const text = format.token(words[word]?.text ?? '');
  const at = order.indexOf(word);
  const hidden = (state.masked ?? []).includes(word);
  const free = state.against === undefined;
  const set = (next: readonly number[], act: string): void =>
    lab.act({ order: reordered(next) ? next : undefined, pin: undefined }, act);
  const change = (event: Event): void => {
    const value = field(event);
    const { [word]: _old, ...rest } = state.changed;
    lab.act(
      { changed: value && value !== words[word]?.text ? { ...rest, [word]: value } : rest, pin: undefined },
      'change',
    );
  };
  const mask = (): void => {
    const rest = (state.masked ?? []).filter((one) => one !== word);
    lab.act({ masked: hidden ? rest : [...rest, word] }, 'mask');
  };
  const swap = (event: Event): void => {
    const select = event.target as HTMLSelectElement;
    if (select.value !== '') set(swapped(order, word, Number(select.value)), 'swap');
    select.value = '';
  };
  return html`<div class="acts">
      ${
        free
          ? html`<span class="act"
                ><span>${t('lab.word')}</span><b class="which"><bdi>${text}</bdi></b></span
              >
              <form class="act" @submit=${change}>
                <label for="change">${t('lab.change')}</label>
                <input
                  class="plain"
                  id="change"
                  name="value"
                  autocomplete="off"
                  spellcheck="false"
                  dir="auto"
                  placeholder=${state.changed[word] ?? text}
                />
                <button class="plain">${t('lab.change.do')}</button>
              </form>
              <button type="button" class="plain" aria-pressed=${hidden} @click=${mask}>
                ${t(hidden ? 'lab.show' : 'lab.hide')}
              </button>
              <span class="act">
                <label for="swap">${t('lab.swapwith')}</label>
                <select class="plain" id="swap" @change=${swap}>
                  <option value="">${t('lab.swapwith.choose')}</option>
                  ${words.map((one, i) => (i === word ? nothing : html`<option value=${i}>${i + 1} ${format.token(one.text)}</option>`))}
                </select>
              </span>
              <span class="act">
                <button
                  type="button"
                  class="plain"
                  aria-disabled=${at <= 0}
                  @click=${() => at > 0 && set(swapped(order, word, order[at - 1] ?? word), 'move')}
                >
                  ${t('lab.earlier')}
                </button>
                <button
                  type="button"
                  class="plain"
                  aria-disabled=${at >= order.length - 1}
                  @click=${() => at < order.length - 1 && set(swapped(order, word, order[at + 1] ?? word), 'move')}
                >
                  ${t('lab.later')}
                </button>
                <button type="button" class="plain" @click=${() => set(shuffled(words.length), 'shuffle')}>
                  ${t('lab.shuffle')}
                </button>
              </span>`
          : html`<button
              type="button"
              class="plain"
              @click=${() => lab.act({ against: undefined, pin: undefined }, 'against')}
            >
              ${t('lab.back')}
            </button>`
      }
    </div>
    <div class="acts">
      ${pair.marked ? places(lab) : nothing} ${match(lab, pair)} ${predict(lab)}
      <form
        class="act"
        @submit=${(event: Event) => {
          const value = field(event);
          if (value) lab.act({ against: value, pin: undefined }, 'against');
        }}
      >
        <label for="against">${t('lab.against')}</label>
        <input
          class="plain"
          id="against"
          name="value"
          autocomplete="off"
          spellcheck="false"
          dir="auto"
          placeholder=${state.against ?? ''}
        />
        <button class="plain">${t('lab.against.do')}</button>
      </form>
    </div>`;
};

const switchOf = (label: string, doc: string, on: boolean, set: (on: boolean) => void): TemplateResult =>
  html`<span class="act">
    <span class="lbl"><b>${label}</b> ${doc}</span>
    <button type="button" class="switch" role="switch" aria-checked=${on} aria-label=${label} @click=${() => set(!on)}>
      <i></i>
    </button>
  </span>`;

const places = (lab: AttentionLab): TemplateResult => {
  const { t, state } = lab;
  return switchOf(t('lab.places'), t('lab.places.doc'), !state.placeless, (on) =>
    lab.act({ placeless: !on }, 'places'),
  );
};

const predict = (lab: AttentionLab): TemplateResult => {
  const { t, state } = lab;
  return switchOf(t('lab.predict'), t('lab.predict.doc'), state.predict, (on) => {
    lab.pass({ revealed: '' });
    lab.look({ predict: on });
  });
};

/** Only where words stand in another order does it matter how rows meet. */
const match = (lab: AttentionLab, pair: Pair): Part => {
  const { t, state } = lab;
  if (!pair.matchable) return nothing;
  const button = (label: string, on: boolean, byPlace: boolean): TemplateResult =>
    html`<button type="button" aria-pressed=${on} @click=${() => lab.look({ byPlace })}>${label}</button>`;
  return html`<span class="act">
    <span class="lbl"><b>${t('lab.match')}</b></span>
    <span class="seg" role="group" aria-label=${t('lab.match')}>
      ${button(t('lab.match.word'), !state.byPlace, false)}${button(t('lab.match.place'), state.byPlace, true)}
    </span>
  </span>`;
};

/** What the change did, in the order in which one asks. */
export const perturbFound = (lab: AttentionLab, pair: Pair): Part => {
  const { t, state, selection, query } = lab;
  if (!perturbed(state)) return nothing;
  const names = pair.frames.flatMap((frame) => frame.main).filter((name) => pair.trace.comparable(name));
  const blind =
    pair.trace.match !== undefined &&
    names.length > 0 &&
    names.every((name) => pair.trace.difference(name).same !== false);
  const before = weightsOf(pair.trace.first, selection.head, query);
  const key = before ? strongest(before.map((weight, i) => (i === query ? -1 : weight))) : query;
  const lines = [
    result(lab, pair),
    blind ? t('lab.perturb.same') : weightLine(pair, selection.head, query, 'lab.perturb.weight', t),
    reordered(state.order) ? distanceLine(pair, selection.head, query, key, t) : '',
  ].filter(Boolean);
  return html`${lines.map((line) => html`<p class="found" tabindex="-1">${line}</p>`)}${cosines(lab, pair)}`;
};

const cosines = (lab: AttentionLab, pair: Pair): Part => {
  const { t, query } = lab;
  const word = format.token(pair.trace.first.tokens[query] ?? '');
  if ((pair.match[query] ?? -1) < 0) return html`<p class="quiet">“${word}”: ${t('lab.cosine.gone')}</p>`;
  const all = alikeness(pair, lab.selection.head, query);
  return html`<div class="cosines" title=${t('lab.cosine.doc')}>
    <span>${t('lab.cosine', { word })}</span>
    ${all.map(
      (one) =>
        html`<span
          ><i class="sym">${one.symbol}</i> ${one.label}<span class="track" aria-hidden="true"
            ><b ${css({ '--w': `${(100 * Math.max(0, one.cosine)).toFixed(1)}%` })}></b></span
          ><b>${format.column(one.cosine, 3)}</b></span
        >`,
    )}
    <span class="quiet">${t('lab.cosine.doc')}</span>
  </div>`;
};

const guessKey = (lab: AttentionLab, pair: Pair): number => {
  const weights = weightsOf(pair.trace.first, lab.selection.head, lab.query);
  return lab.passing.guessKey ?? (weights ? strongest(weights) : 0);
};

const after = (lab: AttentionLab, pair: Pair, key: number): number => {
  const [query, to] = [pair.match[lab.query] ?? -1, pair.match[key] ?? -1];
  return weightsOf(pair.trace.second, lab.selection.head, query)?.[to] ?? 0;
};

/** A guess is drawn before the answer is shown. */
export const veil = (lab: AttentionLab, pair: Pair): TemplateResult => {
  const { t, query, passing } = lab;
  const { first } = pair.trace;
  const key = guessKey(lab, pair);
  const word = (at: number): string => format.token(first.tokens[at] ?? '');
  const before = weightsOf(first, lab.selection.head, query)?.[key] ?? 0;
  const reveal = (): void => {
    lab.pass({ revealed: pair.key, guessKey: key });
    void lab.updateComplete.then(() => lab.renderRoot.querySelector<HTMLElement>('.found')?.focus());
  };
  return html`<section class="veil" aria-label=${t('lab.predict')}>
    <p><b>${t('lab.predict.ask', { query: word(query), key: word(key), before: format.column(before, 2) })}</b></p>
    <div class="row">
      <label for="guess">${t('lab.predict.guess', { value: format.column(passing.guess, 2) })}</label>
      <input
        id="guess"
        type="range"
        min="0"
        max="1"
        step="0.01"
        .value=${String(passing.guess)}
        @input=${(event: Event) => lab.pass({ guess: Number((event.target as HTMLInputElement).value) })}
      />
      <button type="button" class="plain strong" @click=${reveal}>${t('lab.predict.reveal')}</button>
      <span class="act">
        <label for="guesskey">${t('lab.predict.key')}</label>
        <select
          class="plain"
          id="guesskey"
          @change=${(event: Event) => lab.pass({ guessKey: Number((event.target as HTMLSelectElement).value) })}
        >
          ${first.tokens.map((_, i) => html`<option value=${i} ?selected=${i === key}>${word(i)}</option>`)}
        </select>
      </span>
    </div>
    <p class="quiet">${t('lab.predict.veiled')}</p>
  </section>`;
};

const result = (lab: AttentionLab, pair: Pair): string => {
  const { passing, state, t } = lab;
  if (!state.predict || passing.revealed !== pair.key) return '';
  const value = after(lab, pair, guessKey(lab, pair));
  return t('lab.predict.result', {
    guess: format.column(passing.guess, 2),
    after: format.column(value, 2),
    off: format.column(Math.abs(value - passing.guess), 2),
  });
};
