import type { Frame } from '../lib/frames.ts';

const unscoped = (key: string): string => key.split('.').at(-1) ?? '';

/** The same step of another block, or a step inside a frame, leads to the frame as well. */
export const frameHas = (frame: Frame, wished: string): boolean => {
  const id = unscoped(wished);
  return frame.steps.some((step) => step.id === id) || unscoped(frame.key) === id;
};
