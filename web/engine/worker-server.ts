import { expose, transfer } from 'comlink';
import type { Endpoint } from 'comlink';
import { CoreHost } from './core-host.ts';
import type { ModuleFactory } from './core-module.ts';
import type { HostApi } from './host-api.ts';

/** The worker's first message: its script has been allowed, loaded and run. */
export const ready = 'attention-worker-ready';

const buffersOf = (reply: unknown): ArrayBuffer[] => {
  const floats = (reply as { floats?: Float32Array | Record<string, Float32Array> }).floats ?? [];
  const arrays = ArrayBuffer.isView(floats) ? [floats] : Object.values(floats);
  return arrays.map((array) => array.buffer as ArrayBuffer);
};

/** Puts a host behind `endpoint` (a worker's own scope); copied floats are handed over, not copied again. */
export const serveWorker = (endpoint: Endpoint, simdGlue: () => ModuleFactory | Promise<ModuleFactory>): void => {
  const host = new CoreHost(simdGlue);
  const giving =
    <A extends unknown[], R>(method: (...args: A) => R) =>
    async (...args: A) => {
      const reply = await method.apply(host, args);
      return transfer(reply as object, buffersOf(reply)) as Awaited<R>;
    };
  const api: HostApi = {
    start: (setup) => host.start(setup),
    run: giving(host.run),
    proceed: giving(host.proceed),
    explain: (...args) => host.explain(...args),
    sources: (...args) => host.sources(...args),
    tile: giving(host.tile),
    dispose: (trace) => host.dispose(trace),
    loadModel: (id, bytes) => host.loadModel(id, bytes),
    tokenize: (model, text) => host.tokenize(model, text),
    embed: giving(host.embed),
    numeric: giving((request, tensors) => host.numeric(request, tensors)),
    configure: (request) => host.configure(request),
    memory: () => host.memory(),
  };
  expose(api, endpoint);
  endpoint.postMessage(ready);
};
