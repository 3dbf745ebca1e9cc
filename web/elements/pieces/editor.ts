import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { ModelExample } from '../../engine/types.ts';
import type { Translate } from '../lib/locale.ts';
import { Piece } from '../lib/piece.ts';

/** Typing pauses this long before the figure follows. */
const pause = 200;

/** Type your own: the figure follows while one types. Text is text, whatever it looks like. */
export class Editor extends Piece {
  static override properties = {
    text: { type: String },
    source: { attribute: false },
    first: { type: String },
    examples: { attribute: false },
    t: { attribute: false },
  };

  text = '';
  /** Another text that is read; undefined where there is none. */
  source: string | undefined;
  /** The field that has the focus first; none where no visitor asked for the editor: a figure takes no focus by itself. */
  first: 'text' | 'source' | '' = 'text';
  examples: readonly ModelExample[] = [];
  t!: Translate;
  #timer = 0;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  protected override firstUpdated(_changed: PropertyValues): void {
    const area = this.#area('text');
    if (area) area.value = this.text;
    this.#focus();
  }

  protected override updated(changed: PropertyValues): void {
    const area = this.#area('source');
    // What was typed is what is on show, but for a text that somebody else put there.
    if (area && changed.has('source') && area !== this.#active) area.value = this.source ?? '';
    const text = this.#area('text');
    if (text && changed.has('text') && text !== this.#active) text.value = this.text;
    if (changed.has('first') && changed.get('first') !== undefined) this.#focus();
  }

  get #active(): Element | null {
    return (this.getRootNode() as Document | ShadowRoot).activeElement;
  }

  #area(id: 'text' | 'source'): HTMLTextAreaElement | null {
    return this.querySelector(`textarea#${id}`);
  }

  #focus(): void {
    if (!this.first) return;
    const area = this.#area(this.first) ?? this.#area('text');
    if (area?.id === 'source') area.value = this.source ?? '';
    area?.focus();
    area?.select();
  }

  /** Tells both texts as they stand. */
  #tell(): void {
    clearTimeout(this.#timer);
    this.say('ap-text', this.#area('text')?.value ?? '');
    const source = this.#area('source');
    if (source) this.say('ap-source', source.value);
  }

  #input(): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#tell(), pause);
  }

  #key(event: KeyboardEvent): void {
    // Arrows and Space belong to the text here.
    event.stopPropagation();
    if (event.key !== 'Escape' && !(event.key === 'Enter' && !event.shiftKey && !event.isComposing)) return;
    event.preventDefault();
    this.#tell();
    this.say('ap-edit');
  }

  #take(example: ModelExample): void {
    const area = this.#area('text');
    if (area) area.value = example.text;
    this.say('ap-example', example);
  }

  override render(): TemplateResult {
    const { t } = this;
    const other = this.source !== undefined;
    const field = (id: 'text' | 'source', label: string): TemplateResult =>
      html`<label for=${id}>${label}</label>
        <textarea
          id=${id}
          rows="2"
          dir="auto"
          spellcheck="false"
          autocomplete="off"
          @input=${() => this.#input()}
          @keydown=${(e: KeyboardEvent) => this.#key(e)}
        ></textarea>`;
    return html`<div class="editor" part="editor">
      ${field('text', t(other ? 'source.asks' : 'editor.label'))} ${other ? field('source', t('source.read')) : nothing}
      <div class="row">
        ${this.examples.length ? html`<span>${t('editor.examples')}</span>` : nothing}
        ${this.examples.map((example) => html`<button type="button" class="link" @click=${() => this.#take(example)}>${example.text}</button>`)}
      </div>
    </div>`;
  }
}
