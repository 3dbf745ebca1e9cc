import type { PropertyValues, TemplateResult } from 'lit';
import type { Engine, ModelExample } from '../../engine/types.ts';
import { Hover, type Cell } from '../../elements/lib/hover.ts';
import { keepFocus } from '../../elements/lib/keep-focus.ts';
import { actionFor } from '../../elements/lib/keys.ts';
import { translator, type Translate } from '../../elements/lib/locale.ts';
import { mathSheet } from '../../elements/lib/math-sheet.ts';
import { pageTheme, readPalette, watchTheme, type Palette } from '../../elements/lib/palette.ts';
import { infoOf } from '../../elements/lib/frames.ts';
import type { Value } from '../../elements/lib/params.ts';
import { modelsOf } from '../../elements/run/models.ts';
import { styles } from '../../elements/styles/index.ts';
import words from '../../locales/en-lab.json' with { type: 'json' };
import type { PairFrame } from './frames.ts';
import { LabPlayer } from './lab-player.ts';
import { named } from './pair-trace.ts';
import { strongest, weightsOf } from './says.ts';
import { settle } from './settle.ts';
import { perturbed } from './state.ts';
import { Still } from './still.ts';
import { labStyles } from './styles.ts';
import { labView } from './view.ts';
import { wordAt } from './words.ts';

/**
 * `<attention-lab>`: two runs side by side and their difference, cell by cell: of two mechanisms, of a sentence before
 * and after a change, of one mechanism before and after edits by hand.
 */
export class AttentionLab extends LabPlayer {
  static override styles = [...styles, mathSheet, labStyles];
  static override properties = { theme: { type: String } };

  theme = 'auto';
  readonly t: Translate = translator('en', words);
  readonly hover = new Hover();
  palette: Palette | undefined;
  resolvedTheme: 'light' | 'dark' = 'light';
  size: 'wide' | 'medium' | 'small' | 'phone' = 'wide';
  #resize: ResizeObserver | undefined;
  #unwatch: (() => void) | undefined;
  readonly #still = new Still();
  readonly #loaded = (): void => this.requestUpdate();
  readonly #ownKey = (event: KeyboardEvent): void => this.#key(event);
  readonly #pageKey = (event: KeyboardEvent): void => {
    if (event.target === document.body) this.#key(event);
  };

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
    this.#still.let();
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
    this.settled = settle(this.current, engine, (id) => models.load(id).state === 'ready');
    if (!this.settled) return;
    this.#suggest();
    this.runs.update(engine, this.current, this.settled);
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
    if (!this.typing || !field) return;
    this.typing = false;
    field.focus({ preventScroll: true });
    field.select();
  }

  /** A sentence that nobody has touched yet: the word that is read most is hidden, so that something moves. */
  #suggest(): void {
    const { mode, masked, against } = this.current;
    const { pair, settled } = this;
    if (mode !== 'perturb' || masked !== undefined || against !== undefined || !pair || this.runs.running) return;
    if (pair.texts.first !== settled?.text || perturbed(this.current)) return;
    const weights = weightsOf(pair.trace.first, this.selection.head, this.query);
    const key = weights ? wordAt(pair.words, strongest(weights)) : -1;
    this.current = { ...this.current, masked: key >= 0 ? [key] : [] };
    this.tell();
  }

  // ---------------------------------------------------------------- by the visitor

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    const on = (type: string, take: (detail: never, event: Event) => void): void =>
      root.addEventListener(type, (event) => take((event as CustomEvent).detail as never, event));
    keepFocus(root as ShadowRoot);
    on('ap-query', (query: number, event) => {
      const second = event.target instanceof Element && event.target.closest('.side.second') !== null;
      const at = second ? (this.pair?.match.indexOf(query) ?? -1) : query;
      if (at >= 0) this.look({ query: at, pin: undefined });
    });
    on('ap-frame', (frame: PairFrame) => {
      this.stop();
      this.look({ step: frame.key });
    });
    on('ap-pin', ({ cell, query }: { cell: Cell; query?: number }) => this.pin(cell, query));
    on('ap-unpin', () => this.look({ pin: undefined }));
    on('ap-paint', ({ cell, begins }: { cell: Cell; begins: boolean }, event) => {
      if (event.target instanceof Element) this.#still.hold(event.target, begins);
      this.paint(cell, begins);
    });
    on('ap-param', (detail: { id: string; value: Value }, event) => {
      const name = event.target instanceof Element && event.target.closest('.second') ? 'second' : 'first';
      this.setParam(name, detail.id, detail.value);
    });
    on('ap-reset', (_detail, event) => {
      const name = event.target instanceof Element && event.target.closest('.second') ? 'second' : 'first';
      this.act({ [name]: { ...this.current[name], params: {} } }, `reset:${name}`);
    });
    on('ap-text', (text: string) => this.setText(text));
    on('ap-example', (example: ModelExample) => this.setText(example.text, example.query));
    on('ap-edit', () => this.pass({ editing: !this.passing.editing }));
    return root;
  }

  #key(event: KeyboardEvent): void {
    if (event.defaultPrevented) return;
    const target = event.composedPath()[0];
    // A text undoes its own typing; a slider has nothing of the kind.
    if (target instanceof Element && target.closest('textarea, input:not([type="range"]), dialog')) return;
    if ((event.ctrlKey || event.metaKey) && !event.altKey && ['z', 'y'].includes(event.key.toLowerCase())) {
      event.preventDefault();
      if (event.key.toLowerCase() === 'y' || event.shiftKey) this.redo();
      else this.undo();
      return;
    }
    if (target instanceof Element && target.closest('input, select')) return;
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
}
