// Any decoder of the catalogue at work, call by call.
import type { CatalogEntry } from './catalog.ts';
import type { LearningInput, LearningRun } from './learning.ts';
import type { Params } from './run.ts';

/** A model that a decoder asks. */
export interface DecoderModel {
  id: string;
  label: string;
  /** One plain line: what it is asked for. */
  doc: string;
  /** Ids of the catalogue's models that will do. */
  models: string[];
}

export interface LearningDecoder extends Pick<CatalogEntry, 'id' | 'name' | 'family' | 'summary' | 'latex' | 'params'> {
  differs: string;
  papers: { title: string; authors: string; year: number; url: string }[];
  /** The one that all others are measured against. */
  base: boolean;
  /** What it asks, in the order of `DecodeWish.runs`. */
  models: DecoderModel[];
  /** It says what the base decoder says of its last model, piece for piece: always, or under `exact_params` (as text). */
  exact: boolean;
  exact_params: Record<string, string>;
}

/** Reading the source; asking for pieces; for a latent that stands for several; guessing ahead; and checking guesses. */
export type CallKind = 'encode' | 'decode' | 'latent' | 'draft' | 'check';

/** What a call put where. */
export interface FilledPlace {
  place: number;
  piece: number;
  /** As the task writes it; empty at the end, and of a latent's code. */
  text: string;
  /** The logarithm of its probability, by the model that was asked. */
  logProbability: number;
  /** False: a guess, or one that was thrown away. */
  kept: boolean;
  /** Of several texts that grow side by side: which, and which of the call before it goes on from; -1 for none. */
  candidate: number;
  parent: number;
}

/** A piece of work that had to wait for the one before it: one pass through a model, as a rule. */
export interface DecoderCall {
  kind: CallKind;
  /** Positions, or candidates, that it decided on, and how many of these stayed. */
  decided: number;
  kept: number;
  /**
   * Milliseconds that the decoder has had since the source was given, before and after it: where one call ends the next
   * begins, so that they add up to the total. Loading, and whatever a page does between calls, is not in it.
   */
  begin: number;
  end: number;
  /** Numbers that are multiplied or divided. */
  multiplications: number;
  /** Of the first copy. */
  filled: FilledPlace[];
}

export interface DecodeWith {
  /** An id of the catalogue. */
  decoder: string;
  params?: Params;
  /** Open runs of one task, as `LearningDecoder.models` lists them. */
  runs: readonly LearningRun[];
  /** Of every draw. Default 1. */
  seed?: number;
}

export interface DecodeWish extends DecodeWith {
  input: LearningInput;
  /** The same input so many times, side by side. Default 1. */
  copies?: number;
  /** Milliseconds of work after which the caller hears of it and can stop; 0, the default: after every call. */
  slice?: number;
  signal?: AbortSignal;
}

/** What was said. */
export interface DecodedText {
  /** Piece by piece, without the end. */
  pieces: string[];
  text: string;
  /** False where it was stopped because it was too long. */
  ended: boolean;
  logProbability: number;
}

export interface DecodedWith {
  calls: DecoderCall[];
  /** One for each copy. */
  rows: DecodedText[];
  /** What was read, where it is a text. */
  sourceText: string;
  /** What may be said of a held-out example, piece by piece; any is right. Empty where nobody knows. */
  references: string[][];
}

/** Of a held-out example: fewest insertions, deletions and substitutions to one of its references, and that one's pieces. */
export interface Edits {
  edits: number;
  symbols: number;
}
