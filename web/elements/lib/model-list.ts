import { starterId } from '../../engine/starter.ts';
import type { CatalogEntry, Engine, ModelInfo } from '../../engine/types.ts';

export { starterId };

/** Engines list what is loaded; the catalogue also names what could be. */
const announced = ({ id, model }: CatalogEntry): ModelInfo => ({
  id,
  layers: model?.layers ?? 1,
  heads: model?.heads ?? [1],
  available: [],
  bytes: model?.bytes ?? 0,
  examples: [],
});

export const modelList = (engine: Engine): ModelInfo[] => {
  // An engine may leave out what a model has no examples of.
  const listed = engine.models.map((model) => ({
    ...model,
    examples: (model.examples as ModelInfo['examples'] | undefined) ?? [],
  }));
  const known = new Set(listed.map((model) => model.id));
  const more = engine.catalog.entries.filter((entry) => entry.kind === 'model' && !known.has(entry.id));
  return [...listed, ...more.map((entry) => announced(entry))];
};
