// The engine itself.
import type { ParamsById } from '../../generated/catalog-types.ts';
import type { Catalog } from './catalog.ts';
import type { ComputeArgs, NamedArray } from './compute.ts';
import type { LoadProgress, ModelInfo, Tokenized } from './model.ts';
import type {
  AttentionArgs,
  AttentionResult,
  LinearAttentionArgs,
  LinearAttentionResult,
  RotaryEmbeddingArgs,
} from './numeric.ts';
import type { NdArray, Params, RunInput, RunOptions } from './run.ts';
import type { Trace } from './trace.ts';

export interface Backend {
  flavour: 'simd' | 'simd-threads';
  threads: number;
  /** `worker` or `inline`, and in words why this flavour and place were chosen. */
  place: 'worker' | 'inline';
  why: string;
}

export interface EngineOptions {
  /** 1 = never use threads; default: the machine's, where the page is cross-origin isolated. */
  threads?: number;
  /** Never start a worker. Default false. */
  inline?: boolean;
  /** Where model files are; default: beside the script. */
  modelBase?: string;
  /** Work below this many multiply-adds stays on one thread; 0 forces threads (tests). */
  parallelThreshold?: number;
}

export interface Engine {
  readonly backend: Backend;
  readonly catalog: Catalog;
  readonly models: ModelInfo[];
  /** With an id of the catalogue this was built from, editors offer the parameters and their words; any text will do. */
  run<Id extends keyof ParamsById>(
    id: Id,
    input: RunInput,
    params?: ParamsById[Id],
    options?: RunOptions,
  ): Promise<Trace>;
  run(id: string, input: RunInput, params?: Params, options?: RunOptions): Promise<Trace>;
  tokenize(text: string, model?: string, options?: { signal?: AbortSignal }): Promise<Tokenized>;
  loadModel(
    id: string,
    options?: { url?: string; signal?: AbortSignal; onProgress?: (p: LoadProgress) => void },
  ): Promise<ModelInfo>;
  /** The embedding of a text by a loaded model; of a text longer than the model reads, of its beginning. */
  embed(text: string, model: string): Promise<Float32Array>;
  /** ONNX Attention, opset 24. */
  attention(args: AttentionArgs): Promise<AttentionResult>;
  /** ONNX RotaryEmbedding, opset 23. */
  rotaryEmbedding(args: RotaryEmbeddingArgs): Promise<NdArray>;
  /** ONNX LinearAttention, opset 27. */
  linearAttention(args: LinearAttentionArgs): Promise<LinearAttentionResult>;
  /**
   * Any list of the ops that mechanisms are made of, over tensors whose axes have names: two tensors meet along the axes
   * that they share. Attention in three steps:
   *
   * ```ts
   * const { z } = await engine.compute({
   *   tensors: {
   *     q: { shape: [2, 4], axes: ['query', 'channel'], data: queries },
   *     k: { shape: [3, 4], axes: ['key', 'channel'], data: keys },
   *     v: { shape: [3, 4], axes: ['key', 'channel'], data: values },
   *   },
   *   steps: [
   *     { op: 'matmul', inputs: ['q', 'k'], over: 'channel', output: 'scores' },
   *     { op: 'softmax', inputs: ['scores'], output: 'pattern' },
   *     { op: 'matmul', inputs: ['pattern', 'v'], over: 'key', output: 'z' },
   *   ],
   *   outputs: ['z'],
   * });
   * ```
   *
   * @throws InvalidInput that names the tensor or the step: `tensors.q.axes`, `steps[1].inputs`.
   */
  compute(args: ComputeArgs): Promise<Record<string, NamedArray>>;
  dispose(): void;
}
