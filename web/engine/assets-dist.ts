/** Where the engine's files are in dist/engine: beside its module, models one folder up. */
import simdGlue from '../../build/wasm/attention.mjs';
import type { EngineAssets } from './create-engine.ts';
import { readBytes } from './read-bytes.ts';
import { workerFromUrl } from './worker-handle.ts';

// Through a function, so that bundlers leave the addresses alone.
const beside = (name: string): URL => new URL(name, import.meta.url);

export const assets: EngineAssets = {
  simd: { glue: () => simdGlue, wasm: () => readBytes(beside('attention.wasm')) },
  threads: {
    glueUrl: beside('attention-threads.mjs').href,
    wasm: () => readBytes(beside('attention-threads.wasm')),
  },
  startWorker: workerFromUrl(beside('attention-engine-worker.mjs')),
  starter: () => readBytes(beside('../models/starter.bin')),
  modelBase: beside('../models/').href,
};
