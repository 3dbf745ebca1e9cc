import { abortable } from '../abort.ts';
import type { Answer } from '../answers.ts';
import { Cancelled, EngineError, EngineUnavailable, InvalidInput, ModelLoadFailed } from '../errors.ts';
import { largestSeed } from '../limits.ts';
import { readModelFile } from '../model-file.ts';
import type { DecodedWith, DecoderCall, DecodeWish, DecodeWith, Edits } from '../types/decoding.ts';
import type {
  LearningCatalog,
  LearningEngine,
  LearningModel,
  LearningRun,
  LearningSetup,
  LearningTask,
  TrainedManifest,
  TrainedRun,
} from '../types/learning.ts';
import type { Backend, Catalog, CatalogEntry, LoadProgress, ParamSpec, Params } from '../types.ts';
import {
  show,
  wantFunction,
  wantInteger,
  wantOptions,
  wantParams,
  wantRecord,
  wantSignal,
  wantText,
} from '../validate.ts';
import { unwrapLearning } from './answers.ts';
import type { OpenAnswer } from './answers.ts';
import { decodeWith, decodingErrors } from './decoding.ts';
import { DataLoadFailed } from './errors.ts';
import type { LearningHostApi } from './host-api.ts';
import { RunClient } from './run-client.ts';
import { readManifest, readTrained, setupOf } from './trained.ts';

/** As many as the core takes side by side. */
const mostCopies = 256;

type FullSetup = LearningRun['setup'];

/** A parameter's value from the text in which the catalogue states it. */
const valueOf = ({ kind }: ParamSpec, text: string): Params[string] =>
  kind === 'choice' ? text : kind === 'flag' ? text === 'true' : Number(text);

const one = <T extends { id: string }>(argument: string, list: readonly T[], id: unknown): T => {
  const found = list.find((entry) => entry.id === id);
  if (found) return found;
  throw new InvalidInput(argument, show(id), list.map((entry) => entry.id).join(', '));
};

/** The engine that learns as callers see it: checks what comes in, asks the host, types what goes out. */
export class LearningClient implements LearningEngine {
  readonly mechanisms: CatalogEntry[];
  /** Files of data by name: a second run on the same task does not load them again. */
  private readonly data = new Map<string, Uint8Array>();
  private disposed = false;

  constructor(
    /** Where the module runs; tests and measurements may ask it directly. */
    readonly host: LearningHostApi,
    private readonly end: () => void,
    readonly backend: Backend,
    { entries }: Catalog,
    readonly catalog: LearningCatalog,
    private readonly dataBase: string,
  ) {
    this.mechanisms = entries.filter((entry) => entry.kind === 'variant');
  }

  settingsOf(model: string): Params {
    const { training } = one('model', this.catalog.models, model);
    return Object.fromEntries(this.settingSpecs(training).map((spec) => [spec.id, spec.default]));
  }

  async open(
    setup: LearningSetup,
    options: { signal?: AbortSignal; onProgress?: (progress: LoadProgress) => void } = {},
  ): Promise<LearningRun> {
    this.wantAlive();
    const { signal, onProgress } = wantOptions('options', options, ['signal', 'onProgress']) as typeof options;
    wantFunction('onProgress', onProgress);
    wantSignal(signal, 'opening the run');
    const { full, model, task } = this.wantSetup(setup);
    const bytes = task.data ? await this.dataOf(task.data, signal, onProgress) : undefined;
    this.wantAlive();
    const request = JSON.stringify({
      call: 'open',
      model: full.model,
      task: full.task,
      model_params: full.modelParams,
      task_params: full.taskParams,
      settings: full.settings,
      seed: full.seed,
      ...(full.mechanism ? { mechanism: full.mechanism, mechanism_params: full.mechanismParams } : {}),
      ...(full.discretizer ? { discretizer: full.discretizer, discretizer_params: full.discretizerParams } : {}),
    });
    const { answer } = await abortable(
      () => this.ask(() => this.host.learn(request, bytes)),
      signal,
      'opening the run',
      (late) => late.answer.ok && this.closeRun((late.answer as unknown as OpenAnswer).run),
    );
    const opened = unwrapLearning(answer as Answer<OpenAnswer>);
    return new RunClient(
      {
        host: this.host,
        inline: this.backend.place === 'inline',
        ask: (work) => {
          this.wantAlive();
          return this.ask(work);
        },
        close: (run) => this.closeRun(run),
        wantDiscretizer: (present, change) => {
          const name = full.discretizer;
          if (!name) throw new InvalidInput('params', show(change), 'none: nothing in this model is made discrete');
          const record = wantRecord('params', change);
          return wantParams(one('discretizer', this.catalog.discretizers, name), { ...present, ...record });
        },
      },
      opened,
      full,
      model.id,
    );
  }

  async openTrained(
    folder: string,
    options: { signal?: AbortSignal; onProgress?: (progress: LoadProgress) => void } = {},
  ): Promise<TrainedRun> {
    this.wantAlive();
    const { signal, onProgress } = wantOptions('options', options, ['signal', 'onProgress']) as typeof options;
    wantFunction('onProgress', onProgress);
    wantSignal(signal, 'loading the model');
    const { manifest, weights } = await readTrained(wantText('folder', folder), signal, onProgress);
    const run = await this.open(setupOf(manifest), signal ? { signal } : {});
    try {
      await run.restore(weights);
      return { run, manifest };
    } catch (error) {
      run.close();
      throw error;
    }
  }

  async manifestOf(folder: string, options: { signal?: AbortSignal } = {}): Promise<TrainedManifest> {
    const { signal } = wantOptions('options', options, ['signal']) as typeof options;
    wantSignal(signal, 'loading the manifest');
    return readManifest(wantText('folder', folder), signal);
  }

