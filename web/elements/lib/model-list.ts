import type { Engine, ModelInfo } from '../../engine/types.ts';

/** The one model that is always there. */
export const starterId = 'starter';

/** Engines list what is loaded; the catalogue also names what could be. Of those little is known before they arrive. */
const announced = (id: string, like: ModelInfo | undefined): ModelInfo => ({
  id,
  layers: like?.layers ?? 1,
  heads: like?.heads ?? [1],
  available: [],
  bytes: 0,
  examples: [],
});

export const modelList = (engine: Engine): ModelInfo[] => {
  // An engine may leave out what a model has no examples of.
  const listed = engine.models.map((model) => ({
    ...model,
    examples: (model.examples as ModelInfo['examples'] | undefined) ?? [],
  }));
  const known = new Set(listed.map((model) => model.id));
  const starter = listed.find((model) => model.id === starterId);
  const more = engine.catalog.entries.filter((entry) => entry.kind === 'model' && !known.has(entry.id));
  return [...listed, ...more.map((entry) => announced(entry.id, starter))];
};
