/** Where the files of the engine that learns are in dist/engine: beside its module, data one folder up. */
import simdGlue from '../../../build/wasm/learning.mjs';
import { readBytes } from '../read-bytes.ts';
import { workerFromUrl } from '../worker-handle.ts';
import type { LearningAssets } from './create-learning.ts';

// Through a function, so that bundlers leave the addresses alone.
const beside = (name: string): URL => new URL(name, import.meta.url);

export const assets: LearningAssets = {
  simd: { glue: () => simdGlue, wasm: () => readBytes(beside('learning.wasm')) },
  threads: { glueUrl: beside('learning-threads.mjs').href, wasm: () => readBytes(beside('learning-threads.wasm')) },
  startWorker: workerFromUrl(beside('attention-learning-worker.mjs')),
  dataBase: beside('../data/').href,
};
