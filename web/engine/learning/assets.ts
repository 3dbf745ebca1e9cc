/** Where the files of the engine that learns are when it runs from its sources (tests, Vite). Builds replace this module. */
import { inNode } from '../platform.ts';
import { readBytes } from '../read-bytes.ts';
import { handleOf } from '../worker-handle.ts';
import type { LearningAssets } from './create-learning.ts';

export const assets: LearningAssets = {
  simd: {
    glue: async () => (await import('../../../build/wasm/learning.mjs')).default,
    wasm: () => readBytes(new URL('../../../build/wasm/learning.wasm', import.meta.url)),
  },
  threads: {
    glueUrl: new URL('../../../build/wasm/learning-threads.mjs', import.meta.url).href,
    wasm: () => readBytes(new URL('../../../build/wasm/learning-threads.wasm', import.meta.url)),
  },
  // Node runs no TypeScript in a worker; the built engine has one there too.
  ...(inNode()
    ? {}
    : { startWorker: async () => handleOf(new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })) }),
  dataBase: new URL('../../../build/data/', import.meta.url).href,
};
