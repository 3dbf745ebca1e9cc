// What a run is given.

export type Params = Record<string, number | string | boolean>;

export interface NdArray {
  shape: number[];
  data: Float32Array;
}

/** What a run works on. Text needs a loaded model (`starter` is always there). */
export type RunInput =
  | {
      text: string;
      /**
       * Another text that is read: `text` asks, and keys and values are of this one. Without it the text reads itself.
       * Only for mechanisms with `takes_source`; others refuse it.
       */
      source?: string;
      /** `starter` (default) or the id of a model loaded with `loadModel`. */
      model?: string;
      /** From 1. Mechanisms take this layer's input and, where the shapes fit, its trained projections. */
      layer?: number;
      /** From 1. Which head's projections a single-head mechanism takes. */
      head?: number;
    }
  | {
      /**
       * `x` [query, channel] is needed; `source`, in the same form, is what is read instead of x; further names (`w_q`,
       * ...) replace seeded ones.
       */
      tensors: Record<string, NdArray>;
      /** A word for each row of `x`, for labels. */
      tokens?: string[];
      /** A word for each row of `source`. */
      sourceTokens?: string[];
    };

/** A number put into a cell by hand. */
export interface CellEdit {
  index: number[];
  value: number;
}

export interface RunOptions {
  /** Seeds every weight that is not given or trained. Default 1. */
  seed?: number;
  /** Ends the run within about 50 ms, wherever it stands. */
  signal?: AbortSignal;
  /**
   * Cells put in by hand, by the tensor's name in the trace: inputs, weights and any result on the way. What follows is
   * computed from them. `-Infinity` closes a score; masks take 0 and 1.
   */
  overrides?: Record<string, CellEdit[]>;
  /** Called while a run takes longer than that, with the share of the work that is done, from 0 to 1. */
  onProgress?: (share: number) => void;
}
