import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { calm, readPalette, watchTheme } from '../../elements/lib/palette.ts';
import type { LearningRun, TrainedManifest } from '../../engine/types/learning.ts';
import type { Notices } from '../notices.ts';
import { Steps } from '../trained/steps.ts';
import { Fragment, sayIgnored } from '../fragment.ts';
import { say } from '../words.ts';
import { controls } from './controls.ts';
import { added, largestOf } from './glimpses.ts';
import { readHash, start, writeHash, type View } from './link.ts';
import { Looking, kinds, type Kind } from './looking.ts';
import { paint } from './paint.ts';
import { panel } from './panel.ts';
import { blank, stroke, type Point } from './picture.ts';
import { headline } from './words.ts';

/** Milliseconds of one look while they play: long enough to find what changed in both pictures. */
const beat = 1100;

/** `<look-page>`: two models name the digits of a picture, look by look. */
export class LookPage extends LitElement {
  notices!: Notices;
  /** Of the models and what they learned from. */
  about = '';
  readonly manifests: Partial<Record<Kind, TrainedManifest>> = {};
  readonly looking = new Looking(() => this.#looked());
  view: View = { ...start };
  readonly #steps = new Steps(this, () => this.notices);
  playing = false;
  erase = false;
  /** What the first model says of the pictures it takes. */
  #sizes: { examples: number; rows: number; columns: number } | undefined;
  #colours: ReturnType<typeof readPalette> | undefined;
  #pen: Point | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #fragment = new Fragment(this, () => {
    this.#pause();
    this.#read();
    void this.looking.look(this.view);
  });
  #told = '';
  #unwatch = (): void => {};
  #resize: ResizeObserver | undefined;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('keydown', this.#key);
    this.#unwatch = watchTheme(() => {
      this.#colours = undefined;
      this.requestUpdate();
    });
    this.#resize = new ResizeObserver(() => this.#paint());
    this.#resize.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('keydown', this.#key);
    this.#unwatch();
    this.#resize?.disconnect();
    clearTimeout(this.#timer);
  }

  /** A model that is ready: the first looks at once, the second beside it. */
  async ready(kind: Kind, run: LearningRun, manifest: TrainedManifest): Promise<void> {
    this.manifests[kind] = manifest;
    const first = !this.#sizes;
    if (first) {
      const { shape } = await run.example(0);
      this.#sizes = { examples: run.heldOut, rows: shape[1] ?? 1, columns: shape[2] ?? 1 };
      this.#read();
    }
    this.looking.runs[kind] = run;
    await this.looking.look(this.view);
    // The first thing a visitor sees already moves, unless the address says which look is meant.
    if (first && !calm() && !this.view.step && !this.view.picture) this.#play();
  }

  override render(): TemplateResult {
    const { looking, view } = this;
    return html`
      <div class="top">
        <div>
          <h1>${headline(looking)}</h1>
          <p class="try"><b>${say('look.try')}</b> ${say('look.try.says')}</p>
        </div>
      </div>
      ${controls(view, looking.steps, this.playing, this.erase, {
        play: () => this.#playOrPause(),
        go: (by) => this.#go(by),
        another: () => this.#another(),
        clear: () => this.#clear(),
        restore: () => this.#put({ picture: undefined, step: 0 }),
        erase: (on) => {
          this.erase = on;
          this.requestUpdate();
        },
        look: (hard) => this.#put({ hard, step: 0 }),
        again: () => this.#put({ seed: view.seed + 1, step: 0 }),
      })}
      <div class="gazes">
        ${kinds.map((kind) =>
          panel(kind, looking, view.step, this.manifests[kind], {
            show: (step) => this.#show(step),
            pen: (event) => this.#draw(event),
            steps: () => this.#stepThrough(kind),
          }),
        )}
      </div>
      <div class="steps-place"></div>
      <p class="about what">${say('look.about')} ${this.about}</p>
      <p class="spoken" role="status">${this.#told}</p>
    `;
  }

  protected override updated(_: PropertyValues): void {
    this.#paint();
  }

  #paint(): void {
    const { picture, readings } = this.looking;
    this.#colours ??= readPalette(this.querySelector<HTMLElement>('.spoken') ?? this);
    const colours = this.#colours;
    for (const kind of kinds) {
      const glimpses = readings[kind]?.glimpses ?? [];
      const largest = largestOf(glimpses.map(({ weights }) => weights));
      const over = (i: number) => (glimpses[i] ? { ...glimpses[i], largest } : undefined);
      const sum = added(glimpses);
      const place = this.querySelector(`[data-look="${kind}"]`);
      for (const canvas of place?.querySelectorAll('canvas') ?? []) {
        const { glimpse, sum: whole } = canvas.dataset;
        if (whole !== undefined) paint(canvas, picture, { weights: sum, largest: largestOf([sum]) }, colours);
        else
          paint(
            canvas,
            picture,
            over(glimpse ? Number(glimpse) : Math.min(this.view.step, glimpses.length - 1)),
            colours,
          );
      }
    }
  }

  // ---- what is looked at ----

  #put(change: Partial<View>): void {
    this.view = { ...this.view, ...change };
    this.#pause();
    this.#steps.close();
    this.#write();
    void this.looking.look(this.view);
    this.requestUpdate();
  }

  /** What the model computed until it had named all it sees. */
  #stepThrough(kind: Kind): void {
    const { runs, picture } = this.looking;
    const run = runs[kind];
    if (run) void this.#steps.open(run, { picture: picture.values }, say(`look.steps.${kind}`));
  }

  #another(): void {
    const examples = this.#sizes?.examples ?? 1;
    this.#put({ picture: undefined, example: (this.view.example + 1) % examples, step: 0 });
    if (!calm()) this.#play();
  }

  #clear(): void {
    const { rows, columns } = this.looking.picture;
    this.#put({ picture: blank(rows, columns), step: 0 });
  }

  #draw(event: PointerEvent): void {
    const canvas = event.currentTarget as HTMLCanvasElement;
    const { type, pointerId } = event;
    if (type === 'pointerup' || type === 'pointercancel') return void (this.#pen = undefined);
    if (type === 'pointerdown' ? event.button !== 0 || !this.#sizes : !this.#pen) return;
    event.preventDefault();
    if (type === 'pointerdown') canvas.setPointerCapture(pointerId);
    const { picture } = this.looking;
    const box = canvas.getBoundingClientRect();
    const to: Point = [
      ((event.clientX - box.left) / box.width) * picture.columns,
      ((event.clientY - box.top) / box.height) * picture.rows,
    ];
    const drawn = stroke(picture, this.#pen ?? to, to, this.erase);
    this.#pen = to;
    this.#put({ picture: drawn });
  }

  // ---- look by look ----

  #show(step: number): void {
    this.#pause();
    this.#at(step);
  }

  #at(step: number): void {
    this.view = { ...this.view, step };
    this.#write();
    this.requestUpdate();
  }

  #go(by: number): void {
    const last = Math.max(0, this.looking.steps - 1);
    this.#show(Math.min(last, Math.max(0, Math.min(this.view.step, last) + by)));
  }

  #playOrPause(): void {
    if (this.playing) return this.#pause();
    if (this.view.step + 1 >= this.looking.steps) this.#at(0);
    this.#play();
  }

  #play(): void {
    this.playing = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.view.step + 1 < this.looking.steps) {
        this.#at(this.view.step + 1);
        this.#play();
      } else this.#pause();
    }, beat);
    this.requestUpdate();
  }

  #pause(): void {
    clearTimeout(this.#timer);
    this.playing = false;
    this.requestUpdate();
  }

  #looked(): void {
    const { trouble } = this.looking;
    if (trouble)
      this.notices.show('look', say('look.failed'), [trouble instanceof Error ? trouble.message : String(trouble)]);
    if (!this.#pen) this.#told = headline(this.looking);
    this.requestUpdate();
  }

  readonly #key = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !this.#sizes) return;
    const at = event.target as Element;
    // In a field keys are the field's, and the blank presses the button that has the focus.
    if (at.closest('input, select, textarea') || (event.key === ' ' && at.closest('button, summary, a'))) return;
    if (event.key === ' ') this.#playOrPause();
    else if (event.key === 'ArrowRight') this.#go(1);
    else if (event.key === 'ArrowLeft') this.#go(-1);
    else if (event.key === 'n') this.#another();
    else return;
    event.preventDefault();
  };

  // ---- the address ----

  #read(): void {
    if (!this.#sizes) return;
    const { view, ignored } = readHash(this.#fragment.read(), this.#sizes);
    this.view = view;
    sayIgnored(this.notices, ignored);
  }

  #write(): void {
    this.#fragment.write(writeHash(this.view));
  }
}
