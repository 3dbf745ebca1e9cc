import { html, nothing, svg, type PropertyValues, type TemplateResult } from 'lit';
import { css } from '../lib/css.ts';
import type { Frame } from '../lib/frames.ts';
import { sameCell, type Cell, type Hover } from '../lib/hover.ts';
import type { Translate } from '../lib/locale.ts';
import type { Palette } from '../lib/palette.ts';
import { memo } from '../lib/memo.ts';
import { Piece } from '../lib/piece.ts';
import type { Story } from '../lib/story.ts';
import { zoomOf } from '../lib/zoom.ts';
import { hitTest, type Hit } from '../scene/hit.ts';
import { layout } from '../scene/layout.ts';
import type { Placed, Scene } from '../scene/placed.ts';
import { activeRow, placeAlong, wordAlong } from '../scene/places.ts';
import { cellOf, indexOf, type Selection } from '../scene/slice.ts';
import { sceneOf, type SceneSpec } from '../scene/spec.ts';
import type { ValueStore } from '../scene/values.ts';
import { bands, connectors } from './connectors.ts';
import { grid } from './grid.ts';
import { moveCell } from './grid-keys.ts';
import { Heat } from './heat.ts';
import { pinned } from './overlay.ts';
import { follow, overviewFrame, overviewPan } from './overview.ts';
import { Pointer } from './pointer.ts';
import { legend } from './legend.ts';
import { caption, columnLabels, figures, keyOf, marksOf, rowLabels, title } from './stage-labels.ts';
import { pinnedTip } from './tip.ts';
import { labelFont, measureLabels } from './measure.ts';

const cellIn = ({ matrix, row, column }: Hit): Cell => ({
  tensor: matrix.spec.slice.tensor,
  index: indexOf(matrix.spec.slice, row, column),
});

/** The matrices of a frame, with all that lies over them. */
export class Stage extends Piece {
  static override properties = {
    store: { attribute: false },
    version: { type: Number },
    frame: { attribute: false },
    spec: { attribute: false },
    selection: { attribute: false },
    story: { attribute: false },
    palette: { attribute: false },
    stacked: { type: Boolean },
    paints: { attribute: false },
    hover: { attribute: false },
    t: { attribute: false },
    width: { state: true },
    offset: { state: true },
    ratio: { state: true },
    focused: { state: true },
  };

  store: ValueStore | undefined;
  version = 0;
  frame: Frame | undefined;
  /** What stands on the stage; by default what the frame is made from and what it makes. */
  spec: SceneSpec | undefined;
  selection: Selection = { head: 0, query: 0 };
  story: Story | undefined;
  palette: Palette | undefined;
  stacked = false;
  /** Matrices over which a drag tells of every cell that it enters. */
  paints: (tensor: string) => boolean = () => false;
  #painted: Cell | undefined;
  /** Where the pointer was when it painted last, on the scene. */
  #from = { x: 0, y: 0 };
  hover!: Hover;
  t!: Translate;
  protected width = 0;
  protected offset = { query: 0, key: 0 };
  protected ratio = 1;
  /** Where the keyboard is within a matrix. */
  protected focused: Cell | undefined;
  #shown: SceneSpec | undefined;
  #scene: Scene | undefined;
  readonly #heat = new Heat();
  #pointer: Pointer | undefined;
  #observer: ResizeObserver | undefined;
  #font = '';
  readonly #labels = memo(measureLabels);
  readonly #role = (): void => this.#pointer?.light();

