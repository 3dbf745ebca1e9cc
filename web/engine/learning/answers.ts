import { unwrap } from '../answers.ts';
import type { Answer, WireNumber } from '../answers.ts';
import type { RunAnswer } from '../host-api.ts';
import { BadCheckpoint, Diverged } from './errors.ts';

/** What `learn` answers (core/api/learning.h), call by call. */
export interface OpenAnswer {
  run: number;
  parameters: number;
  held_out: number;
}

export interface WireUpdate {
  step: number;
  loss: WireNumber;
  gradient_norm: WireNumber;
  rate: number;
}

export interface StepAnswer {
  updates: WireUpdate[];
  done: boolean;
}

export interface ScoreAnswer {
  loss: WireNumber;
  accuracy: number;
  targets: number;
}

export interface ExampleAnswer {
  shape: number[];
  source: number[];
  target: number[];
  source_text?: string;
  target_text?: string;
}

interface WireEntry {
  piece: number;
  text: string;
  parent: number;
  log_probability: WireNumber;
  offset: number;
  chances: number;
}

export interface DecodeAnswer {
  source_pieces?: string[];
  target?: string;
  steps: WireEntry[][];
  step: number;
  entry: number;
  score: WireNumber;
  text: string;
  keys: number;
  read_milliseconds: number;
  milliseconds: number[];
}

export interface JudgeAnswer {
  classes: { name: string; share: WireNumber }[];
  verdict: number;
  sentences: { weight: WireNumber; words: { weight: WireNumber; unknown: boolean; begin?: number; end?: number }[] }[];
  cut: number;
}

export interface PaintAnswer {
  /** A level for each picture. */
  drawn: number[];
  /** Numbers of each kind that the buffer holds for every picture. */
  shares: number;
  looks: number;
  reading: number;
}

export interface WeighAnswer {
  weights: WireNumber[];
  candidate: number;
}

export type TraceAnswer = Pick<RunAnswer, 'trace' | 'steps' | 'tensors' | 'milliseconds'> & {
  source_pieces?: string[];
  target_pieces?: string[];
};

export interface GradientsAnswer {
  tensors: { name: string; offset: number }[];
}

export interface ExplainGradientAnswer {
  value: WireNumber;
  terms: { tensor: string; index: number[]; slope: WireNumber; upstream: WireNumber }[];
}

export interface SaveAnswer {
  buffer: number;
  count: number;
}

/** The answer's content, or the error it carries, thrown: as the rest of the engine does, and training's own errors. */
export const unwrapLearning = <T>(answer: Answer<T>): T => {
  if (!answer.ok) {
    const { kind, argument, got, takes }: Record<'kind' | 'argument' | 'got' | 'takes', string> = answer.error;
    if (kind === 'diverged') throw new Diverged(argument, got, takes);
    if (kind === 'bad_model') throw new BadCheckpoint(got, takes);
  }
  return unwrap(answer);
};
