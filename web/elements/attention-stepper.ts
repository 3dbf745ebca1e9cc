import { LitElement, type PropertyValues, type TemplateResult } from 'lit';
import type { Engine } from '../engine/types.ts';
import { mathSheet } from './lib/math-sheet.ts';
import { Hover, type Cell } from './lib/hover.ts';
import { actionFor } from './lib/keys.ts';
import { direction, translator, type Translate } from './lib/locale.ts';
import { pageTheme, readPalette, watchTheme, type Palette } from './lib/palette.ts';
import { attributeOf, readParams, type Value } from './lib/params.ts';
import { merged } from './lib/merged.ts';
import { parsePin } from './lib/pins.ts';
import { readState, type StepperState } from './lib/state.ts';
import { Figure } from './run/figure.ts';
import { styles } from './styles/index.ts';
import { figureView } from './view.ts';
import type { ModelExample } from '../engine/types.ts';
import type { Frame } from './lib/frames.ts';
import type { Stage } from './pieces/stage.ts';

/** A frame stands this long while playing. */
const playPause = 1600;

const wished = ['variant', 'text', 'model', 'layer', 'head', 'step', 'query', 'seed', 'pin'] as const;
const numeric = new Set<string>(['layer', 'head', 'query', 'seed']);

/**
 * `<attention-stepper>`: a sentence, stepped through a mechanism of the catalogue, number by number.
 *
 * Attributes: `variant text model layer head step query pin seed` say what is shown, `theme` (auto, light, dark),
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
    return [...super.observedAttributes, ...wished];
  }

  /** Set by registerElements: all figures of a page share one engine. */
  static getEngine: () => Promise<Engine> = () => Promise.reject(new Error('registerElements has not been called'));

  theme = 'auto';
  locale = '';
  controls = '';
  keyboard = '';

  readonly hover = new Hover();
  readonly figure: Figure;
  t: Translate = translator('en');
  palette: Palette | undefined;
  playing = false;
  editing = false;
  failure = '';
  size: 'wide' | 'medium' | 'small' | 'phone' = 'wide';
  resolvedTheme: 'light' | 'dark' = 'light';
  #bad = new Map<string, string>();
  #timer = 0;
  #about = '';
  #middle = 0;
  #reflecting = false;
  #resize: ResizeObserver | undefined;
  #attributes: MutationObserver | undefined;
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
    this.addEventListener('keydown', (event) => this.#key(event));
  }

  // ---------------------------------------------------------------- from the page

  /** All that makes up what one sees, as plain JSON. Setting it replaces the whole; junk is left out. */
  get state(): StepperState {
    return this.figure.state;
  }

  set state(raw: unknown) {
    this.#bad.clear();
    this.figure.unpinned = false;
    this.figure.wishes = readState(raw);
    this.requestUpdate();
  }

  /** Sentences about attributes that could not be used. */
  get complaints(): string[] {
    return [...this.#bad.values()];
  }

  override attributeChangedCallback(name: string, before: string | null, value: string | null): void {
    if (!(wished as readonly string[]).includes(name)) {
      super.attributeChangedCallback(name, before, value);
      return;
    }
    const raw =
      value === null ? undefined : numeric.has(name) ? Number(value) : name === 'pin' ? parsePin(value) : value;
    const { [name as keyof StepperState]: usable } = readState({ [name]: raw });
    this.#bad.delete(name);
    if (value !== null && usable === undefined)
      this.#bad.set(name, this.t('notice.state', { name, got: value.slice(0, 60) }));
    this.figure.wishes = merged(this.figure.wishes, { [name]: usable });
    this.requestUpdate();
  }

  /** Attributes named like the mechanism's parameters. */
  readAttributes(names: Iterable<string>): void {
    const entry = this.figure.settled?.entry;
    if (!entry || this.#reflecting) return;
    for (const name of names) {
      const spec = entry.params.find((one) => [attributeOf(one.id), `param-${attributeOf(one.id)}`].includes(name));
      if (!spec) continue;
      const value = this.getAttribute(name);
      const { complaints } = readParams(entry, value === null ? {} : { [spec.id]: value });
      this.#bad.delete(name);
      for (const one of complaints)
        this.#bad.set(name, this.t('attribute.invalid', { name, got: one.got, takes: one.takes }));
      const usable = value === null ? undefined : readParams(entry, { [spec.id]: value }).params[spec.id];
      const params = merged(this.figure.wishes.params ?? {}, { [spec.id]: usable });
      this.figure.wishes = { ...this.figure.wishes, params };
      this.requestUpdate();
    }
  }

  /** The visitor's choice shows in the attributes, where there were any. */
  #reflect(id: string, value: Value | undefined): void {
    const name = attributeOf(id);
    this.#bad.delete(name);
    this.#reflecting = true;
    if (value === undefined) this.removeAttribute(name);
    else this.setAttribute(name, String(value));
    this.#attributes?.takeRecords();
    this.#reflecting = false;
  }

  // ---------------------------------------------------------------- life

  override connectedCallback(): void {
    super.connectedCallback();
    this.#resize = new ResizeObserver(() => this.#measure());
    this.#resize.observe(this);
    this.#attributes = new MutationObserver((records) =>
      this.readAttributes(new Set(records.map((record) => record.attributeName ?? ''))),
    );
    this.#attributes.observe(this, { attributes: true });
    this.#unwatch = watchTheme(() => this.requestUpdate());
    window.addEventListener('keydown', this.#pageKey);
    this.#measure();
    void this.start();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resize?.disconnect();
    this.#attributes?.disconnect();
    this.#unwatch?.();
    window.removeEventListener('keydown', this.#pageKey);
    this.pause();
    this.figure.close();
  }

  async start(): Promise<void> {
    this.failure = '';
    this.requestUpdate();
    try {
      const engine = await (this.constructor as typeof AttentionStepper).getEngine();
      if (!this.isConnected) return;
      this.figure.use(engine);
      this.figure.update();
      this.readAttributes(this.getAttributeNames());
    } catch (error) {
      this.failure = error instanceof Error ? error.message : String(error);
    }
    this.requestUpdate();
  }

  #measure(): void {
    const { width } = this.getBoundingClientRect();
    const size = width >= 1132 ? 'wide' : width >= 852 ? 'medium' : width >= 660 ? 'small' : 'phone';
    if (size === this.size) return;
    this.size = size;
    this.requestUpdate();
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
    this.#steady();
    const probe = this.renderRoot.querySelector<HTMLElement>('.probe');
    if (this.palette || !probe) return;
    // Custom properties are known only once the root stands in its theme.
    this.palette = readPalette(probe);
    this.requestUpdate();
  }

  /** Stepping must not make what stands below jump: the middle only grows while text and width stay. */
  #steady(): void {
    const main = this.renderRoot.querySelector<HTMLElement>('.main');
    if (!main) return;
    const about = `${this.figure.session.trace?.tokens.length}|${this.size}|${Math.round(main.clientWidth)}`;
    if (about !== this.#about) {
      this.#about = about;
      this.#middle = 0;
      main.style.removeProperty('min-height');
    }
    void (this.renderRoot.querySelector('ap-stage') as Stage | null)?.updateComplete.then(() => {
      if (this.size === 'phone' || main.offsetHeight <= this.#middle) return;
      this.#middle = main.offsetHeight;
      main.style.setProperty('min-height', `${this.#middle}px`);
    });
  }

  // ---------------------------------------------------------------- by the visitor

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    const on = (type: string, take: (detail: never) => void): void =>
      root.addEventListener(type, (event) => take((event as CustomEvent).detail as never));
    const { figure } = this;
    on('ap-query', (query: number) => figure.choose(query));
    on('ap-text', (text: string) => figure.setText(text));
    on('ap-example', (example: ModelExample) => figure.takeExample(example));
    on('ap-edit', () => this.#edit());
    on('ap-frame', (frame: Frame) => {
      this.pause();
      figure.show(figure.frames.indexOf(frame));
    });
    on('ap-pin', ({ cell, query }: { cell: Cell; query?: number }) => figure.pinCell(cell, query));
    on('ap-unpin', () => figure.unpin());
    on('ap-param', ({ id, value }: { id: string; value: Value }) => {
      figure.setParam(id, value);
      this.#reflect(id, figure.wishes.params?.[id]);
    });
    on('ap-layer', (layer: number) => figure.pickLayer(layer));
    on('ap-head', (head: number) => figure.pickHead(head));
    on('ap-reset', () => {
      for (const id of Object.keys(figure.wishes.params ?? {})) this.#reflect(id, undefined);
      figure.reset();
    });
    return root;
  }

  #edit(): void {
    this.editing = !this.editing;
    this.requestUpdate();
    if (!this.editing) void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>('.own')?.focus());
  }

  go(by: number): void {
    this.pause();
    this.figure.go(by);
  }

  toggle(): void {
    if (this.playing) {
      this.pause();
      return;
    }
    this.playing = true;
    if (this.figure.index >= this.figure.frames.length - 1) this.figure.show(0);
    this.#timer = window.setInterval(() => {
      if (this.figure.index >= this.figure.frames.length - 1) this.pause();
      else this.figure.go(1);
    }, playPause);
    this.requestUpdate();
  }

  pause(): void {
    clearInterval(this.#timer);
    if (!this.playing) return;
    this.playing = false;
    this.requestUpdate();
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
      this.pause();
      this.figure.show(action.at === 'first' ? 0 : this.figure.frames.length - 1);
    }
  }

  #moved(): void {
    void this.updateComplete.then(() =>
      this.dispatchEvent(new CustomEvent('state-change', { detail: this.state, bubbles: true, composed: true })),
    );
  }
}
