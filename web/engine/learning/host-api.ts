import type { Answer } from '../answers.ts';
import type { HostApi, WithFloats } from '../host-api.ts';
import type { StepAnswer } from './answers.ts';

type Reply<T> = T | Promise<T>;

/** A host whose core also learns. Requests and answers are those of core/api/learning.h. */
export interface LearningHostApi extends HostApi {
  /** `bytes`: what the call takes beside its words, a task's data or a checkpoint. */
  learn(request: string, bytes?: Uint8Array): Reply<WithFloats<unknown>>;
  /** Updates for about so many milliseconds, at least one, and none beyond step `until`. What was done stays said when one fails. */
  advance(run: number, milliseconds: number, until: number): Reply<{ done: StepAnswer; failed?: Answer<never> }>;
  /** A file that the call writes. */
  file(request: string): Reply<{ answer: Answer<unknown>; bytes: Uint8Array }>;
}
