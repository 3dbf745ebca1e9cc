import { html, type PropertyValues, type TemplateResult } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import { mathml } from '../../generated/mathml.ts';
import type { Hover } from '../lib/hover.ts';
import { otherItems } from '../lib/other-items.ts';
import { Piece } from '../lib/piece.ts';
import type { RoleLetter } from '../scene/scale.ts';

const roles = ['q', 'k', 'v', 'a', 'z'] as const;

const tables: Readonly<Record<string, string>>[] = [mathml];

/** More formulas, rendered at build time as those of the catalogue are: a page with other records brings its own. */
export const addFormulas = (table: Readonly<Record<string, string>>): void => void tables.push(table);

/**
 * Formulas of the catalogue, rendered to MathML at build time: only strings of such tables become markup.
 * Symbols and matrices light each other up.
 */
export class Formula extends Piece {
  static override properties = {
    latex: { attribute: false, hasChanged: otherItems },
    hover: { attribute: false },
    label: { type: String },
  };

  latex: readonly string[] = [];
  hover: Hover | undefined;
  label = '';
  readonly #light = (): void => this.#mark();

  override connectedCallback(): void {
    super.connectedCallback();
    this.hover?.addEventListener('role', this.#light);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.hover?.removeEventListener('role', this.#light);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('hover')) return;
    (changed.get('hover') as Hover | undefined)?.removeEventListener('role', this.#light);
    this.hover?.addEventListener('role', this.#light);
  }

  #mark(): void {
    const role = this.hover?.role;
    for (const letter of roles)
      for (const symbol of this.querySelectorAll(`.${letter}`)) symbol.classList.toggle('lit', letter === role);
  }

  #over(event: Event): void {
    const symbol = (event.target as Element).closest('.q,.k,.v,.a,.z');
    const letter = roles.find((one) => symbol?.classList.contains(one)) as RoleLetter | undefined;
    this.hover?.setRole(letter);
  }

  protected override updated(_changed: PropertyValues): void {
    this.#mark();
  }

  override render(): TemplateResult {
    const one = (latex: string): TemplateResult => {
      const markup = tables.find((table) => Object.hasOwn(table, latex))?.[latex];
      return markup ? html`<span>${unsafeHTML(markup)}</span>` : html`<code>${latex}</code>`;
    };
    return html`<div
      class="fml"
      part="formula"
      role="group"
      aria-label=${this.label}
      @pointerover=${(e: Event) => this.#over(e)}
      @pointerleave=${() => this.hover?.setRole(undefined)}
    >
      ${this.latex.map(one)}
    </div>`;
  }
}
