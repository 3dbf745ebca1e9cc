// Attention as ONNX calls it: tensors in, tensors out, nothing recorded.
import type { NdArray } from './run.ts';

export type BoolArray = { shape: number[]; data: Uint8Array };

export interface AttentionArgs {
  q: NdArray;
  k: NdArray;
  v: NdArray;
  /** Boolean (1 = attend) or added to the scores. */
  mask?: NdArray | BoolArray;
  pastKey?: NdArray;
  pastValue?: NdArray;
  /** Per batch: how many keys are real. */
  nonpadKvSeqlen?: number[];
  causal?: boolean;
  qHeads?: number;
  kvHeads?: number;
  scale?: number;
  softcap?: number;
  /** Which scores to return as well: raw, after softcap, after the mask, after softmax. */
  qkMatmulOutput?: 0 | 1 | 2 | 3;
  /** What a fully masked row becomes. Default `zero`. */
  maskedRows?: 'zero' | 'nan' | 'uniform';
  /** Return the keys and values as a cache where there was none; with a past they are always returned. */
  present?: boolean;
  /** Filled and returned instead of a fresh array: a fresh one costs more than a small attention. */
  out?: Float32Array;
  signal?: AbortSignal;
}

export interface AttentionResult {
  y: NdArray;
  presentKey?: NdArray;
  presentValue?: NdArray;
  qkMatmul?: NdArray;
}

export interface RotaryEmbeddingArgs {
  x: NdArray;
  cos: NdArray;
  sin: NdArray;
  positionIds?: { shape: number[]; data: number[] };
  interleaved?: boolean;
  heads?: number;
  rotaryDim?: number;
  out?: Float32Array;
}

export interface LinearAttentionArgs {
  q: NdArray;
  k: NdArray;
  v: NdArray;
  pastState?: NdArray;
  decay?: NdArray;
  beta?: NdArray;
  /** Delta rules: multiplies the key where it reads the state. */
  eraseGate?: NdArray;
  qHeads: number;
  kvHeads: number;
  rule?: 'linear' | 'gated' | 'delta' | 'gated_delta';
  scale?: number;
  out?: Float32Array;
}

export interface LinearAttentionResult {
  y: NdArray;
  presentState: NdArray;
}