  override connectedCallback(): void {
    super.connectedCallback();
    this.#observer = new ResizeObserver(() => this.#resize());
    this.#observer.observe(this);
    this.#pointer = new Pointer(this.hover);
    this.hover.addEventListener('role', this.#role);
    this.#resize();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#observer?.disconnect();
    this.hover.removeEventListener('role', this.#role);
    this.#pointer?.leave();
  }

  #resize(): void {
    this.width = Math.floor(this.getBoundingClientRect().width / zoomOf(this));
    this.ratio = window.devicePixelRatio || 1;
  }

  protected override willUpdate(changed: PropertyValues): void {
    const { store, frame } = this;
    // A painted cell brings another run of the same step: the keyboard stays on it.
    const stays = this.focused && this.paints(this.focused.tensor) && changed.get('frame')?.key === frame?.key;
    if (!stays && (changed.has('store') || changed.has('frame'))) this.focused = undefined;
    this.#shown = this.spec ?? (store && frame ? sceneOf(store.trace, frame, this.selection) : undefined);
    if (!store || !this.#shown || this.width < 40) {
      this.#scene = undefined;
      return;
    }
    // Neither theme nor size changed: neither did the font.
    if (!this.#font || changed.has('palette') || changed.has('width')) this.#font = labelFont(this);
    const labels = this.#labels(this.#font, store.trace.tokens, store.trace.sourceTokens);
    const options = {
      width: this.width,
      bodyHeight: this.stacked ? 420 : 330,
      stacked: this.stacked,
      ratio: this.ratio,
      ...labels,
      offset: this.offset,
    };
    this.#scene = layout(this.#shown, options);
    if (this.#scene.windowed && (changed.has('selection') || changed.has('store') || changed.has('story'))) {
      this.offset = follow(this.#scene, ...this.#cells(this.#scene), this.offset);
      this.#scene = layout(this.#shown, { ...options, offset: this.offset });
    }
  }

  #key(): number | undefined {
    return this.store && keyOf(this.store.trace, this.story);
  }

  /** Row and column of the words that are looked at. */
  #cells({ matrices }: Scene): [number | undefined, number | undefined] {
    const { trace } = this.store!;
    const rows = matrices.find((one) => one.kind === 'main' && one.spec.slice.rowAxis === 'query');
    const columns = matrices.find((one) => one.spec.slice.columnAxis === 'key');
    const [row, key] = [rows ? activeRow(trace, rows.spec, this.selection.query) : -1, this.#key()];
    const column = columns && key !== undefined ? placeAlong(trace, columns.spec, 'column', key) : -1;
    return [row < 0 ? undefined : row, column < 0 ? undefined : column];
  }

  override render(): TemplateResult | typeof nothing {
    const scene = this.#scene;
    const { store, palette } = this;
    const marks = store && palette && marksOf(store, palette, this.selection.query, this.#key(), this.story, this.t);
    if (!scene || !marks || !this.#shown) return nothing;
    return html`<div
      class="scene"
      part="stage"
      ${css({ height: `${scene.height}px` })}
      @pointerdown=${(e: PointerEvent) => this.#paint(e)}
      @pointermove=${(e: PointerEvent) => this.#move(e)}
      @pointerup=${() => (this.#painted = undefined)}
      @pointercancel=${() => (this.#painted = undefined)}
      @pointerleave=${() => this.#pointer?.point(undefined)}
      @click=${(e: MouseEvent) => this.#click(e)}
    >
      <svg width=${scene.width} height=${scene.height} aria-hidden="true">
        ${bands(scene, store!.trace, this.selection.query)}
      </svg>
      <canvas class="heat" aria-hidden="true"></canvas>
      <canvas class="before" width="0" height="0" aria-hidden="true"></canvas>
      <svg width=${scene.width} height=${scene.height} aria-hidden="true">
        ${scene.matrices.map((matrix) => [title(matrix), rowLabels(matrix, marks), columnLabels(matrix, marks), caption(matrix, scene, this.t), figures(matrix, marks), legend(matrix, scene, marks)])}
        ${(this.spec ? [] : scene.breaks).map((y) => svg`<text class="from" x="0" y=${y}>${this.t('stage.from')}</text>`)}
        ${connectors(scene, this.#shown, store!.trace, this.selection.query, this.t)}
        <g class="pins">${this.story ? pinned(scene, this.story) : nothing}</g>
        ${overviewFrame(scene, this.t)}
        <g class="hovered"></g>
      </svg>
      ${scene.matrices.map((matrix) => this.#grid(matrix))} ${overviewPan(scene, (to) => (this.offset = to))}
      <div class="tip" hidden></div>
      <div class="tip pinned" hidden></div>
    </div>`;
  }

  #grid(matrix: Placed): TemplateResult {
    const { slice } = matrix.spec;
    const here = this.focused ?? this.story?.cell;
    const at = here?.tensor === slice.tensor ? cellOf(slice, here.index) : undefined;
    const row = Math.max(0, activeRow(this.store!.trace, matrix.spec, this.selection.query));
    const cell = at ?? { row, column: 0 };
    const pinned = sameCell(this.story?.cell, { tensor: slice.tensor, index: indexOf(slice, cell.row, cell.column) });
    return grid({
      matrix,
      cell,
      pinned,
      store: this.store!,
      key: (event) => this.#press(event, matrix, cell),
      leave: () => this.#leave(),
      t: this.t,
    });
  }

  #press(event: KeyboardEvent, matrix: Placed, at: { row: number; column: number }): void {
    const { slice } = matrix.spec;
    if (event.key === 'Enter') {
      this.#pin(matrix, at.row, at.column);
    } else if (event.key === ' ' && this.paints(slice.tensor)) {
      this.focused = cellIn({ matrix, ...at });
      this.say('ap-paint', { cell: this.focused, begins: true });
    } else {
      const to = moveCell(event, at, slice.rows, slice.columns, matrix.window.rows);
      if (!to) return;
      this.focused = { tensor: slice.tensor, index: indexOf(slice, to.row, to.column) };
      if (this.#scene?.windowed) {
        const rows = slice.rowAxis === 'query' ? to.row : slice.columnAxis === 'query' ? to.column : undefined;
        const keys = slice.columnAxis === 'key' ? to.column : slice.rowAxis === 'key' ? to.row : undefined;
        this.offset = follow(this.#scene, rows ?? this.offset.query, keys, this.offset);
      }
      void this.updateComplete.then(() => {
        const now = this.#scene?.matrices.find((one) => one.kind === matrix.kind && one.column === matrix.column);
        if (now) this.#pointer?.point({ matrix: now, ...to });
      });
    }
    event.preventDefault();
    event.stopPropagation();
  }

  #leave(): void {
    this.focused = undefined;
    this.#pointer?.point(undefined);
  }

  #point(event: MouseEvent): { x: number; y: number } {
    const box = this.querySelector('.scene')!.getBoundingClientRect();
    const zoom = zoomOf(this);
    return { x: (event.clientX - box.left) / zoom, y: (event.clientY - box.top) / zoom };
  }

  #at(event: MouseEvent): Hit | undefined {
    const { x, y } = this.#point(event);
    return this.#scene && hitTest(this.#scene, x, y);
  }

