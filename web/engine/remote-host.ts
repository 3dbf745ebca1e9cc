import { wrap } from 'comlink';
import type { Remote } from 'comlink';
import type { Core } from './core.ts';
import { EngineUnavailable } from './errors.ts';
import type { HostApi, NumericResult } from './host-api.ts';
import type { WorkerHandle } from './worker-handle.ts';

/** Sends a call and waits for its answer. Comlink's types spread promises over unions; what arrives is what the API says. */
export type Call = <T>(work: () => Promise<unknown>) => Promise<T>;

/** A core in a worker. One that dies fails what is pending, instead of leaving it unanswered for ever. */
export const remoteCoreOf = <Host extends HostApi>(
  handle: WorkerHandle,
  hostFrom: (api: Remote<Host>, call: Call) => Host,
): Core<Host> => {
  const pending = new Set<(error: Error) => void>();

  const call: Call = <T>(work: () => Promise<unknown>): Promise<T> =>
    new Promise((resolve, reject) => {
      if (core.lost) return reject(core.lost);
      pending.add(reject);
      handle.hold(true);
      const settle = (act: () => void) => {
        pending.delete(reject);
        if (pending.size === 0) handle.hold(false);
        act();
      };
      work().then(
        (value) => settle(() => resolve(value as T)),
        (error: unknown) => settle(() => reject(error instanceof Error ? error : new Error(String(error)))),
      );
    });

  const core: Core<Host> = {
    host: hostFrom(wrap<Host>(handle.endpoint), call),
    end: (why) => {
      if (core.lost) return;
      core.lost = why;
      for (const reject of pending) reject(why);
      pending.clear();
      handle.terminate();
    },
  };
  handle.onFault((reason) => core.end(new EngineUnavailable(`the engine's worker stopped: ${reason}`)));
  return core;
};

export const hostOf = (api: Remote<HostApi>, call: Call): HostApi => ({
  start: (setup) => call(() => api.start(setup)),
  run: (request, tensors, milliseconds) => call(() => api.run(request, tensors, milliseconds)),
  proceed: (trace, milliseconds) => call(() => api.proceed(trace, milliseconds)),
  explain: (trace, tensor, index) => call(() => api.explain(trace, tensor, index)),
  sources: (trace, tensor, index) => call(() => api.sources(trace, tensor, index)),
  tile: (trace, tensor, request) => call(() => api.tile(trace, tensor, request)),
  dispose: (trace) => call<void>(() => api.dispose(trace)).catch(() => {}),
  loadModel: (id, bytes) => call(() => api.loadModel(id, bytes)),
  tokenize: (model, text) => call(() => api.tokenize(model, text)),
  embed: (model, text) => call(() => api.embed(model, text)),
  numeric: async (request, tensors, out) => {
    const result = await call<NumericResult>(() => api.numeric(request, tensors));
    const given = out && result.floats[out.name];
    if (out && given && given.length === out.data.length) {
      out.data.set(given);
      result.floats[out.name] = out.data;
    }
    return result;
  },
  configure: (request) => call(() => api.configure(request)),
  memory: () => call(() => api.memory()),
});

export const remoteCore = (handle: WorkerHandle): Core => remoteCoreOf(handle, hostOf);
