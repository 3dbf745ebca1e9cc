import { EngineClient } from './client.ts';
import { unwrap } from './answers.ts';
import { CoreHost } from './core-host.ts';
import { plainly, type Core } from './core.ts';
import type { ModuleFactory } from './core-module.ts';
import { EngineUnavailable } from './errors.ts';
import type { HostApi, HostSetup, StartAnswer } from './host-api.ts';
import { LastingHost } from './lasting-host.ts';
import { chooseThreads, inNode, policyFault, wasmFault } from './platform.ts';
import { remoteCore } from './remote-host.ts';
import { starterId } from './starter.ts';
import type { Backend, Engine, EngineOptions } from './types.ts';
import { show, wantFlag, wantInteger, wantOptions, wantText } from './validate.ts';
import { untilReady } from './worker-handle.ts';
import type { StartWorker, WorkerHandle } from './worker-handle.ts';

/** A core and a worker for it, as a build carries them. */
export interface CoreAssets {
  simd: {
    glue(): ModuleFactory | Promise<ModuleFactory>;
    wasm(): Promise<ArrayBuffer>;
  };
  /** Absent where the build has no threaded core. The glue must be a file: threads start from its address. */
  threads?: { glueUrl: string; wasm(): Promise<ArrayBuffer> };
  /** Absent: the engine runs inline only. */
  startWorker?: StartWorker;
}

/** What a build carries and where it finds it: the only thing in which builds of the engine differ. */
export interface EngineAssets extends CoreAssets {
  /** The bytes of the model that is always there. */
  starter(): Promise<ArrayBuffer>;
  /** Where model files are, unless the options say otherwise; ends with a slash. */
  modelBase: string;
}

interface Attempt {
  place: Backend['place'];
  flavour: Backend['flavour'];
}

/** The worker itself did not come up, whatever it would have run. */
class Refused extends Error {}

const reasonOf = (error: unknown): string => plainly(error instanceof Error ? error.message : show(error));

const checkOptions = (options: EngineOptions): void => {
  wantOptions('options', options, ['threads', 'inline', 'modelBase', 'parallelThreshold']);
  const { threads, inline, modelBase, parallelThreshold } = options;
  // 64: above any machine this runs on, far below what would exhaust memory with stacks.
  if (threads !== undefined) wantInteger('threads', threads, 1, 64);
  if (inline !== undefined) wantFlag('inline', inline);
  if (modelBase !== undefined) wantText('modelBase', modelBase);
  if (parallelThreshold !== undefined) wantInteger('parallelThreshold', parallelThreshold, 0, Number.MAX_SAFE_INTEGER);
};

const attemptsFor = (threads: number, worker: boolean): Attempt[] => {
  const places: Backend['place'][] = worker ? ['worker', 'inline'] : ['inline'];
  const all = places.flatMap((place): Attempt[] => [
    { place, flavour: 'simd-threads' },
    { place, flavour: 'simd' },
  ]);
  // The page's own thread must not wait for others; Node's may.
  const may = ({ place, flavour }: Attempt) => flavour === 'simd' || (threads > 1 && (place === 'worker' || inNode()));
  return all.filter(may);
};

/** How a core comes about in either place. */
interface Cores<Host extends HostApi> {
  inline(glue: CoreAssets['simd']['glue']): Host;
  remote(handle: WorkerHandle): Core<Host>;
}

const startIn = async <Host extends HostApi>(
  assets: CoreAssets,
  cores: Cores<Host>,
  place: Backend['place'],
): Promise<Core<Host>> => {
  if (place === 'inline') {
    const core: Core<Host> = { host: cores.inline(assets.simd.glue), end: (why) => void (core.lost ??= why) };
    return core;
  }
  let handle: WorkerHandle | undefined;
  try {
    handle = await assets.startWorker!();
    await untilReady(handle);
  } catch (error) {
    handle?.terminate();
    throw new Refused(reasonOf(error));
  }
  return cores.remote(handle);
};

type CoreOptions = Pick<EngineOptions, 'threads' | 'inline' | 'parallelThreshold'>;

/** A core with its threads and the models that it has from the beginning. */
const begin = async <Host extends HostApi>(
  assets: CoreAssets,
  cores: Cores<Host>,
  { place, flavour }: Attempt,
  threads: number,
  { parallelThreshold }: CoreOptions,
  models: () => Promise<HostSetup['models']>,
): Promise<{ core: Core<Host>; answer: StartAnswer }> => {
  const core = await startIn(assets, cores, place);
  try {
    const threaded = flavour === 'simd-threads';
    const setup: HostSetup = {
      flavour,
      threads: threaded ? threads : 1,
      wasm: await (threaded ? assets.threads! : assets.simd).wasm(),
      models: await models(),
      ...(threaded ? { glueUrl: assets.threads!.glueUrl } : {}),
      ...(parallelThreshold === undefined ? {} : { parallelThreshold }),
    };
    return { core, answer: unwrap(await core.host.start(setup)) };
  } catch (error) {
    core.end(new EngineUnavailable(reasonOf(error)));
    throw error;
  }
};

interface Started<Host extends HostApi> {
  core: Core<Host>;
  answer: StartAnswer;
  backend: Backend;
  /** The same once more, where that one is lost. */
  again: () => Promise<Core<Host>>;
}

/** A core in the best place that takes it. */
export const startCore = async <Host extends HostApi>(
  assets: CoreAssets,
  cores: Cores<Host>,
  options: CoreOptions,
  models: () => Promise<HostSetup['models']>,
): Promise<Started<Host>> => {
  const fault = wasmFault();
  if (fault) throw new EngineUnavailable(fault);

  const choice = chooseThreads(options.threads, assets.threads !== undefined);
  const canWork = assets.startWorker !== undefined && (inNode() || typeof Worker === 'function');
  const why = [choice.why];
  if (options.inline) why.push('inline: asked for');
  else if (!canWork) why.push('inline: this place has no workers');

  let refused = false;
  const failures: string[] = [];
  for (const attempt of attemptsFor(choice.threads, canWork && !options.inline)) {
    const { place, flavour } = attempt;
    if (place === 'worker' && refused) continue;
    try {
      const start = () => begin(assets, cores, attempt, choice.threads, options, models);
      const { core, answer } = await start();
      const backend: Backend = { flavour, threads: answer.threads, place, why: [...why, ...failures].join('; ') };
      return { core, answer, backend, again: async () => (await start()).core };
    } catch (error) {
      refused ||= error instanceof Refused;
      failures.push(
        `${refused && place === 'worker' ? 'no worker' : `no ${flavour} core in the ${place} place`}: ${reasonOf(error)}`,
      );
    }
  }
  throw new EngineUnavailable(policyFault() || `the core could not be started (${failures.join('; ')})`);
};

const cores: Cores<HostApi> = { inline: (glue) => new CoreHost(glue), remote: remoteCore };

/** `createEngine` for a build that carries `assets`. */
export const createEngineWith = async (assets: EngineAssets, options: EngineOptions = {}): Promise<Engine> => {
  checkOptions(options);
  const models = async () => ({ [starterId]: await assets.starter() });
  const { core, answer, backend, again } = await startCore(assets, cores, options, models);
  return new EngineClient(new LastingHost(core, again), backend, answer, options.modelBase ?? assets.modelBase);
};
