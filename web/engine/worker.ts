/** The worker's script, in the browser and in Node. */
import type { Endpoint } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import simdGlue from '../../build/wasm/attention.mjs';
import { inNode, nodeModule } from './platform.ts';
import { serveWorker } from './worker-server.ts';

if (inNode()) {
  const { parentPort } = await nodeModule<typeof import('node:worker_threads')>('worker_threads');
  if (parentPort) serveWorker(nodeEndpoint(parentPort as never), () => simdGlue);
} else {
  serveWorker(globalThis as unknown as Endpoint, () => simdGlue);
}
