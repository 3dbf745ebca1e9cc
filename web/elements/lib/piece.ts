import { LitElement } from 'lit';

/**
 * A part of the figure. It renders into the figure's own shadow root, so that one set of style sheets serves all
 * parts and `part` names are within reach of the page.
 */
export class Piece extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.requestUpdate();
  }

  /** A figure that left the page has given its run back: nothing of it is drawn any more. */
  protected override shouldUpdate(): boolean {
    return this.isConnected;
  }

  /** Tells the figure; nothing of this leaves its shadow root. */
  protected say(type: string, detail: unknown = undefined): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }));
  }
}

export const define = (name: string, constructor: CustomElementConstructor): void => {
  if (!customElements.get(name)) customElements.define(name, constructor);
};
