import type { Answer } from './answers.ts';
import { coreStopped, plainly } from './core.ts';
import type { CoreModule, ModuleFactory } from './core-module.ts';
import type {
  HostApi,
  HostSetup,
  NumericAnswer,
  NumericResult,
  RunAnswer,
  Staged,
  Unfinished,
  WithFloats,
} from './host-api.ts';
import { examplesIn } from './model-header.ts';
import type { Catalog, ModelInfo } from './types.ts';
import { countOf } from './validate.ts';

export type Refusal = Extract<Answer<unknown>, { ok: false }>;

const noRoom = (argument: string, got: string): Refusal => ({
  ok: false,
  error: { kind: 'too_large', argument, got, takes: 'what the memory has room for' },
});

/** The one-file figure carries no calls that it does not make. */
const figureOnly: Refusal = {
  ok: false,
  error: {
    kind: 'not_found',
    argument: 'engine',
    got: 'that of the one-file figure',
    takes: 'attention-engine.mjs for this call',
  },
};

const nothing = (): Float32Array => new Float32Array(0);

/** Everything that touches the WASM module. Runs in a worker or beside the page, the same way. */
export class CoreHost implements HostApi {
  private module?: CoreModule;
  /** Where the core stopped for good; whatever it says after that is not to be trusted. */
  private stopped = '';

  constructor(private readonly simdGlue: () => ModuleFactory | Promise<ModuleFactory>) {}

  async start(setup: HostSetup): ReturnType<HostApi['start']> {
    const factory = setup.glueUrl
      ? ((await import(/* @vite-ignore */ setup.glueUrl)) as { default: ModuleFactory }).default
      : await this.simdGlue();
    const module = await factory({
      wasmBinary: setup.wasm,
      locateFile: (name) => name,
      // Threads that must stand ready; the calling one takes part in the work.
      ...(setup.glueUrl ? { poolSize: Math.max(1, setup.threads - 1) } : {}),
      // In Node a worker takes no address in text; there the glue finds itself.
      ...(setup.glueUrl && !setup.glueUrl.startsWith('file:') ? { mainScriptUrlOrBlob: setup.glueUrl } : {}),
      print: () => {},
      printErr: () => {},
    });
    this.module = module;
    const configured = this.configure(
      JSON.stringify({
        threads: setup.threads,
        ...(setup.parallelThreshold === undefined ? {} : { parallel_threshold: setup.parallelThreshold }),
      }),
    );
    if (!configured.ok) return configured;
    const catalog = JSON.parse(this.call((core) => core.catalog())) as Catalog;
    const models: ModelInfo[] = [];
    for (const [id, bytes] of Object.entries(setup.models)) {
      const model = this.loadModel(id, new Uint8Array(bytes));
      if (!model.ok) return model;
      const { ok: _, ...info } = model;
      models.push(info);
    }
    return { ok: true, catalog, models, threads: configured.threads ?? 1 };
  }

  run(request: string, tensors: Staged[], milliseconds = Infinity): WithFloats<RunAnswer | Unfinished> {
    const full = this.stage(tensors);
    if (full) return { answer: full, floats: nothing() };
    return this.withFloats((core) => core.run(request, milliseconds));
  }

  proceed(trace: number, milliseconds: number): WithFloats<RunAnswer | Unfinished> {
    return this.withFloats((core) => core.proceed(trace, milliseconds));
  }

  explain(trace: number, tensor: string, index: number[]): ReturnType<HostApi['explain']> {
    return this.ask((core) => core.explain(trace, tensor, JSON.stringify(index)));
  }

  sources(trace: number, tensor: string, index: number[]): ReturnType<HostApi['sources']> {
    return this.ask((core) => core.sources(trace, tensor, JSON.stringify(index)));
  }

  tile(trace: number, tensor: string, request: string): WithFloats<{ rows: number; columns: number }> {
    return this.withFloats((core) => core.tile(trace, tensor, request));
  }

  dispose(trace: number): void {
    if (!this.stopped) this.call((core) => core.dispose(trace));
  }

  loadModel(id: string, bytes: Uint8Array): Answer<ModelInfo> {
    const full = this.stageBytes('model', bytes);
    if (full) return full;
    const answer = this.ask<Omit<ModelInfo, 'examples'>>((core) => core.load_model(id));
    if (answer.ok) return { ...answer, examples: examplesIn(bytes) };
    // The core was given bytes and does not know whose they are.
    return answer.error.kind === 'bad_model' ? { ok: false, error: { ...answer.error, argument: id } } : answer;
  }

  tokenize(model: string, text: string): ReturnType<HostApi['tokenize']> {
    return this.ask((core) => core.tokenize(model, text));
  }

  embed(model: string, text: string): WithFloats<unknown> {
    return this.withFloats((core) => core.embed(model, text));
  }

  numeric(request: string, tensors: Staged[], out?: { name: string; data: Float32Array }): NumericResult {
    const floats: Record<string, Float32Array> = {};
    if (this.call((core) => !core.numeric)) return { answer: figureOnly, floats };
    const answer = this.stage(tensors) ?? this.ask<NumericAnswer>((core) => core.numeric!(request));
    if (!answer.ok) return { answer, floats };
    for (const [name, { shape, buffer }] of Object.entries(answer.outputs)) {
      const view = this.call((core) => core.floats(buffer, countOf(shape)));
      // A wrong size is the caller's mistake and is reported there.
      const fits = out?.name === name && out.data.length === view.length;
      if (fits) out.data.set(view);
      floats[name] = fits ? out.data : view.slice();
    }
    return { answer, floats };
  }

  configure(request: string): Answer<Record<string, number>> {
    return this.ask((core) => core.configure(request));
  }

  memory(): number {
    return this.call((core) => core.floats(0, 0)).buffer.byteLength;
  }

  /** Why the tensors did not all fit into memory, if so. */
  private stage(tensors: Staged[]): Refusal | undefined {
    for (const { name, data } of tensors) {
      const view = this.call((core) => core.stage(name, data.length));
      if (view.length !== data.length) return noRoom(name, `${data.length} floats`);
      view.set(data);
    }
    return undefined;
  }

  /** Why the bytes did not fit into memory, if so. */
  protected stageBytes(argument: string, bytes: Uint8Array): Refusal | undefined {
    const view = this.call((core) => core.stage_bytes(bytes.length));
    if (view.length !== bytes.length) return noRoom(argument, `${bytes.length} bytes`);
    view.set(bytes);
    return undefined;
  }

  protected withFloats<T>(work: (core: CoreModule) => string): WithFloats<T> {
    const answer = this.ask<T & { buffer?: number; count?: number; rows?: number; columns?: number }>(work);
    if (!answer.ok || answer.buffer === undefined) return { answer, floats: nothing() };
    const count = answer.count ?? (answer.rows ?? 0) * (answer.columns ?? 0);
    const { buffer } = answer;
    return { answer, floats: this.call((core) => core.floats(buffer, count)).slice() };
  }

  protected ask<T>(work: (core: CoreModule) => string): Answer<T> {
    return JSON.parse(this.call(work)) as Answer<T>;
  }

  private fault(cause?: unknown): Error {
    return Object.assign(new Error(this.stopped, { cause }), { name: coreStopped });
  }

  protected call<T>(work: (core: CoreModule) => T): T {
    if (this.stopped) throw this.fault();
    if (!this.module) throw new Error('the core has not been started');
    try {
      return work(this.module);
    } catch (error) {
      // Only a fault of the core itself gets here: bad requests are answers.
      this.stopped = `the core stopped: ${plainly(error instanceof Error ? error.message : String(error))}`;
      throw this.fault(error);
    }
  }
}
