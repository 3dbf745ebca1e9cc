import { describe, expect, it } from 'vitest';
import { translator } from '../../../../web/elements/lib/locale.ts';
import { settle } from '../../../../web/elements/lib/settle.ts';
import type { StepperState } from '../../../../web/elements/lib/state.ts';
import { createFixtureEngine } from '../fixture-engine.ts';

const engine = createFixtureEngine();
const settled = (wishes: StepperState, loaded = ['starter']) =>
  settle(wishes, engine, (id) => loaded.includes(id), translator('en'))!;

describe('wishes against what there is', () => {
  it('without any, the base mechanism on the first example', () => {
    const { entry, model, text, layer, head, complaints, missing, unmet } = settled({});
    const [example] = engine.models[0]!.examples;
    expect([entry.id, model.id, text, layer, head]).toEqual(['first_kind', 'starter', example!.text, 1, example!.head]);
    expect([complaints, missing, unmet]).toEqual([[], undefined, undefined]);
  });

  it('a text of its own is no example', () => {
    expect(settled({ text: 'one two' }).example).toBeUndefined();
  });

  it('a model that is not loaded is missing, and the starter stands in', () => {
    const { model, missing } = settled({ model: 'big_one' });
    expect([model.id, missing?.id]).toEqual(['starter', 'big_one']);
    expect(settled({ model: 'big_one' }, ['starter', 'big_one']).model.id).toBe('big_one');
  });

  it('another text to read is left aside, and said so, where the mechanism reads the text itself', () => {
    expect(settled({ source: 'one two' })).toMatchObject({ source: 'one two', complaints: [] });
    const { takes_source: _, ...plain } = engine.catalog.entries[0]!;
    const other = { ...engine, catalog: { ...engine.catalog, entries: [plain] } };
    const { source, complaints } = settle({ source: 'one two' }, other, () => true, translator('en'))!;
    expect(source).toBeUndefined();
    expect(complaints).toEqual(['First kind reads the text that asks and no other: source “one two” is not used.']);
  });

  it('a head that only another model has names that model; one that none has names none', () => {
    expect(settled({ head: 3 }).unmet).toMatchObject({ layer: 1, head: 3, offer: { id: 'big_one' } });
    expect(settled({ head: 99 }).unmet).toEqual({ layer: 1, head: 99 });
  });

  it('parameters that are not taken are complained about, the default stands in', () => {
    const { params, complaints } = settled({ params: { temperature: -1, mask: 'causal' } });
    expect(params).toEqual({ mask: 'causal' });
    expect(complaints).toEqual(['temperature="-1" is not used: it takes 0.01 … 100. The default stands in.']);
  });
});
