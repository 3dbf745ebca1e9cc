import { LitElement, type PropertyValues, type TemplateResult } from 'lit';
import type { Engine, ModelExample } from '../../engine/types.ts';
import { Hover, type Cell } from '../../elements/lib/hover.ts';
import { actionFor } from '../../elements/lib/keys.ts';
import { translator, type Translate } from '../../elements/lib/locale.ts';
import { mathSheet } from '../../elements/lib/math-sheet.ts';
import { memo } from '../../elements/lib/memo.ts';
import { pageTheme, readPalette, watchTheme, type Palette } from '../../elements/lib/palette.ts';
import { infoOf } from '../../elements/lib/frames.ts';
import type { Value } from '../../elements/lib/params.ts';
import { merged } from '../../elements/lib/merged.ts';
import { modelsOf, type Models } from '../../elements/run/models.ts';
import { headsIn } from '../../elements/run/head-previews.ts';
import { indexOf, sliceOf, strides, type Selection } from '../../elements/scene/slice.ts';
import { styles } from '../../elements/styles/index.ts';
import words from '../../locales/en-lab.json' with { type: 'json' };
import type { PairFrame } from './frames.ts';
import { History } from './history.ts';
import { named, partsOf } from './pair-trace.ts';
import { Runs, Stories, type Pair } from './runs.ts';
import { strongest, weightsOf } from './says.ts';
import { settle, type Settled } from './settle.ts';
import { editAt, emptyState, perturbed, withEdit, type LabState } from './state.ts';
import { labStyles } from './styles.ts';
import { labView } from './view.ts';
import { wordAt } from './words.ts';

/** A frame stands this long while playing, as in the stepper. */
const pause = 1600;

/** What is not worth a link: a guess, tensors opened on the side, words half typed. */
export interface Passing {
  opened: ReadonlySet<string>;
  guess: number;
  guessKey: number | undefined;
  /** The pair whose numbers were revealed. */
  revealed: string;
  editing: boolean;
  problem: string;
}

/**
 * `<attention-lab>`: two runs side by side and their difference, cell by cell: of two mechanisms, of a sentence before
 * and after a change, of one mechanism before and after edits by hand.
 */
export class AttentionLab extends LitElement {
  static override styles = [...styles, mathSheet, labStyles];
  static override properties = { theme: { type: String } };

