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
    examples: { attribute: false },
    t: { attribute: false },
  };

  text = '';
  examples: readonly ModelExample[] = [];
  t!: Translate;
  #timer = 0;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  protected override firstUpdated(_changed: PropertyValues): void {
    const area = this.querySelector('textarea');
    if (!area) return;
    area.value = this.text;
    area.focus();
    area.select();
  }

  #input(): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.say('ap-text', this.querySelector('textarea')?.value ?? ''), pause);
  }

  #key(event: KeyboardEvent): void {
    // Arrows and Space belong to the text here.
    event.stopPropagation();
    if (event.key !== 'Escape' && !(event.key === 'Enter' && !event.shiftKey && !event.isComposing)) return;
    event.preventDefault();
    clearTimeout(this.#timer);
    this.say('ap-text', this.querySelector('textarea')?.value ?? '');
    this.say('ap-edit');
  }

  #take(example: ModelExample): void {
    const area = this.querySelector('textarea');
    if (area) area.value = example.text;
    this.say('ap-example', example);
  }

  override render(): TemplateResult {
    const { t } = this;
    return html`<div class="editor" part="editor">
      <label for="text">${t('editor.label')}</label>
      <textarea
        id="text"
        rows="2"
        dir="auto"
        spellcheck="false"
        autocomplete="off"
        @input=${() => this.#input()}
        @keydown=${(e: KeyboardEvent) => this.#key(e)}
      ></textarea>
      <div class="row">
        ${this.examples.length ? html`<span>${t('editor.examples')}</span>` : nothing}
        ${this.examples.map((example) => html`<button type="button" class="link" @click=${() => this.#take(example)}>${example.text}</button>`)}
      </div>
    </div>`;
  }
}
