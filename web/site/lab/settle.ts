import type { Catalog, CatalogEntry, Engine, ModelExample, ModelInfo, Params } from '../../engine/types.ts';
import { baseEntry } from '../../elements/lib/base-entry.ts';
import { modelList, starterId } from '../../elements/lib/model-list.ts';
import { readParams } from '../../elements/lib/params.ts';
import { isMechanism, type LabState } from './state.ts';
import { documented } from '../documented.ts';

interface SettledSide {
  entry: CatalogEntry;
  /** Only what differs from the defaults. */
  params: Params;
}

/** What is wished for against what there is: always something that can be run. */
export interface Settled {
  first: SettledSide;
  second: SettledSide;
  text: string;
  model: string;
  layer: number;
  head: number;
  seed: number;
  example: ModelExample | undefined;
  examples: readonly ModelExample[];
  /** Layers and heads that the model in use has. */
  available: readonly (readonly [number, number])[];
  /** A model that was asked for and is not loaded. */
  missing: ModelInfo | undefined;
}

/** Opposite the one that all are described against: the nearest other one, so that one thing differs and not ten. */
const opponent = (catalog: Catalog, base: CatalogEntry): CatalogEntry => {
  const { slots } = documented(base);
  const unlike = (entry: CatalogEntry): number =>
    Object.entries(documented(entry).slots).filter(([slot, says]) => slots[slot] !== says).length;
  return catalog.entries
    .filter((entry) => isMechanism(entry) && entry.id !== base.id && unlike(entry) > 0)
    .reduce((best, entry) => (best === base || unlike(entry) < unlike(best) ? entry : best), base);
};

export const settle = (state: LabState, engine: Engine, loaded: (id: string) => boolean): Settled | undefined => {
  const { catalog } = engine;
  const base = baseEntry(catalog);
  const models = modelList(engine);
  const starter = models.find((model) => model.id === starterId) ?? models[0];
  if (!base || !starter) return undefined;
  const find = (id: string | undefined): CatalogEntry | undefined =>
    catalog.entries.find((entry) => entry.id === id && isMechanism(entry));
  const model = models.find((one) => one.id === state.model && loaded(one.id)) ?? starter;
  const first = find(state.first.variant) ?? base;
  const second =
    state.mode === 'compare'
      ? (find(state.second.variant) ?? (first === base ? opponent(catalog, base) : base))
      : first;
  const can = (layer: number, head: number): boolean => model.available.some(([l, h]) => l === layer && h === head);
  const examples = model.examples.filter((one) => can(one.layer, one.head));
  const shown = state.text === undefined ? examples[0] : examples.find((one) => one.text === state.text);
  const [anyLayer, anyHead] = model.available[0] ?? [1, 1];
  const layer = state.layer ?? shown?.layer ?? anyLayer;
  const head = state.head ?? shown?.head ?? anyHead;
  const params = (entry: CatalogEntry, raw: Params): Params => readParams(entry, raw).params;
  const own = params(first, state.first.params);
  return {
    first: { entry: first, params: own },
    second: { entry: second, params: state.mode === 'perturb' ? own : params(second, state.second.params) },
    text: state.text ?? shown?.text ?? '',
    model: model.id,
    ...(can(layer, head) ? { layer, head } : { layer: anyLayer, head: anyHead }),
    seed: state.seed ?? 1,
    example: shown,
    available: model.available,
    missing: models.find((one) => one.id === state.model && !loaded(one.id)),
    examples: examples.filter((one, i) => examples.findIndex((other) => other.text === one.text) === i).slice(0, 6),
  };
};
