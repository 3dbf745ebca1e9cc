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

/** A method of `host` whose copied floats are handed over, not copied again. */
export const giver =
  (host: CoreHost) =>
  <A extends unknown[], R>(method: (...args: A) => R) =>
  async (...args: A): Promise<Awaited<R>> => {
    const reply = await method.apply(host, args);
    return transfer(reply as object, buffersOf(reply)) as Awaited<R>;
  };

/** What a worker answers for its host. */
export const apiOf = (host: CoreHost): HostApi => {
  const giving = giver(host);
  return {
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
};

/** Puts an API behind `endpoint`, a worker's own scope. */
export const serve = (endpoint: Endpoint, api: HostApi): void => {
  expose(api, endpoint);
  endpoint.postMessage(ready);
};

/** Puts a host behind `endpoint`. */
export const serveWorker = (endpoint: Endpoint, simdGlue: () => ModuleFactory | Promise<ModuleFactory>): void =>
  serve(endpoint, apiOf(new CoreHost(simdGlue)));
