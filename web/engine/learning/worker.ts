/** The script of the worker that learns, in the browser and in Node. */
import type { Endpoint } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import simdGlue from '../../../build/wasm/learning.mjs';
import { inNode, nodeModule } from '../platform.ts';
import { serveLearningWorker } from './remote.ts';

if (inNode()) {
  const { parentPort } = await nodeModule<typeof import('node:worker_threads')>('worker_threads');
  if (parentPort) serveLearningWorker(nodeEndpoint(parentPort as never), () => simdGlue);
} else {
  serveLearningWorker(globalThis as unknown as Endpoint, () => simdGlue);
}
