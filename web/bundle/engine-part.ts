/**
 * The engine as one self-contained function: scripts/bundle.mjs turns this module into a function expression, runs it
 * in the page, and gives its text to a worker. So it carries code only: the big bytes are posted.
 */
import simdGlue from '../../build/wasm/figure.mjs';
import type { Endpoint } from '../../node_modules/comlink/dist/esm/comlink';
import { serveWorker } from '../engine/worker-server.ts';

export { createEngineWith } from '../engine/create-engine.ts';
export * from '../engine/errors.ts';
export { largestSeed } from '../engine/limits.ts';
export { sourceScope } from '../engine/source-axes.ts';
export { starterId } from '../engine/starter.ts';
export { workerFromText } from '../engine/worker-handle.ts';
export { simdGlue };

/** What the worker's script calls. */
export const serve = (): void => serveWorker(globalThis as unknown as Endpoint, () => simdGlue);
