import type { Trace } from '../../engine/types.ts';
import { rowRect } from './row-rect.ts';
import type { Rect } from '../scene/hit.ts';
import type { Scene } from '../scene/placed.ts';

/** Step change: the source travels to the result, colours cross-fade in place, layout stays. */
const duration = 320;
const easing = 'cubic-bezier(.5,0,.2,1)';

/** Keeps what is on the canvas above its successor and lets it fade. */
export const crossFade = (heat: HTMLCanvasElement, before: HTMLCanvasElement): void => {
  before.width = heat.width;
  before.height = heat.height;
  before.style.setProperty('width', heat.style.width);
  before.style.setProperty('height', heat.style.height);
  before.getContext('2d')?.drawImage(heat, 0, 0);
  before.animate([{ opacity: 1 }, { opacity: 0 }], { duration, easing, fill: 'forwards' });
};

const ghost = (place: HTMLElement, heat: HTMLCanvasElement, from: Rect, to: Rect, ratio: number): void => {
  const [width, height] = [Math.round(from.width * ratio), Math.round(from.height * ratio)];
  if (width < 1 || height < 1) return;
  const copy = document.createElement('canvas');
  copy.width = width;
  copy.height = height;
  copy
    .getContext('2d')
    ?.drawImage(heat, Math.round(from.x * ratio), Math.round(from.y * ratio), width, height, 0, 0, width, height);
  copy.setAttribute('aria-hidden', 'true');
  for (const [name, value] of [
    ['width', `${from.width}px`],
    ['height', `${from.height}px`],
    ['transform-origin', '0 0'],
  ] as const)
    copy.style.setProperty(name, value);
  place.append(copy);
  const at = (rect: Rect): string =>
    `translate(${rect.x}px, ${rect.y}px) scale(${rect.width / from.width}, ${rect.height / from.height})`;
  const flight = copy.animate(
    [
      { transform: at(from), opacity: 0.95 },
      { transform: at(to), opacity: 0.9, offset: 0.85 },
      { transform: at(to), opacity: 0 },
    ],
    { duration: duration * 1.25, easing },
  );
  flight.onfinish = flight.oncancel = (): void => copy.remove();
};

/** The active row slides into the result; operands of a product meet in the pinned cell. */
export const travel = (
  place: HTMLElement,
  heat: HTMLCanvasElement,
  scene: Scene,
  trace: Trace,
  query: number,
  target: Rect | undefined,
  ratio: number,
): void => {
  for (const one of scene.connectors) {
    const from = rowRect(one.from, trace, query);
    const to = rowRect(one.to, trace, query);
    if (!from || !to) continue;
    if (one.kind === 'arrow') ghost(place, heat, from, to, ratio);
    const arrows = scene.connectors.some((other) => other.kind === 'arrow');
    if (one.kind !== 'wire' || !target || arrows) continue;
    ghost(place, heat, from, target, ratio);
    const top = scene.matrices.find((matrix) => matrix.kind === 'top' && matrix.column === one.to.column);
    if (top) ghost(place, heat, { x: target.x, y: top.y, width: target.width, height: top.height }, target, ratio);
  }
};
