/**
 * The elements' imports from web/engine arrive here when all is one file, so that there is one set of error classes
 * (`instanceof` works) and no second copy of the engine.
 */
import type * as enginePart from './engine-part.ts';

declare const engine: typeof enginePart;

export const {
  Cancelled,
  EngineError,
  EngineUnavailable,
  InvalidInput,
  ModelLoadFailed,
  TooLarge,
  largestSeed,
  sourceScope,
  starterId,
} = engine;
