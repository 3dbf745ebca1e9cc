/**
 * The attention engine: mechanisms run on a C++ core in WebAssembly, number by number.
 *
 * ```ts
 * const engine = await createEngine();
 * const trace = await engine.run(engine.catalog.entries[0].id, { text: 'The animal was too tired.' });
 * const pattern = trace.tensor('pattern');
 * const why = await trace.explain('pattern', [0, 2, 1]);
 * trace.dispose();
 * ```
 */
import { assets } from './assets.ts';
import { createEngineWith } from './create-engine.ts';
import type { Engine, EngineOptions } from './types.ts';

/**
 * Starts an engine: in a worker where one is allowed, inline otherwise, with the same results; with threads where the
 * page is cross-origin isolated. `engine.backend.why` says in words what was chosen.
 *
 * @throws InvalidInput for options outside what is taken, EngineUnavailable where WebAssembly is missing or refused.
 */
export const createEngine = (options: EngineOptions = {}): Promise<Engine> => createEngineWith(assets, options);

export { Cancelled, EngineError, EngineUnavailable, InvalidInput, ModelLoadFailed, TooLarge } from './errors.ts';
export type * from './types.ts';
