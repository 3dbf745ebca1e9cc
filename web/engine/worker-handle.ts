import type { Endpoint } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import { inNode, nodeModule } from './platform.ts';
import { ready } from './worker-server.ts';

/** A started worker, the same in the browser and in Node. */
export interface WorkerHandle {
  endpoint: Endpoint;
  /** Called when the worker is refused or dies. */
  onFault(listener: (reason: string) => void): void;
  terminate(): void;
  /** Node only: an idle worker must not keep the process alive, a busy one must. */
  hold(busy: boolean): void;
}

export type StartWorker = () => Promise<WorkerHandle>;

/** Wraps a browser's worker. */
export const handleOf = (worker: Worker): WorkerHandle => ({
  endpoint: worker as Endpoint,
  onFault: (listener) => {
    // A worker refused by the page's security policy is heard of here and nowhere else.
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      listener(event.message || 'refused by the browser');
    });
    worker.addEventListener('messageerror', () => listener('a message could not be read'));
  },
  terminate: () => worker.terminate(),
  hold: () => {},
});

const nodeHandle = async (url: URL | string): Promise<WorkerHandle> => {
  const { Worker } = await nodeModule<typeof import('node:worker_threads')>('worker_threads');
  const worker = new Worker(new URL(url));
  worker.unref();
  return {
    endpoint: nodeEndpoint(worker as never),
    onFault: (listener) => {
      worker.on('error', (error: Error) => listener(error.message));
      worker.on('exit', (code) => listener(`ended with code ${code}`));
    },
    terminate: () => void worker.terminate(),
    hold: (busy) => (busy ? worker.ref() : worker.unref()),
  };
};

/** A worker from a module script's address. */
export const workerFromUrl =
  (url: URL | string): StartWorker =>
  async () =>
    inNode() ? nodeHandle(url) : handleOf(new Worker(url, { type: 'module' }));

/** A worker from a classic script's text, for pages whose engine is no file of its own. */
export const workerFromText =
  (text: string): StartWorker =>
  async () => {
    const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
    const handle = handleOf(new Worker(url));
    const release = () => URL.revokeObjectURL(url);
    handle.endpoint.addEventListener('message', release);
    handle.onFault(release);
    return handle;
  };

/**
 * Most workers answer in milliseconds, and refusals are heard as events. This only keeps a page from waiting for ever
 * on a browser that swallows both; the engine then runs inline, with the same results.
 */
const patience = 15_000;

/** Resolves when the worker's script runs; rejects when it is refused or silent. */
export const untilReady = (handle: WorkerHandle): Promise<void> =>
  new Promise((resolve, reject) => {
    const { endpoint } = handle;
    const settle = (act: () => void) => {
      clearTimeout(timer);
      endpoint.removeEventListener('message', heard);
      act();
    };
    const heard = (event: Event | { data?: unknown }) => {
      if ((event as MessageEvent).data === ready) settle(resolve);
    };
    const timer = setTimeout(() => settle(() => reject(new Error('no answer'))), patience);
    endpoint.addEventListener('message', heard as EventListener);
    handle.onFault((reason) => settle(() => reject(new Error(reason))));
    handle.hold(true);
  });
