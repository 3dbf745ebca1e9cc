// Models whose weights are loaded, and what they make of a text.

export interface ModelInfo {
  id: string;
  layers: number;
  /** Heads per layer. */
  heads: number[];
  /** Which [layer, head] pairs can be used; the starter has one. */
  available: [number, number][];
  bytes: number;
  examples: ModelExample[];
}

/** A sentence with something worth a look, checked against the weights by a test. */
export interface ModelExample {
  text: string;
  layer: number;
  head: number;
  /** Token index that the page should select. */
  query: number;
  /** What to see, one line. */
  says: string;
  /** Suggestion: what to try next, one line. */
  tries: string;
}

export interface TokenPiece {
  text: string;
  /** Offsets into the text in UTF-16 units. */
  begin: number;
  end: number;
  wordStart: boolean;
  id: number;
}

export interface Tokenized {
  pieces: TokenPiece[];
  /** Words that the loaded vocabulary cannot write (starter only). Empty when all is well. */
  outside: string[];
}

export interface LoadProgress {
  loaded: number;
  /** 0 when the server does not say. */
  total: number;
}
