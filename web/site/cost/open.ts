import type { AttentionStepper } from '../../elements/attention-stepper.ts';
import { say } from '../words.ts';
import type { CostPanel } from './panel.ts';

/** How often an open panel looks whether the figure shows another run: soon enough to feel like one change. */
const look = 200;

/** The cost below the figure: loaded when it is opened, brought up to date while it is. */
export const costDetails = (details: HTMLDetailsElement, place: HTMLElement, figure: AttentionStepper): void => {
  let panel: Promise<CostPanel> | undefined;
  let shown: unknown;
  let timer: ReturnType<typeof setInterval> | undefined;
  const follow = () => {
    const { trace } = figure.figure.session;
    if (trace === shown) return;
    shown = trace;
    void panel?.then((one) => one.update());
  };
  details.addEventListener('toggle', () => {
    clearInterval(timer);
    if (!details.open) return;
    panel ??= import('./panel.ts').then(({ CostPanel }) => new CostPanel(place, figure));
    panel.then(
      (one) => one.update(),
      () => {
        panel = undefined; // the next opening tries again
        place.textContent = say('cost.absent');
      },
    );
    shown = figure.figure.session.trace;
    timer = setInterval(follow, look);
  });
};
