// Programs of ops over tensors whose axes have names.
import type { NdArray } from './run.ts';

/** What an axis may be called. Names decide how tensors meet; what they mean is up to the caller. */
export type Axis =
  | 'batch'
  | 'head'
  | 'query'
  | 'key'
  | 'channel'
  | 'model'
  | 'time'
  | 'feature'
  | 'latent'
  | 'piece'
  | 'round'
  | 'bucket'
  | 'one';

/** A tensor with a name for each of its axes. */
export interface NamedArray extends NdArray {
  axes: Axis[];
}

/** An op and its settings; `core/graph/ops/ops.h` says of each what it computes. */
export type ComputeOp =
  /** Sums over the first one's last axis. `rowsAs` renames the last of its other axes in the result. */
  | { op: 'matmul' | 'linear'; over: Axis; rowsAs?: Axis }
  | { op: 'dot' | 'add' | 'multiply' | 'divide' | 'maximum' | 'mask' | 'gather' }
  | { op: 'softmax' | 'sparsemax' | 'entmax15' }
  /** 1 for the `take` largest of each row, else 0; of equal ones at the end of the line all, or the first. */
  | { op: 'top_k'; take: number; ties: 'all' | 'first' }
  | { op: 'scale'; factor: number }
  | {
      op: 'map';
      function:
        | 'exp'
        | 'log'
        | 'tanh'
        | 'sigmoid'
        | 'relu'
        | 'silu'
        | 'elu'
        | 'gelu'
        | 'gelu_tanh'
        | 'square_root'
        | 'elu_plus_one'
        | 'softplus'
        | 'log_sigmoid'
        | 'floor'
        | 'positive'
        | 'absolute'
        | 'leaky_relu'
        | 'reciprocal';
    }
  | { op: 'layer_norm' | 'rms_norm'; epsilon: number }
  | { op: 'reduce_sum' | 'reduce_mean' | 'reduce_max'; over: Axis }
  | { op: 'cumulative_sum'; along: Axis }
  /** Sums between two places of `along`; the axis of the earlier one is called `from`. */
  | { op: 'segment_sum'; along: Axis; from: Axis }
  /** Keys and values, then perhaps a decay, then perhaps an eraser. */
  | { op: 'state_scan' }
  | { op: 'unit_lower_solve' }
  /** The axes in another order, the last `merged` of them made one, called `name`. */
  | { op: 'rearrange'; order: Axis[]; merged?: number; name?: Axis }
  | { op: 'rename'; from: Axis; to: Axis }
  | { op: 'concat'; along: Axis }
  | { op: 'slice'; along: Axis; begin: number; end: number };

/** One op on tensors or earlier outputs; its own output has a name that nothing else has. */
export type ComputeStep = ComputeOp & { inputs: string[]; output: string };

export interface ComputeArgs {
  /** By name. Finite numbers; -Infinity too, as in a mask that is added. */
  tensors: Record<string, NamedArray>;
  steps: ComputeStep[];
  /** Names of the steps or tensors to return. */
  outputs: string[];
  signal?: AbortSignal;
}
