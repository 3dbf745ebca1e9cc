import { infoOf, patternOf } from '../../elements/lib/frames.ts';
import { settle } from '../../elements/lib/settle.ts';
import type { Picture } from '../../elements/pieces/thumbnail.ts';
import { letterOf, scaleIn } from '../../elements/scene/scale.ts';
import { sliceOf } from '../../elements/scene/slice.ts';
import { ValueStore } from '../../elements/scene/values.ts';
import type { CatalogEntry, Engine, TensorInfo, Trace } from '../../engine/types.ts';

/** More cells than this a small picture cannot show. */
const most = 104;

export interface Shown {
  picture: Picture;
  /** Of weights: the largest, which has the full colour; many heads spread them so thin that 1 would show nothing. */
  largest: number | undefined;
}

/** The weights where words weigh words; of other mechanisms what comes out of them. */
const subjectOf = (trace: Trace): TensorInfo | undefined =>
  patternOf(trace, '') ?? infoOf(trace, trace.steps.at(-1)?.output ?? '');

const pictureOf = (trace: Trace, query: number): Shown | undefined => {
  const info = subjectOf(trace);
  const seen = info && new ValueStore(trace, () => undefined).overview(sliceOf(info, { head: 0, query }), most);
  if (!info || !seen) return undefined;
  const about = { letter: letterOf(info.role), scale: scaleIn(trace, info) };
  if (about.scale.kind !== 'unit') return { picture: { ...seen, ...about }, largest: undefined };
  const largest = seen.data.reduce((most, value) => Math.max(most, value), 0) || 1;
  return { picture: { ...seen, ...about, data: seen.data.map((value) => value / largest) }, largest };
};

/** A default run of the first example; undefined for what needs a download first. */
export const pictureFor = async (engine: Engine, entry: CatalogEntry): Promise<Shown | undefined> => {
  const starter = new Set(engine.models.map((model) => model.id));
  const settled = settle(
    { variant: entry.id },
    engine,
    (id) => starter.has(id),
    (key) => key,
  );
  if (!settled || settled.entry.id !== entry.id) return undefined;
  const { text, layer, head, seed, model, example } = settled;
  const trace = await engine.run(entry.id, { text, model: model.id, layer, head }, {}, { seed });
  try {
    return pictureOf(trace, example?.query ?? 0);
  } finally {
    trace.dispose();
  }
};
