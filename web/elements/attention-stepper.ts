import { LitElement, type PropertyValues, type TemplateResult } from 'lit';
import type { Engine } from '../engine/types.ts';
import { AttributeReader, wishedAttributes } from './lib/attribute-reader.ts';
import { mathSheet } from './lib/math-sheet.ts';
import { Hover, type Cell } from './lib/hover.ts';
import { keepFocus } from './lib/keep-focus.ts';
import { actionFor } from './lib/keys.ts';
import { direction, translator, type Translate } from './lib/locale.ts';
import { pageTheme, readPalette, watchTheme, type Palette } from './lib/palette.ts';
import type { Value } from './lib/params.ts';
import { ignoredIn, readState, type Ignored, type StepperState } from './lib/state.ts';
import { Figure } from './run/figure.ts';
import { Player } from './run/player.ts';
import { zoomOf } from './lib/zoom.ts';
import { styles } from './styles/index.ts';
import { figureView } from './view.ts';
import type { ModelExample, Trace } from '../engine/types.ts';
import type { Frame } from './lib/frames.ts';
import { Steady } from './pieces/steady.ts';

/**
 * `<attention-stepper>`: a sentence, stepped through a mechanism of the catalogue, number by number.
 *
 * Attributes: `variant text source model layer head step query pin seed` say what is shown, `theme` (auto, light, dark),
 * `locale`, `controls` (areas to take away: `no-headline no-keys`), `keyboard="page"` (keys work while nothing has the
 * focus), and one per parameter of the mechanism (`temperature="0.5"`, or `param-temperature`).
 * Event `state-change`: the visitor changed `state`.
 */
export class AttentionStepper extends LitElement {
  static override styles = [...styles, mathSheet];
  static override properties = {
    theme: { type: String },
    locale: { type: String },
    controls: { type: String },
    keyboard: { type: String },
  };

  static override get observedAttributes(): string[] {
    return [...super.observedAttributes, ...wishedAttributes];
  }

  /** Set by registerElements: all figures of a page share one engine. */
  static getEngine: () => Promise<Engine> = () => Promise.reject(new Error('registerElements has not been called'));

  theme = 'auto';
  locale = '';
  controls = '';
  keyboard = '';

