// Pictures that a model of pixels draws, one pixel after another.

/** What is drawn, from what. */
export interface PaintWish {
  /** Levels row by row from 0; −1 where a pixel is to be drawn. */
  pixels: readonly number[];
  /** Brightness from 0 to 1 of the small picture that it is made of, row by row; only for tasks that have one. */
  small?: readonly number[];
  /** So many are drawn side by side, each with chance of its own. Default 1. */
  pictures?: number;
  /** 1 draws by the model's own shares, less is more cautious, 0 always takes the likeliest level. Default 1. */
  temperature?: number;
  /** The same seed draws the same pictures. Default 1. */
  seed?: number;
  signal?: AbortSignal;
}

/** One picture's new pixel. */
export interface DrawnPixel {
  level: number;
  /** What each level had of it: 1 together. */
  shares: Float32Array;
  /** Layer by layer, how much of each pixel before it was read, a mean over heads; at most 1 together. */
  looks: Float32Array[];
  /** The same of the small picture, where there is one. */
  reading: Float32Array[];
}

/** The next pixel of all pictures. */
export interface PaintedPixel {
  /** Which: they are drawn in the order of the raster. */
  place: number;
  /** Picture by picture. */
  drawn: DrawnPixel[];
}

export interface WeighWish extends Pick<PaintWish, 'small' | 'seed' | 'signal'> {
  /** Whole ones, or equally much of each. */
  pictures: readonly (readonly number[])[];
  /** Places by which one of the pictures is chosen: pixels known before they were drawn. Default: none. */
  counted?: readonly number[];
}

export interface Weighed {
  /** Picture by picture, the natural logarithm of each pixel's share given all before it. */
  logShares: Float32Array[];
  /** How likely each makes the pixels that count: 1 together. */
  weights: number[];
  /** One of them, drawn by these weights. */
  chosen: number;
}
