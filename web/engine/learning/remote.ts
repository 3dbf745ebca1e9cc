import { transfer } from 'comlink';
import type { Endpoint } from 'comlink';
import type { ModuleFactory } from '../core-module.ts';
import type { Core } from '../core.ts';
import { hostOf, remoteCoreOf } from '../remote-host.ts';
import type { WorkerHandle } from '../worker-handle.ts';
import { apiOf, giver, serve } from '../worker-server.ts';
import type { LearningHostApi } from './host-api.ts';
import { LearningHost } from './learning-host.ts';

/** A core that learns, in a worker. */
export const remoteLearningCore = (handle: WorkerHandle): Core<LearningHostApi> =>
  remoteCoreOf<LearningHostApi>(handle, (api, call) => ({
    ...hostOf(api, call),
    learn: (request, bytes) => call(() => api.learn(request, bytes)),
    advance: (run, milliseconds, until) => call(() => api.advance(run, milliseconds, until)),
    file: (request) => call(() => api.file(request)),
  }));

/** The worker's side of it. */
export const serveLearningWorker = (
  endpoint: Endpoint,
  simdGlue: () => ModuleFactory | Promise<ModuleFactory>,
): void => {
  const host = new LearningHost(simdGlue);
  const api: LearningHostApi = {
    ...apiOf(host),
    learn: giver(host)((request: string, bytes?: Uint8Array) => host.learn(request, bytes)),
    advance: (run, milliseconds, until) => host.advance(run, milliseconds, until),
    file: (request) => {
      const reply = host.file(request);
      return transfer(reply, [reply.bytes.buffer as ArrayBuffer]);
    },
  };
  serve(endpoint, api);
};