  readonly hover = new Hover();
  readonly figure: Figure;
  readonly player: Player;
  t: Translate = translator('en');
  palette: Palette | undefined;
  editing = false;
  /** The field of the editor that has the focus first. */
  editsFirst: 'text' | 'source' = 'text';
  failure = '';
  size: 'wide' | 'medium' | 'small' | 'phone' = 'wide';
  resolvedTheme: 'light' | 'dark' = 'light';
  readonly attributesRead: AttributeReader;
  readonly #steady = new Steady();
  #ignored: Ignored[] = [];
  #width = 0;
  readonly #warned = new Set<string>();
  #resize: ResizeObserver | undefined;
  #unwatch: (() => void) | undefined;
  readonly #pageKey = (event: KeyboardEvent): void => {
    if (this.keyboard === 'page' && event.target === document.body) this.#key(event);
  };

  constructor() {
    super();
    this.figure = new Figure({
      changed: () => this.requestUpdate(),
      moved: () => this.#moved(),
      t: () => this.t,
    });
    this.attributesRead = new AttributeReader(this, this.figure, () => this.t);
    this.player = new Player(this.figure, () => this.requestUpdate());
    this.addEventListener('keydown', (event) => this.#key(event));
  }

  // ---------------------------------------------------------------- from the page

  /** All that makes up what one sees, as plain JSON. Setting it replaces the whole; junk is left out. */
  get state(): StepperState {
    return this.figure.state;
  }

  set state(raw: unknown) {
    this.attributesRead.bad.clear();
    this.figure.unpinned = false;
    this.figure.wishes = readState(raw);
    this.#ignored = ignoredIn(raw);
    this.requestUpdate();
  }

  /**
   * A record that is ready, of whatever made it, stepped through as it is: no engine is asked. Who made it gives it back,
   * after the figure has left the page or shows another.
   */
  get trace(): Trace | undefined {
    return this.figure.given;
  }

  set trace(given: Trace | undefined) {
    this.figure.given = given;
    this.requestUpdate();
  }

  /** Sentences about everything asked for that could not be used. */
  get complaints(): string[] {
    const { t, figure } = this;
    const { params } = figure.wishes;
    const known = figure.settled?.entry.params.map((spec) => spec.id);
    const strange = Object.entries(params ?? {}).filter(([id]) => known && !known.includes(id));
    return [
      ...this.attributesRead.bad.values(),
      ...this.#ignored.map((one) => t('notice.ignored', { ...one })),
      ...(figure.acted ? [] : strange).map(([id, got]) =>
        t('notice.ignored', { name: `params.${id}`, got: String(got) }),
      ),
      ...(figure.settled?.complaints ?? []),
      ...figure.strays,
    ];
  }

  override attributeChangedCallback(name: string, before: string | null, value: string | null): void {
    if (!this.attributesRead?.take(name, value)) super.attributeChangedCallback(name, before, value);
  }

  // ---------------------------------------------------------------- life

  override connectedCallback(): void {
    super.connectedCallback();
    // Set before the script had loaded: a plain property that hides the real one.
    for (const name of ['state', 'trace'] as const) {
      if (!Object.hasOwn(this, name)) continue;
      const early = this[name];
      Reflect.deleteProperty(this, name);
      Object.assign(this, { [name]: early });
    }
    this.#resize = new ResizeObserver(([entry]) => {
      this.#width = entry?.contentRect.width ?? 0;
      this.#tellWidth();
      this.#measure();
    });
    this.#resize.observe(this);
    this.attributesRead.watch();
    this.#unwatch = watchTheme(() => this.requestUpdate());
    window.addEventListener('keydown', this.#pageKey);
    this.#measure();
    void this.start();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resize?.disconnect();
    this.#steady.close();
    this.attributesRead.unwatch();
    this.#unwatch?.();
    window.removeEventListener('keydown', this.#pageKey);
    this.player.stop();
    this.figure.close();
  }

  /** Sheets belong to the document that made them; one that takes the figure in is given its own. */
  adoptedCallback(): void {
    const view = this.ownerDocument.defaultView;
    if (!view || !this.shadowRoot) return;
    this.shadowRoot.adoptedStyleSheets = AttentionStepper.elementStyles.map((style) => {
      const sheet = new view.CSSStyleSheet();
      sheet.replaceSync('cssText' in style ? style.cssText : '');
      return sheet;
    });
  }

  async start(): Promise<void> {
    this.failure = '';
    this.requestUpdate();
    if (this.trace) return;
    try {
      const engine = await (this.constructor as typeof AttentionStepper).getEngine();
      if (!this.isConnected) return;
      this.figure.use(engine);
      this.figure.update();
      this.attributesRead.readParams(this.getAttributeNames());
    } catch (error) {
      this.failure = error instanceof Error ? error.message : String(error);
    }
    this.requestUpdate();
  }

  #measure(): void {
    const width = this.getBoundingClientRect().width / zoomOf(this);
    const size = width >= 1132 ? 'wide' : width >= 852 ? 'medium' : width >= 660 ? 'small' : 'phone';
    if (size === this.size) return;
    this.size = size;
    this.requestUpdate();
  }

  /** For print, which must know how wide the figure stands on the screen. */
  #tellWidth(): void {
    const root = this.renderRoot?.querySelector<HTMLElement>('.root');
    if (root && this.#width) root.style.setProperty('--screen', String(Math.ceil(this.#width)));
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('locale')) {
      this.t = translator(this.locale || 'en');
      if (this.locale) this.dir = direction(this.locale);
    }
    const theme = this.theme === 'light' || this.theme === 'dark' ? this.theme : pageTheme(this);
    if (theme !== this.resolvedTheme) this.palette = undefined;
    this.resolvedTheme = theme;
    if (this.isConnected) this.figure.update();
  }

  override render(): TemplateResult {
    return figureView(this);
  }

  protected override updated(): void {
    const main = this.renderRoot.querySelector<HTMLElement>('.main');
    this.#tellWidth();
    this.#steady.watch(
      main,
      `${this.figure.session.trace?.tokens.length}|${this.figure.session.trace?.sourceTokens.length}`,
      this.size !== 'phone',
    );
    // For the page's author, who may not look at the figure while writing it.
    for (const line of this.complaints.filter((one) => !this.#warned.has(one))) {
      this.#warned.add(line);
      console.warn(`<attention-stepper>: ${line}`);
    }
    const probe = this.renderRoot.querySelector<HTMLElement>('.probe');
    if (this.palette || !probe) return;
    // Custom properties are known only once the root stands in its theme.
    this.palette = readPalette(probe);
    this.requestUpdate();
  }

  // ---------------------------------------------------------------- by the visitor

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    const on = (type: string, take: (detail: never) => void): void =>
      root.addEventListener(type, (event) => take((event as CustomEvent).detail as never));
    keepFocus(root as ShadowRoot);
    const { figure } = this;
    on('ap-query', (query: number) => figure.choose(query));
    on('ap-text', (text: string) => figure.setText(text));
    on('ap-example', (example: ModelExample) => figure.takeExample(example));
    on('ap-source', (text: string) => figure.setSource(text));
    on('ap-source-on', (wanted: boolean) => figure.readOther(wanted));
    on('ap-pair', (pair: { text: string; source: string }) => figure.takePair(pair));
    // An event without a word about it carries null.
    on('ap-edit', (first: 'text' | 'source' | null) => this.#edit(first ?? undefined));
    on('ap-frame', (frame: Frame) => {
      this.player.stop();
      figure.show(figure.frames.indexOf(frame));
    });
    on('ap-pin', ({ cell, query }: { cell: Cell; query?: number }) => figure.pinCell(cell, query));
    on('ap-unpin', () => figure.unpin());
    on('ap-param', ({ id, value }: { id: string; value: Value }) => {
      figure.setParam(id, value);
      this.attributesRead.reflect(id, figure.wishes.params?.[id]);
    });
    on('ap-layer', (layer: number) => figure.pickLayer(layer));
    on('ap-head', (head: number) => figure.pickHead(head));
    on('ap-reset', () => {
      for (const id of Object.keys(figure.wishes.params ?? {})) this.attributesRead.reflect(id, undefined);
      figure.reset();
    });
    return root;
  }

  #edit(first: 'text' | 'source' = this.editsFirst): void {
    this.editing = !this.editing;
    const opener = first === 'source' ? '.src .own' : '.own';
    // Opened without a word about it: the text that asks comes first.
    this.editsFirst = this.editing ? first : 'text';
    this.requestUpdate();
    if (!this.editing) void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>(opener)?.focus());
  }

  go(by: number): void {
    this.player.stop();
    this.figure.go(by);
  }

  toggle(): void {
    this.player.toggle();
  }

  help(): void {
    this.renderRoot.querySelector<HTMLDialogElement>('.sheet')?.showModal();
  }

  #key(event: KeyboardEvent): void {
    if (event.defaultPrevented) return;
    const target = event.composedPath()[0];
    if (target instanceof Element && target.closest('textarea, input, select, dialog')) return;
    const action = actionFor(event, target instanceof HTMLButtonElement);
    if (!action) return;
    event.preventDefault();
    if (action.do === 'step') this.go(action.by);
    else if (action.do === 'query') this.figure.choose(this.figure.query + action.by);
    else if (action.do === 'play') this.toggle();
    else if (action.do === 'unpin') this.figure.unpin();
    else if (action.do === 'help') this.help();
    else {
      this.player.stop();
      this.figure.show(action.at === 'first' ? 0 : this.figure.frames.length - 1);
    }
  }

  #moved(): void {
    void this.updateComplete.then(() =>
      this.dispatchEvent(new CustomEvent('state-change', { detail: this.state, bubbles: true, composed: true })),
    );
  }
}