  async *decodeWith(wish: DecodeWish): AsyncGenerator<DecoderCall[], DecodedWith> {
    wantOptions('wish', wish, ['decoder', 'params', 'runs', 'seed', 'input', 'copies', 'slice', 'signal']);
    const { copies = 1, slice = 0, signal } = wish;
    wantSignal(signal, 'decoding');
    const { fields, last } = this.wantDecoder(wish);
    const begin = {
      ...fields,
      ...last.wantInput(wish.input),
      copies: wantInteger('copies', copies, 1, mostCopies),
    };
    return yield* decodeWith(this.learn, begin, wantInteger('slice', slice, 0, 60_000), signal);
  }

  async errorsWith(wish: DecodeWith, begin: number, end: number): Promise<Edits[]> {
    wantOptions('wish', wish, ['decoder', 'params', 'runs', 'seed']);
    const { fields, last } = this.wantDecoder(wish);
    wantInteger('end', end, 0, last.heldOut);
    return decodingErrors(this.learn, { ...fields, begin: wantInteger('begin', begin, 0, end), end });
  }

  async memory(): Promise<number> {
    this.wantAlive();
    return this.ask(() => this.host.memory());
  }

  dispose(): void {
    if (this.disposed) return;
    this.disposed = true;
    this.data.clear();
    this.end();
  }

  private wantDecoder({ decoder: id, params, runs, seed = 1 }: DecodeWith) {
    this.wantAlive();
    const decoder = one('decoder', this.catalog.decoders, id);
    const opened = Array.from(runs, (run) => {
      if (!(run instanceof RunClient)) throw new InvalidInput('runs', show(run), 'runs of this engine');
      run.wantOpen();
      return run;
    });
    const last = opened.at(-1);
    if (!last || opened.length !== decoder.models.length)
      throw new InvalidInput('runs', `${opened.length}`, decoder.models.map((model) => model.label).join(', '));
    const fields = {
      decoder: decoder.id,
      params: wantParams(decoder, params),
      runs: opened.map(({ run }) => run),
      seed: wantInteger('seed', seed, 0, largestSeed),
    };
    return { fields, last };
  }

  /** One call of the core (core/api/learning.h). */
  private readonly learn = async (call: string, fields: Record<string, unknown>): Promise<unknown> => {
    this.wantAlive();
    return (await this.ask(() => this.host.learn(JSON.stringify({ call, ...fields })))).answer;
  };

  private settingSpecs(training: LearningModel['training']): ParamSpec[] {
    return this.catalog.settings.map((spec) => {
      const text = training[spec.id];
      return text === undefined ? spec : { ...spec, default: valueOf(spec, text) };
    });
  }

  private wantSetup(given: LearningSetup): { full: FullSetup; model: LearningModel; task: LearningTask } {
    const parts = ['model', 'task', 'mechanism', 'discretizer'];
    const names = [...parts, ...parts.map((part) => `${part}Params`), 'settings', 'seed'];
    const setup = wantOptions('setup', given, names) as unknown as LearningSetup;
    const model = one('model', this.catalog.models, setup.model);
    const task = one('task', this.catalog.tasks, setup.task);
    if (model.kind !== task.kind)
      throw new InvalidInput('task', show(task.id), `a task of ${model.kind}, as ${model.id} takes`);
    const { seed = 1, mechanism, discretizer = model.discretizer } = setup;
    if (mechanism !== undefined && !model.takes_mechanism)
      throw new InvalidInput('mechanism', show(mechanism), 'none: this model has an attention of its own');
    if (setup.discretizer !== undefined && !model.discretizer)
      throw new InvalidInput('discretizer', show(discretizer), 'none: nothing in this model is made discrete');
    const full: FullSetup = {
      model: model.id,
      task: task.id,
      modelParams: wantParams(model, setup.modelParams),
      taskParams: wantParams(task, setup.taskParams),
      settings: wantParams({ params: this.settingSpecs(model.training) }, setup.settings),
      seed: wantInteger('seed', seed, 0, largestSeed),
      ...(mechanism === undefined
        ? {}
        : {
            mechanism,
            mechanismParams: wantParams(one('mechanism', this.mechanisms, mechanism), setup.mechanismParams),
          }),
      ...(discretizer
        ? {
            discretizer,
            discretizerParams: wantParams(
              one('discretizer', this.catalog.discretizers, discretizer),
              setup.discretizerParams,
            ),
          }
        : {}),
    };
    return { full, model, task };
  }

  private async dataOf(
    name: string,
    signal: AbortSignal | undefined,
    onProgress: ((progress: LoadProgress) => void) | undefined,
  ): Promise<Uint8Array> {
    const known = this.data.get(name);
    if (known) return known;
    try {
      const bytes = await readModelFile(name, `${this.dataBase}${name}.bin`, signal, onProgress);
      this.data.set(name, bytes);
      return bytes;
    } catch (error) {
      if (error instanceof ModelLoadFailed) throw new DataLoadFailed(name, error.reason);
      if (error instanceof Cancelled) throw new Cancelled('loading the data');
      throw error;
    }
  }

  private wantAlive(): void {
    if (this.disposed) throw new EngineUnavailable('the engine has been disposed of');
  }

  /** A fault of the core or of its worker, as the typed error it is. */
  private async ask<T>(work: () => T | Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof EngineError) throw error;
      throw new EngineUnavailable(error instanceof Error ? error.message : String(error));
    }
  }

  private closeRun(run: number): void {
    if (this.disposed) return;
    // A core that stopped holds nothing.
    void this.ask(() => this.host.learn(JSON.stringify({ call: 'close', run }))).catch(() => {});
  }
}
