/** Any model's trace in the stepper: `stepThrough(place, run.trace({ example: 3 }), { title })`. */
import '../styles/steps.css';
import { registerElements } from '../../elements/index.ts';
import { addFormulas } from '../../elements/pieces/formula.ts';
import type { LearningTrace } from '../../engine/types/learning.ts';
import { stepsMathml } from '../../generated/steps-mathml.ts';
import { ModelStepper } from './model-stepper.ts';

export interface StepThrough {
  /** What is stepped through, for the heading. */
  title: string;
  /** Called when it has been closed, by whomever. */
  closed?: () => void;
}

export interface Stepping {
  readonly element: ModelStepper;
  /** Takes the stepper out of the page and gives the trace back. */
  close(): void;
}

const ready = (): void => {
  if (customElements.get('model-stepper')) return;
  addFormulas(stepsMathml);
  // A page that has the figure for mechanisms as well has said already where its engine comes from.
  registerElements(async () => (await import('../engine.ts')).getEngine());
  customElements.define('model-stepper', ModelStepper);
};

/**
 * Opens a stepper in `place`, in front of whatever opened one there before, and moves the focus to it; closing moves it
 * back. The trace may still be on its way.
 */
export const stepThrough = (
  place: HTMLElement,
  trace: LearningTrace | Promise<LearningTrace>,
  { title, closed }: StepThrough,
): Stepping => {
  ready();
  const opener = document.activeElement;
  const element = new ModelStepper();
  element.heading = title;
  let open = true;
  const close = (): void => {
    if (!open) return;
    open = false;
    const inside = element.contains(document.activeElement);
    element.remove();
    element.trace?.dispose();
    if (inside && opener instanceof HTMLElement && opener.isConnected) opener.focus();
    closed?.();
  };
  element.addEventListener('close', close);
  place.replaceChildren(element);
  void element.updateComplete.then(() => {
    const heading = element.querySelector('h2');
    heading?.focus({ preventScroll: true });
    element.scrollIntoView({ block: 'nearest', behavior: 'auto' });
  });
  Promise.resolve(trace).then(
    (arrived) => {
      if (open) element.trace = arrived;
      else arrived.dispose();
    },
    (error: unknown) => element.fail(error),
  );
  return { element, close };
};
