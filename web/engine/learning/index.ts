/**
 * Models that learn, beside the engine that runs mechanisms: a WebAssembly module and a worker of their own, so that
 * pages without training carry nothing of them.
 *
 * ```ts
 * const engine = await createLearningEngine();
 * const { models, tasks } = engine.catalog;
 * const run = await engine.open({ model: models[0].id, task: tasks[0].id });
 * await run.train({ until: 200, onUpdates: (updates) => console.log(updates.at(-1)) });
 * console.log(await run.score(0, 100), (await run.decode({ example: 0 })).text);
 * engine.dispose();
 * ```
 */
import type { LearningEngine, LearningOptions } from '../types/learning.ts';
import { assets } from './assets.ts';
import { createLearningWith } from './create-learning.ts';

/**
 * Starts the engine that learns: in a worker where one is allowed, with threads where the page is cross-origin isolated.
 *
 * @throws InvalidInput for options outside what is taken, EngineUnavailable where WebAssembly is missing or refused.
 */
export const createLearningEngine = (options: LearningOptions = {}): Promise<LearningEngine> =>
  createLearningWith(assets, options);

export { Cancelled, EngineError, EngineUnavailable, InvalidInput, ModelLoadFailed, TooLarge } from '../errors.ts';
export { BadCheckpoint, DataLoadFailed, Diverged } from './errors.ts';
export type * from '../types/codes.ts';
export type * from '../types/decoding.ts';
export type * from '../types/learning.ts';
export type * from '../types/painting.ts';
