/** Where the engine's files are when it runs from its sources (tests, Vite). Builds replace this module. */
import type { EngineAssets } from './create-engine.ts';
import { readBytes } from './read-bytes.ts';
import { inNode } from './platform.ts';
import { handleOf } from './worker-handle.ts';

const bytes = {
  simd: () => readBytes(new URL('../../build/wasm/attention.wasm', import.meta.url)),
  threads: () => readBytes(new URL('../../build/wasm/attention-threads.wasm', import.meta.url)),
};

export const assets: EngineAssets = {
  simd: {
    glue: async () => (await import('../../build/wasm/attention.mjs')).default,
    wasm: bytes.simd,
  },
  threads: {
    glueUrl: new URL('../../build/wasm/attention-threads.mjs', import.meta.url).href,
    wasm: bytes.threads,
  },
  // Node runs no TypeScript in a worker; the built engine has one there too.
  ...(inNode()
    ? {}
    : { startWorker: async () => handleOf(new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })) }),
  starter: () => readBytes(new URL('../../build/models/starter.bin', import.meta.url)),
  modelBase: new URL('../../build/models/', import.meta.url).href,
};