  theme = 'auto';
  engine: Engine | undefined;
  models: Models | undefined;
  readonly #loaded = (): void => this.requestUpdate();
  readonly t: Translate = translator('en', words);
  readonly hover = new Hover();
  readonly runs = new Runs(() => this.requestUpdate());
  readonly stories = new Stories(() => this.requestUpdate());
  readonly history = new History<LabState>();
  palette: Palette | undefined;
  resolvedTheme: 'light' | 'dark' = 'light';
  size: 'wide' | 'medium' | 'small' | 'phone' = 'wide';
  settled: Settled | undefined;
  playing = false;
  passing: Passing = { opened: new Set(), guess: 0.5, guessKey: undefined, revealed: '', editing: false, problem: '' };
  #state = emptyState('compare');
  #timer: ReturnType<typeof setInterval> | undefined;
  #resize: ResizeObserver | undefined;
  #unwatch: (() => void) | undefined;
  /** The cell whose number field is to have the focus after drawing. */
  #typing = false;
  #paintedWith = 0;
  readonly #pageKey = (event: KeyboardEvent): void => {
    if (event.target === document.body) this.#key(event);
  };

  get state(): LabState {
    return this.#state;
  }

  /** From a link: not a step to be undone. */
  set state(next: LabState) {
    if (next.mode !== this.#state.mode) {
      this.stop();
      // What was done in another view is not to be undone in this one.
      this.history.clear();
    }
    this.#state = next;
    this.passing = { ...this.passing, editing: false, problem: '' };
    this.requestUpdate();
  }

  // ---------------------------------------------------------------- what there is

  get pair(): Pair | undefined {
    return this.runs.pair;
  }

  get frames(): PairFrame[] {
    return this.pair?.frames ?? [];
  }

  get index(): number {
    const { frames } = this;
    const wished = frames.findIndex((frame) => frame.key === this.#state.step);
    if (wished >= 0) return wished;
    // Opened first: where weights come to be.
    const opening = frames.findIndex((frame) => frame.stage === 'normalise');
    return Math.max(0, opening);
  }

  get frame(): PairFrame | undefined {
    return this.frames[this.index];
  }

  get heads(): number {
    const { pair } = this;
    return pair ? Math.max(headsIn(pair.trace.first, ''), headsIn(pair.trace.second, '')) : 1;
  }

  get query(): number {
    const read = this.pair?.trace.read ?? 1;
    return Math.max(0, Math.min(read - 1, this.#state.query ?? this.settled?.example?.query ?? 0));
  }

  readonly #selection = memo((head: number, query: number): Selection => ({ head, query }));

  get selection(): Selection {
    return this.#selection(this.heads > 1 ? Math.min(this.heads, this.#state.head ?? 1) - 1 : 0, this.query);
  }

  /** Place of the chosen word among the words of the sentence. */
  get word(): number {
    return this.pair ? wordAt(this.pair.words, this.query) : -1;
  }

  /** The second run is kept back until the reader has guessed. */
  get veiled(): boolean {
    const { mode, predict } = this.#state;
    return mode === 'perturb' && predict && perturbed(this.#state) && this.passing.revealed !== this.pair?.key;
  }

  /** Tensors of the frame that are on show: its own, and what was opened on the side. */
  get onShow(): string[] {
    const { frame } = this;
    if (!frame) return [];
    const pinned = this.#state.pin?.tensor;
    // A mask that is to be painted stands first.
    const masks = this.#state.mode === 'edit' ? frame.rest.filter((name) => this.isMask(name)) : [];
    const opened = (name: string): boolean => name === pinned || this.passing.opened.has(name);
    return [...masks, ...frame.main, ...frame.rest.filter((name) => opened(name) && !masks.includes(name))];
  }

  /** The number looked at: pinned, or the one of the chosen word's row that moved most. */
  readonly #place = memo(
    (
      pair: Pair,
      frame: PairFrame,
      selection: Selection,
      pin: Cell | undefined,
      veiled: boolean,
      shownNow: string,
    ): Cell | undefined => {
      const names = shownNow.split('|');
      const { first, second } = pair.trace;
      const info = (name: string) => infoOf(first, name) ?? infoOf(second, name);
      const fits = pin && names.includes(pin.tensor) && info(pin.tensor);
      if (fits && fits.shape.length === pin.index.length && pin.index.every((at, i) => at < (fits.shape[i] ?? 0)))
        return pin;
      const tensor = frame.result ? partsOf(frame.result).tensor : (frame.main[0] ?? '');
      const about = info(tensor);
      if (!about?.whole || about.shape.some((size) => size === 0) || about.shape.length === 0) return undefined;
      const slice = sliceOf(about, selection);
      const row = slice.rowAxis === 'query' ? Math.min(slice.rows - 1, selection.query) : 0;
      const comparable = pair.trace.comparable(tensor);
      const moved = comparable && !veiled && !pair.trace.difference(tensor).same;
      const which = moved ? 'difference' : infoOf(first, tensor) ? 'first' : 'second';
      const { data, shape } = pair.trace.tensor(named(which, tensor));
      const step = strides(slice, shape);
      const size = (c: number): number => {
        const value = data[step.offset + row * step.row + c * step.column] ?? 0;
        // Masked in one of the two alone is the largest difference there can be.
        if (value === -Infinity && which === 'difference') return Infinity;
        return Number.isFinite(value) ? Math.abs(value) : 0;
      };
      return {
        tensor,
        index: indexOf(slice, row, strongest(Array.from({ length: slice.columns }, (_, c) => size(c)))),
      };
    },
  );

  get place(): Cell | undefined {
    const { pair, frame } = this;
    return (
      pair && frame && this.#place(pair, frame, this.selection, this.#state.pin, this.veiled, this.onShow.join('|'))
    );
  }

  // ---------------------------------------------------------------- life

  override connectedCallback(): void {
    super.connectedCallback();
    this.#resize = new ResizeObserver(([entry]) => {
      const width = entry?.contentRect.width ?? 0;
      const size = width >= 1132 ? 'wide' : width >= 852 ? 'medium' : width >= 660 ? 'small' : 'phone';
      if (size === this.size) return;
      this.size = size;
      this.requestUpdate();
    });
    this.#resize.observe(this);
    this.#unwatch = watchTheme(() => this.requestUpdate());
    window.addEventListener('keydown', this.#pageKey);
    this.models?.addEventListener('change', this.#loaded);
    this.addEventListener('keydown', this.#ownKey);
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resize?.disconnect();
    this.#unwatch?.();
    window.removeEventListener('keydown', this.#pageKey);
    this.models?.removeEventListener('change', this.#loaded);
    this.removeEventListener('keydown', this.#ownKey);
    this.stop();
    this.runs.close();
  }

  use(engine: Engine): void {
    this.engine = engine;
    this.models = modelsOf(engine);
    this.requestUpdate();
  }

  protected override willUpdate(_changed: PropertyValues): void {
    const theme = this.theme === 'light' || this.theme === 'dark' ? this.theme : pageTheme(this);
    if (theme !== this.resolvedTheme) this.palette = undefined;
    this.resolvedTheme = theme;
    const { engine, models } = this;
    if (!engine || !models || !this.isConnected) return;
    this.settled = settle(this.#state, engine, (id) => models.load(id).state === 'ready');
    if (!this.settled) return;
    this.#suggest();
    this.runs.update(engine, this.#state, this.settled);
    const { pair, place } = this;
    if (!pair) return;
    const which =
      !place || this.veiled
        ? 'first'
        : pair.trace.comparable(place.tensor)
          ? 'difference'
          : infoOf(pair.trace.first, place.tensor)
            ? 'first'
            : 'second';
    const there = place && infoOf(pair.trace, named(which, place.tensor)) ? named(which, place.tensor) : undefined;
    this.stories.ask(pair.trace, there, place?.tensor ?? '', place?.index ?? []);
  }

  /** A sentence that nobody has touched yet: the word that is read most is hidden, so that something moves. */
  #suggest(): void {
    const { mode, masked, against } = this.#state;
    const { pair, settled } = this;
    if (mode !== 'perturb' || masked !== undefined || against !== undefined || !pair || this.runs.running) return;
    if (pair.texts.first !== settled?.text || perturbed(this.#state)) return;
    const weights = weightsOf(pair.trace.first, this.selection.head, this.query);
    const key = weights ? wordAt(pair.words, strongest(weights)) : -1;
    this.#state = { ...this.#state, masked: key >= 0 ? [key] : [] };
    this.#tell();
  }

  override render(): TemplateResult {
    return labView(this);
  }

  protected override updated(): void {
    const probe = this.renderRoot.querySelector<HTMLElement>('.probe');
    if (!this.palette && probe) {
      this.palette = readPalette(probe);
      this.requestUpdate();
    }
    const field = this.renderRoot.querySelector<HTMLInputElement>('.celledit input');
    if (!this.#typing || !field) return;
    this.#typing = false;
    field.focus({ preventScroll: true });
    field.select();
  }

  // ---------------------------------------------------------------- by the visitor

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    const on = (type: string, take: (detail: never, event: Event) => void): void =>
      root.addEventListener(type, (event) => take((event as CustomEvent).detail as never, event));
    on('ap-query', (query: number, event) => {
      const second = event.target instanceof Element && event.target.closest('.side.second') !== null;
      const at = second ? (this.pair?.match.indexOf(query) ?? -1) : query;
      if (at >= 0) this.look({ query: at, pin: undefined });
    });
    on('ap-frame', (frame: PairFrame) => {
      this.stop();
      this.look({ step: frame.key });
    });
    on('ap-pin', ({ cell, query }: { cell: Cell; query?: number }) => this.#pin(cell, query));
    on('ap-unpin', () => this.look({ pin: undefined }));
    on('ap-paint', ({ cell, begins }: { cell: Cell; begins: boolean }) => this.#paint(cell, begins));
    on('ap-param', (detail: { id: string; value: Value }, event) => {
      const name = event.target instanceof Element && event.target.closest('.second') ? 'second' : 'first';
      this.#setParam(name, detail.id, detail.value);
    });
    on('ap-reset', (_detail, event) => {
      const name = event.target instanceof Element && event.target.closest('.second') ? 'second' : 'first';
      this.act({ [name]: { ...this.#state[name], params: {} } }, `reset:${name}`);
    });
    on('ap-text', (text: string) => this.setText(text));
    on('ap-example', (example: ModelExample) => this.setText(example.text, example.query));
    on('ap-edit', () => this.pass({ editing: !this.passing.editing }));
    return root;
  }

  /** Looking elsewhere changes nothing that could be undone. */
  look(change: Partial<{ [K in keyof LabState]: LabState[K] | undefined }>): void {
    this.#state = merged<LabState>(this.#state, change as Partial<LabState>);
    this.#tell();
    this.requestUpdate();
  }

  /** A change of what is computed: one step for undo. */
  act(change: Partial<{ [K in keyof LabState]: LabState[K] | undefined }>, name: string): void {
    this.history.note(this.#state, name);
    this.passing = { ...this.passing, problem: '' };
    this.look(change);
  }

  pass(change: Partial<Passing>): void {
    this.passing = { ...this.passing, ...change };
    this.requestUpdate();
  }

  undo(): void {
    this.#goTo(this.history.undo(this.#state));
  }

  redo(): void {
    this.#goTo(this.history.redo(this.#state));
  }

  #goTo(state: LabState): void {
    // Where one looks stays as it is.
    const { step, query } = this.#state;
    this.#state = merged<LabState>(state, { step, query });
    this.#tell();
    this.requestUpdate();
  }

  /** Everything that was changed back, the sentence and the mechanisms as they are. */
  reset(): void {
    const { mode, text, model, layer, head, seed, first, second, step, query } = this.#state;
    const keep = { text, model, layer, head, seed, step, query };
    const side = (one: LabState['first']) => ({ ...one, params: {} });
    this.act(
      {
        ...clean,
        ...keep,
        ...emptyState(mode),
        first: side(first),
        second: side(second),
        ...(mode === 'perturb' ? { masked: [] } : {}),
      },
      'reset',
    );
  }

  get changed(): boolean {
    const { first, second, mode, edits } = this.#state;
    const params = Object.keys(first.params).length + (mode === 'perturb' ? 0 : Object.keys(second.params).length);
    return (
      params > 0 ||
      (mode === 'edit' && Object.keys(edits).length > 0) ||
      (mode === 'perturb' && (perturbed(this.#state) || this.#state.placeless))
    );
  }

  setText(text: string, query?: number): void {
    if (text === this.settled?.text) return;
    this.act(
      {
        ...clean,
        text,
        edits: {},
        query: query ?? this.query,
        ...(this.#state.mode === 'perturb' ? { masked: undefined } : {}),
      },
      'text',
    );
  }

  setMechanism(name: 'first' | 'second', variant: string): void {
    const sides = { first: this.settled?.first.entry.id, second: this.settled?.second.entry.id };
    const side = (one: 'first' | 'second') => ({
      ...this.#state[one],
      variant: one === name ? variant : (sides[one] ?? variant),
    });
    const { mode, second } = this.#state;
    this.act(
      { first: side('first'), second: mode === 'compare' ? side('second') : second, pin: undefined },
      `mechanism:${name}`,
    );
  }

  /** Loads a model, and uses it from then on. */
  async loadFull(id: string): Promise<void> {
    const { layer, head, text } = this.settled ?? {};
    if (await this.models?.fetch(id)) this.act({ model: id, layer, head, text }, 'model');
  }

  exchange(): void {
    const { first, second } = this.settled ?? {};
    if (!first || !second) return;
    const { state } = this;
    this.act(
      {
        first: { variant: second.entry.id, params: state.second.params },
        second: { variant: first.entry.id, params: state.first.params },
      },
      'exchange',
    );
  }

  #setParam(name: 'first' | 'second', id: string, value: Value): void {
    const entry = this.settled?.[name].entry;
    const usual = entry?.params.find((spec) => spec.id === id)?.default === value;
    const params = merged(this.#state[name].params, { [id]: usual ? undefined : value });
    this.act({ [name]: { ...this.#state[name], params } }, `param:${name}:${id}`);
  }

  // ---------------------------------------------------------------- edits

  #pin(cell: Cell, query: number | undefined): void {
    const { which, tensor } = partsOf(cell.tensor);
    if (which === 'second' && query !== undefined && this.pair && !this.pair.trace.match) {
      // The second sentence in its own order: its row is the partner's row.
      const own = this.pair.match.indexOf(query);
      this.look({ pin: { tensor, index: cell.index }, ...(own >= 0 ? { query: own } : {}) });
    } else this.look({ pin: { tensor, index: cell.index }, ...(query === undefined ? {} : { query }) });
    this.#typing = this.#state.mode === 'edit' && matchMedia('(pointer: fine)').matches;
  }

  readonly paints = (name: string): boolean => this.#state.mode === 'edit' && this.isMask(partsOf(name).tensor);

  isMask(tensor: string): boolean {
    return !!this.pair && infoOf(this.pair.trace.first, tensor)?.dtype === 'mask';
  }

  #paint(cell: Cell, begins: boolean): void {
    const { tensor } = partsOf(cell.tensor);
    const place = { tensor, index: cell.index };
    if (begins) this.#paintedWith = this.#edited(place) === 0 ? 1 : 0;
    this.setCell(place, this.#paintedWith, 'paint');
  }

  /** What stands in a cell of the second run now. */
  #edited(place: Cell): number {
    const { pair } = this;
    const edit = editAt(this.#state.edits, place);
    if (edit !== undefined || !pair) return edit ?? 0;
    const { data, shape } = pair.trace.second.tensor(place.tensor);
    return data[shape.reduce((sum, size, i) => sum * size + (place.index[i] ?? 0), 0)] ?? 0;
  }

  setCell(place: Cell, value: number | undefined, act = `cell:${place.tensor}:${place.index.join()}`): void {
    const { pair } = this;
    // A mask as it is needs no edit.
    const info = pair && infoOf(pair.trace.first, place.tensor);
    const plain = info?.dtype === 'mask' && pair && this.#plain(pair, place) === value;
    this.act({ edits: withEdit(this.#state.edits, place, plain ? undefined : value), pin: place }, act);
  }

  #plain(pair: Pair, place: Cell): number {
    const { data, shape } = pair.trace.first.tensor(place.tensor);
    return data[shape.reduce((sum, size, i) => sum * size + (place.index[i] ?? 0), 0)] ?? 0;
  }

  // ---------------------------------------------------------------- moving on

  go(by: number): void {
    this.stop();
    this.show(this.index + by);
  }

  show(index: number): void {
    const frame = this.frames[Math.max(0, Math.min(this.frames.length - 1, index))];
    if (frame) this.look({ step: frame.key });
  }

  toggle(): void {
    if (this.playing) {
      this.stop();
      return;
    }
    this.playing = true;
    if (this.index >= this.frames.length - 1) this.show(0);
    this.#timer = setInterval(() => {
      if (this.index >= this.frames.length - 1) this.stop();
      else this.show(this.index + 1);
    }, pause);
    this.requestUpdate();
  }

  stop(): void {
    clearInterval(this.#timer);
    if (!this.playing) return;
    this.playing = false;
    this.requestUpdate();
  }

  readonly #ownKey = (event: KeyboardEvent): void => this.#key(event);

  #key(event: KeyboardEvent): void {
    if (event.defaultPrevented) return;
    const target = event.composedPath()[0];
    if (target instanceof Element && target.closest('textarea, input, select, dialog')) return;
    if ((event.ctrlKey || event.metaKey) && !event.altKey && ['z', 'y'].includes(event.key.toLowerCase())) {
      event.preventDefault();
      if (event.key.toLowerCase() === 'y' || event.shiftKey) this.redo();
      else this.undo();
      return;
    }
    const action = actionFor(event, target instanceof HTMLButtonElement);
    if (!action || action.do === 'help') return;
    event.preventDefault();
    if (action.do === 'step') this.go(action.by);
    else if (action.do === 'query') {
      const query = this.query + action.by;
      if (query >= 0 && query < (this.pair?.trace.read ?? 0)) this.look({ query, pin: undefined });
    } else if (action.do === 'play') this.toggle();
    else if (action.do === 'unpin') this.look({ pin: undefined });
    else this.show(action.at === 'first' ? 0 : this.frames.length - 1);
  }

  #tell(): void {
    void this.updateComplete.then(() => this.dispatchEvent(new CustomEvent('state-change', { detail: this.state })));
  }
}

/** What belongs to a sentence or a mechanism that is left. */
const clean = { pin: undefined, against: undefined, order: undefined, masked: undefined, changed: {} };
