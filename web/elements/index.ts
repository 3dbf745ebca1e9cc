/** The custom elements. They know the engine by its types alone; the page says where an engine comes from. */
import type { Engine } from '../engine/types.ts';
import { AttentionStepper } from './attention-stepper.ts';
import { define } from './lib/piece.ts';
import { Derivation } from './pieces/derivation.ts';
import { Editor } from './pieces/editor.ts';
import { Formula } from './pieces/formula.ts';
import { Parameters } from './pieces/parameters.ts';
import { Rail } from './pieces/rail.ts';
import { Sentence } from './pieces/sentence.ts';
import { Source } from './pieces/source.ts';
import { Stage } from './pieces/stage.ts';
import { Thumbnail } from './pieces/thumbnail.ts';

export { AttentionStepper };
export { registerLocale } from './lib/locale.ts';
export type { StepperState } from './lib/state.ts';

const pieces: [string, CustomElementConstructor][] = [
  ['ap-derivation', Derivation],
  ['ap-editor', Editor],
  ['ap-formula', Formula],
  ['ap-parameters', Parameters],
  ['ap-rail', Rail],
  ['ap-sentence', Sentence],
  ['ap-source', Source],
  ['ap-stage', Stage],
  ['ap-thumbnail', Thumbnail],
];

/**
 * Defines `<attention-stepper>` once, however many scripts of a page try to. The engine is asked for by the first
 * figure, and shared by all.
 */
export const registerElements = (getEngine: () => Promise<Engine>): void => {
  if (customElements.get('attention-stepper')) return;
  AttentionStepper.getEngine = getEngine;
  for (const [name, constructor] of pieces) define(name, constructor);
  customElements.define('attention-stepper', AttentionStepper);
};

declare global {
  interface HTMLElementTagNameMap {
    'attention-stepper': AttentionStepper;
  }
}
