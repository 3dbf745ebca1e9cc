import { EngineClient } from './client.ts';
import { unwrap } from './answers.ts';
import { CoreHost } from './core-host.ts';
import { plainly, type Core } from './core.ts';
import type { ModuleFactory } from './core-module.ts';
import { EngineUnavailable } from './errors.ts';
import type { HostSetup, StartAnswer } from './host-api.ts';
import { LastingHost } from './lasting-host.ts';
import { chooseThreads, inNode, policyFault, wasmFault } from './platform.ts';
import { remoteCore } from './remote-host.ts';
import { starterId } from './starter.ts';
import type { Backend, Engine, EngineOptions } from './types.ts';
import { show, wantFlag, wantInteger, wantOptions, wantText } from './validate.ts';
import { untilReady } from './worker-handle.ts';
import type { StartWorker, WorkerHandle } from './worker-handle.ts';

/** What a build carries and where it finds it: the only thing in which builds of the engine differ. */
export interface EngineAssets {
  simd: {
    glue(): ModuleFactory | Promise<ModuleFactory>;
    wasm(): Promise<ArrayBuffer>;
  };
  /** Absent where the build has no threaded core. The glue must be a file: threads start from its address. */
  threads?: { glueUrl: string; wasm(): Promise<ArrayBuffer> };
  /** Absent: the engine runs inline only. */
  startWorker?: StartWorker;
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

const startIn = async (assets: EngineAssets, place: Backend['place']): Promise<Core> => {
  if (place === 'inline') {
    const core: Core = { host: new CoreHost(assets.simd.glue), end: (why) => void (core.lost ??= why) };
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
  return remoteCore(handle);
};

/** A core with what every engine has: its threads and the starter. */
const begin = async (
  assets: EngineAssets,
  { place, flavour }: Attempt,
  threads: number,
  parallelThreshold: number | undefined,
): Promise<{ core: Core; answer: StartAnswer }> => {
  const core = await startIn(assets, place);
  try {
    const threaded = flavour === 'simd-threads';
    const setup: HostSetup = {
      flavour,
      threads: threaded ? threads : 1,
      wasm: await (threaded ? assets.threads! : assets.simd).wasm(),
      models: { [starterId]: await assets.starter() },
      ...(threaded ? { glueUrl: assets.threads!.glueUrl } : {}),
      ...(parallelThreshold === undefined ? {} : { parallelThreshold }),
    };
    return { core, answer: unwrap(await core.host.start(setup)) };
  } catch (error) {
    core.end(new EngineUnavailable(reasonOf(error)));
    throw error;
  }
};

/** `createEngine` for a build that carries `assets`. */
export const createEngineWith = async (assets: EngineAssets, options: EngineOptions = {}): Promise<Engine> => {
  checkOptions(options);
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
      const start = () => begin(assets, attempt, choice.threads, options.parallelThreshold);
      const { core, answer } = await start();
      const backend: Backend = { flavour, threads: answer.threads, place, why: [...why, ...failures].join('; ') };
      const host = new LastingHost(core, async () => (await start()).core);
      return new EngineClient(host, backend, answer, options.modelBase ?? assets.modelBase);
    } catch (error) {
      refused ||= error instanceof Refused;
      failures.push(
        `${refused && place === 'worker' ? 'no worker' : `no ${flavour} core in the ${place} place`}: ${reasonOf(error)}`,
      );
    }
  }
  throw new EngineUnavailable(policyFault() || `the core could not be started (${failures.join('; ')})`);
};
