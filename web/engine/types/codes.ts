// Pictures as whole numbers: what a model with a discretizer makes of them on the way, and how its codes are used.

/** How often each code was taken by the latest batches that were trained on. */
export interface CodeUse {
  /** So many batches are counted: the window, fewer at a run's beginning. */
  batches: number;
  /** Vectors in them. */
  vectors: number;
  /** exp(H) of the shares: as many codes as would be in use if all were used alike. 0 before the first update. */
  perplexity: number;
  /** Codes that no vector of the window took. */
  dead: number;
  /** Of each code; empty where there are too many to be listed. */
  counts: Float32Array;
}

/** Held-out pictures as they go through the bottleneck. */
export interface Codes {
  /** Vectors that a picture becomes. */
  rows: number;
  columns: number;
  /** Numbers in a vector. */
  width: number;
  /** A code is one number of several parts: part b is floor(code / entries^b) mod entries. */
  blocks: number;
  entries: number;
  /** entries^blocks. */
  codes: number;
  /** So many pictures are told of. */
  pictures: number;
  /** The encoder's, of every picture row by row. */
  vectors: Float32Array;
  /** The code of each. */
  numbers: Int32Array;
  /** Brightness 0 to 1, made of the codes, of every picture row by row. */
  made: Float32Array;
  /** A mean over all pixels of (made − given)². */
  error: number;
  /** What is read on where a code was taken, code by code; empty where there are too many to be listed. */
  table: Float32Array;
  /** Every vector takes the code whose own vector is nearest: then these stand in the vectors' own space. */
  nearest: boolean;
  use: CodeUse;
}

/** Fields over a stretch of the plane that vectors of two numbers lie in. */
export interface PlaneGrid {
  /** Its first corner, and the one across. */
  from: readonly [number, number];
  to: readonly [number, number];
  rows: number;
  columns: number;
}