  #paint(event: PointerEvent): void {
    const to = this.#point(event);
    const begins = event.type === 'pointerdown';
    const from = begins ? to : this.#from;
    this.#from = to;
    // A quick pointer tells of few places: the cells between two of them are painted too.
    const parts = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / 2));
    for (let i = 1; i <= parts; i++) {
      const at = (a: number, b: number): number => a + ((b - a) * i) / parts;
      const hit = this.#scene && hitTest(this.#scene, at(from.x, to.x), at(from.y, to.y));
      const cell = hit && cellIn(hit);
      if (!cell || !this.paints(cell.tensor) || (!begins && (!this.#painted || sameCell(cell, this.#painted))))
        continue;
      this.#painted = cell;
      this.say('ap-paint', { cell, begins });
    }
  }

  #move(event: PointerEvent): void {
    // Let go of outside.
    if (!event.buttons) this.#painted = undefined;
    if (this.#painted) this.#paint(event);
    if (event.pointerType === 'touch') return;
    this.#pointer?.point(this.#at(event));
  }

  #click(event: MouseEvent): void {
    const hit = this.#at(event);
    if (hit) this.#pin(hit.matrix, hit.row, hit.column);
    else this.#clickRow(event);
  }

  /** A row's label chooses its word. */
  #clickRow(event: MouseEvent): void {
    const box = this.querySelector('.scene')?.getBoundingClientRect();
    const matrix = this.#scene?.matrices.find((one) => one.rowLabels !== 'none' && one.spec.slice.rowAxis === 'query');
    if (!box || !matrix) return;
    const row = Math.floor(((event.clientY - box.top) / zoomOf(this) - matrix.y) / matrix.pitchY);
    const { trace } = this.store!;
    const word = wordAlong(trace, matrix.spec, 'row', matrix.window.row + row);
    if (row >= 0 && row < matrix.window.rows && word >= 0) this.say('ap-query', word);
  }

  #pin(matrix: Placed, row: number, column: number): void {
    const { slice } = matrix.spec;
    const { trace } = this.store!;
    const word =
      slice.rowAxis === 'query'
        ? wordAlong(trace, matrix.spec, 'row', row)
        : slice.columnAxis === 'query'
          ? wordAlong(trace, matrix.spec, 'column', column)
          : -1;
    const query = word < 0 ? undefined : word;
    this.say('ap-pin', { cell: { tensor: slice.tensor, index: indexOf(slice, row, column) }, query });
  }

  protected override updated(): void {
    const { store, palette, frame } = this;
    const scene = this.#scene;
    const place = this.querySelector<HTMLElement>('.scene');
    const layer = this.querySelector<SVGGElement>('.hovered');
    const tip = this.querySelector<HTMLElement>('.tip:not(.pinned)');
    const drawable = scene && store && palette && frame && place && layer && tip;
    this.#pointer?.stand(drawable ? { scene, store, layer, tip, font: this.#font, t: this.t } : undefined);
    if (!drawable) return;
    const { head, query } = this.selection;
    const pinned = this.story?.cell;
    const { version, ratio } = this;
    this.#heat.draw({
      place,
      scene,
      store,
      version,
      palette,
      frame: frame.key,
      head,
      query,
      key: this.#key(),
      ratio,
      pinned,
    });
    pinnedTip(this.querySelector<HTMLElement>('.tip.pinned'), scene, store.trace, this.story, this.#font, this.t);
  }
}
