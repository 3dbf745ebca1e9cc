import type { Answer } from '../answers.ts';
import { CoreHost } from '../core-host.ts';
import type { CoreModule } from '../core-module.ts';
import type { WithFloats } from '../host-api.ts';
import type { SaveAnswer, StepAnswer } from './answers.ts';
import type { LearningHostApi } from './host-api.ts';

/** What wasm/learning_bindings.cpp adds: text in, text out. */
interface LearningModule extends CoreModule {
  learn(json: string): string;
}

const nothing = new Uint8Array(0);

/** Everything that touches the WASM module of models that learn. */
export class LearningHost extends CoreHost implements LearningHostApi {
  learn(request: string, bytes: Uint8Array = nothing): WithFloats<unknown> {
    const full = bytes.length ? this.stageBytes('bytes', bytes) : undefined;
    if (full) return { answer: full, floats: new Float32Array(0) };
    return this.withFloats((core) => (core as LearningModule).learn(request));
  }

  advance(run: number, milliseconds: number, until: number): { done: StepAnswer; failed?: Answer<never> } {
    const end = performance.now() + milliseconds;
    const done: StepAnswer = { updates: [], done: false };
    // Update by update, so that an error takes nothing with it that was done before.
    const request = JSON.stringify({ call: 'step', run, milliseconds: 0 });
    do {
      const answer = this.ask<StepAnswer>((core) => (core as LearningModule).learn(request));
      if (!answer.ok) return { done, failed: answer };
      done.updates.push(...answer.updates);
      done.done = answer.done;
    } while (!done.done && (done.updates.at(-1)?.step ?? until) < until && performance.now() < end);
    return { done };
  }

  file(request: string): { answer: Answer<unknown>; bytes: Uint8Array } {
    const answer = this.ask<SaveAnswer>((core) => (core as LearningModule).learn(request));
    if (!answer.ok) return { answer, bytes: nothing };
    const { buffer, count } = answer;
    // The core shows its memory as floats; the last one may reach behind the file.
    const floats = this.call((core) => core.floats(buffer, Math.ceil(count / Float32Array.BYTES_PER_ELEMENT)));
    return { answer, bytes: new Uint8Array(floats.buffer, floats.byteOffset, count).slice() };
  }
}
