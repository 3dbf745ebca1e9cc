import type { CatalogEntry, Engine, ModelExample, ModelInfo, Params } from '../../engine/types.ts';
import type { Translate } from './locale.ts';
import { baseEntry } from './base-entry.ts';
import { modelList, starterId } from './model-list.ts';
import { readParams } from './params.ts';
import type { StepperState } from './state.ts';

/** What is wished for against what there is: always something that can be run, and words for the rest. */
export interface Settled {
  entry: CatalogEntry;
  model: ModelInfo;
  /** A model that the wish needs and that is not loaded: to be offered. */
  missing: ModelInfo | undefined;
  /** A layer and head that the model lacks, and the model that has them, if one does. */
  unmet: { layer: number; head: number; offer?: ModelInfo } | undefined;
  text: string;
  /** What is read instead of the text itself, where the mechanism can. */
  source: string | undefined;
  layer: number;
  head: number;
  seed: number;
  /** Only what differs from the defaults. */
  params: Params;
  /** The example on show, if it is one: its word to look at and its lines. */
  example: ModelExample | undefined;
  complaints: string[];
}

const quiet = (text: string): string => text.slice(0, 60);

const pickEntry = (
  wishes: StepperState,
  entries: readonly CatalogEntry[],
  first: CatalogEntry | undefined,
  models: readonly ModelInfo[],
  loaded: (id: string) => boolean,
  t: Translate,
  complaints: string[],
) => {
  if (!first) return undefined;
  const wanted = wishes.variant ? entries.find((entry) => entry.id === wishes.variant) : first;
  if (!wanted) complaints.push(t('notice.variant', { got: quiet(wishes.variant ?? ''), used: first.name }));
  const entry = wanted ?? first;
  // A whole model is its own mechanism and runs on nothing else.
  if (entry.kind === 'model') {
    const own = models.find((model) => model.id === entry.id) ?? models.find((model) => model.id !== starterId);
    return own && loaded(own.id)
      ? { entry, only: own, missing: undefined }
      : { entry: first, only: undefined, missing: own };
  }
  return { entry, only: undefined, missing: undefined };
};

const has = (model: ModelInfo, layer: number, head: number): boolean =>
  model.available.some(([l, h]) => l === layer && h === head);

export const settle = (
  wishes: StepperState,
  engine: Engine,
  loaded: (id: string) => boolean,
  t: Translate,
): Settled | undefined => {
  const complaints: string[] = [];
  const models = modelList(engine);
  const picked = pickEntry(wishes, engine.catalog.entries, baseEntry(engine.catalog), models, loaded, t, complaints);
  const starter = models.find((model) => model.id === starterId) ?? models[0];
  if (!picked || !starter) return undefined;
  const wished = wishes.model ? models.find((model) => model.id === wishes.model) : starter;
  if (!wished) complaints.push(t('notice.model.unknown', { model: quiet(wishes.model ?? '') }));
  const missing = picked.missing ?? (wished && !loaded(wished.id) ? wished : undefined);
  const model = picked.only ?? (wished && loaded(wished.id) ? wished : starter);

  const shown =
    wishes.text === undefined ? model.examples.filter((one) => has(model, one.layer, one.head))[0] : undefined;
  const layerWished = wishes.layer ?? shown?.layer ?? model.available[0]?.[0] ?? 1;
  const headWished =
    wishes.head ?? (wishes.layer === undefined ? shown?.head : undefined) ?? model.available[0]?.[1] ?? 1;
  let [layer, head] = [layerWished, headWished];
  const single = picked.entry.kind === 'variant';
  let unmet: Settled['unmet'];
  if (single && !has(model, layer, head)) {
    // A layer or head that only the full model has: show what there is, and offer the rest.
    const full = models.find((one) => one.id !== starterId && !loaded(one.id));
    const inReach = model.available.find(([l]) => l === layer) ?? model.available[0] ?? [1, 1];
    const there = full && head <= (full.heads[layer - 1] ?? 0);
    unmet = { layer, head, ...(there ? { offer: full } : {}) };
    [layer, head] = inReach;
  }
  if (!single) layer = Math.min(layer, model.layers);

  const text = wishes.text ?? shown?.text ?? model.examples[0]?.text ?? '';
  const example = shown ?? model.examples.find((one) => one.text === text && one.layer === layer && one.head === head);
  const source = picked.entry.takes_source ? wishes.source : undefined;
  if (wishes.source !== undefined && source === undefined)
    complaints.push(t('notice.source', { name: picked.entry.name, got: quiet(wishes.source) }));
  const { params, complaints: wrong } = readParams(picked.entry, wishes.params ?? {});
  for (const one of wrong) complaints.push(t('attribute.invalid', { name: one.param, got: one.got, takes: one.takes }));
  return {
    entry: picked.entry,
    model,
    missing,
    unmet,
    text,
    source,
    layer,
    head,
    seed: wishes.seed ?? 1,
    params,
    example,
    complaints,
  };
};
