import { decodeNumber } from '../answers.ts';
import type { Answer } from '../answers.ts';
import { TraceClient } from '../trace.ts';
import type { GradientExplanation, Gradients, LearningTrace } from '../types/learning.ts';
import { countOf, wantIndex } from '../validate.ts';
import { unwrapLearning } from './answers.ts';
import type { ExplainGradientAnswer, GradientsAnswer } from './answers.ts';
import type { LearningHostApi } from './host-api.ts';

/** A trace of a model: the record of any run, and the way back through it. */
export class LearningTraceClient extends TraceClient implements LearningTrace {
  constructor(
    private readonly core: LearningHostApi,
    ...rest: ConstructorParameters<typeof TraceClient> extends [unknown, ...infer Rest] ? Rest : never
  ) {
    super(core, ...rest);
  }

  async gradients(tensor = 'loss', cell?: number[]): Promise<Gradients> {
    const { answer, floats } = await this.ask('gradients', tensor, this.cellOf(tensor, cell));
    const { tensors } = unwrapLearning(answer as Answer<GradientsAnswer>);
    return new Map(
      tensors.map(({ name, offset }) => [name, floats.subarray(offset, offset + countOf(this.find(name).info.shape))]),
    );
  }

  async explainGradient(tensor: string, cell: number[]): Promise<GradientExplanation> {
    const { answer } = await this.ask('explain_gradient', tensor, this.cellOf(tensor, cell));
    const { value, terms } = unwrapLearning(answer as Answer<ExplainGradientAnswer>);
    return {
      value: decodeNumber(value),
      terms: terms.map(({ slope, upstream, ...rest }) => ({
        ...rest,
        slope: decodeNumber(slope),
        upstream: decodeNumber(upstream),
      })),
    };
  }

  /** A tensor of one number needs no cell. */
  private cellOf(tensor: string, cell: number[] | undefined): number[] {
    const { shape } = this.find(tensor).info;
    return cell === undefined && countOf(shape) === 1 ? shape.map(() => 0) : wantIndex('cell', cell, shape);
  }

  private async ask(call: string, tensor: string, index: number[]) {
    return this.core.learn(JSON.stringify({ call, trace: this.id, tensor, index }));
  }
}
