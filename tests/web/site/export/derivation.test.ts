import { afterAll, beforeAll, expect, it } from 'vitest';
import { tell } from '../../../../web/elements/lib/story.ts';
import type { CatalogEntry, Engine, Params } from '../../../../web/engine/types.ts';
import { cornersOf, startEngine } from '../../../wasm/helpers.ts';
import { lacking } from './lacking.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine({ inline: true });
});
afterAll(() => engine.dispose());

/** The first cell, the last, and one between. */
const cellsOf = (shape: readonly number[]): number[][] =>
  [(_: number) => 0, (size: number) => size >> 1, (size: number) => size - 1].map((place) => shape.map(place));

/** Of every tensor of a run but those known from another one of the mechanism. */
const derive = async (id: string, params: Params, known: Set<string>, forms: Set<string>): Promise<string[]> => {
  const trace = await engine.run(id, { text: 'the animal was too tired' }, params);
  const wrong: string[] = [];
  for (const { shape, name } of trace.tensors.filter((one) => !known.has(one.name))) {
    known.add(name);
    for (const index of cellsOf(shape)) {
      const story = await tell(trace, { tensor: name, index });
      for (const { form } of story.chain) forms.add(form);
      wrong.push(...lacking(trace, story).map((what) => `${id} ${JSON.stringify(params)} ${name} ${index}: ${what}`));
    }
  }
  trace.dispose();
  return wrong;
};

/** The defaults, and every choice and switch alone: other numbers make no other forms. */
const choicesOf = (entry: CatalogEntry): Params[] =>
  cornersOf(entry).filter((params) => Object.values(params).every((value) => typeof value !== 'number'));

it('derives numbers of every tensor of every mechanism at every choice, on the page and in LaTeX', async () => {
  const wrong: string[] = [];
  const forms = new Set<string>();
  for (const entry of engine.catalog.entries.filter(({ kind }) => kind === 'variant')) {
    const known = new Set<string>();
    for (const params of choicesOf(entry)) wrong.push(...(await derive(entry.id, params, known, forms)));
  }
  expect(wrong).toEqual([]);
  expect([...forms]).toEqual(expect.arrayContaining(['dot', 'softmax', 'quotient', 'max', 'rank', 'entmax', 'choice']));
}, 120_000);
