import { noChange } from 'lit';
import { Directive, directive, PartType, type ElementPart, type PartInfo } from 'lit/directive.js';

type Properties = Record<string, string | null>;

/**
 * `<i ${css({'--w': '4px'})}>`: style through the CSSOM.
 * Lit's own styleMap writes a style attribute on its first render, which a strict CSP refuses.
 */
class CssDirective extends Directive {
  #last: Properties = {};

  constructor(part: PartInfo) {
    super(part);
    if (part.type !== PartType.ELEMENT) throw new Error('css() stands on an element, not in an attribute');
  }

  override render(_properties: Properties): unknown {
    return noChange;
  }

  override update(part: ElementPart, [properties]: [Properties]): unknown {
    const { style } = part.element as HTMLElement | SVGElement;
    for (const name of Object.keys(this.#last)) if (!(name in properties)) style.removeProperty(name);
    for (const [name, value] of Object.entries(properties)) {
      if (this.#last[name] === value) continue;
      if (value === null) style.removeProperty(name);
      else style.setProperty(name, value);
    }
    this.#last = properties;
    return noChange;
  }
}

export const css = directive(CssDirective);
