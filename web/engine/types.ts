/**
 * The contract between the engine and everything above it.
 *
 * Elements and pages are written against these types alone: they know a catalogue and traces, never a
 * mechanism's id, a pointer or Embind. All arrays are row-major; axis names are fixed words
 * (`batch`, `head`, `query`, `key`, `channel`, `time`, `feature`, `latent`, `round`, `bucket`, `piece`).
 */
export type * from './types/catalog.ts';
export type * from './types/compute.ts';
export type * from './types/engine.ts';
export type * from './types/explanation.ts';
export type * from './types/learning.ts';
export type * from './types/model.ts';
export type * from './types/numeric.ts';
export type * from './types/run.ts';
export type * from './types/trace.ts';
