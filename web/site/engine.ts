import { createEngine } from '../engine/index.ts';
import type { Engine } from '../engine/types.ts';

let shared: Promise<Engine> | undefined;

/** One engine for the page: threads where it is cross-origin isolated, full models from beside the page. */
export const getEngine = (): Promise<Engine> => {
  shared ??= createEngine({ modelBase: new URL('models/', document.baseURI).href }).catch((error: unknown) => {
    shared = undefined; // the figure's "try again" may
    throw error;
  });
  return shared;
};
