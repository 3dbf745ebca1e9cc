import { afterAll, beforeAll, expect, it } from 'vitest';
import { infoOf, type Frame } from '../../../../web/elements/lib/frames.ts';
import { translator } from '../../../../web/elements/lib/locale.ts';
import { token } from '../../../../web/elements/lib/format.ts';
import { resolvePin } from '../../../../web/elements/lib/pins.ts';
import { placeOf } from '../../../../web/elements/lib/sentences.ts';
import { tell } from '../../../../web/elements/lib/story.ts';
import { keyWords, shownAxes } from '../../../../web/elements/lib/words.ts';
import { keyOf } from '../../../../web/elements/pieces/stage-labels.ts';
import { Figure } from '../../../../web/elements/run/figure.ts';
import { activeRow, placeAlong, wordAlong } from '../../../../web/elements/scene/places.ts';
import { cellOf } from '../../../../web/elements/scene/slice.ts';
import { sceneOf } from '../../../../web/elements/scene/spec.ts';
import type { CatalogEntry, Engine, Params, Trace } from '../../../../web/engine/types.ts';
import { cornersOf, startEngine } from '../../../wasm/helpers.ts';

// What is chosen in the sentence, what the derivation says, which cell is pinned and which row and column stand out
// are four ways to name the same two words.

const t = translator('en');
let engine: Engine;
beforeAll(async () => {
  engine = await startEngine({ inline: true });
});
afterAll(() => engine.dispose());

/** The defaults, every choice and switch, and the smallest of the numbers. */
const formsOf = (entry: CatalogEntry): Params[] =>
  cornersOf(entry).filter((params) => Object.values(params).every((value) => typeof value !== 'number' || value <= 4));

const open = async (variant: string, params: Params, query: number): Promise<Figure> => {
  const figure: Figure = new Figure({ changed: () => undefined, moved: () => undefined, t: () => t });
  figure.use(engine);
  figure.wishes = { variant, params, query };
  figure.update();
  while (figure.session.running || !figure.session.trace) {
    if (figure.session.problem) throw new Error(`${variant}: ${JSON.stringify(figure.session.problem)}`);
    await new Promise((done) => setTimeout(done));
  }
  return figure;
};

const disagree = async (figure: Figure, frame: Frame): Promise<string[]> => {
  const { trace, store } = figure.session;
  const { query, selection } = figure;
  const cell = resolvePin(store!, frame, 'auto', selection);
  if (!trace || !cell) return [];
  const story = await tell(trace, cell);
  const place = placeOf(trace, cell.tensor, cell.index);
  const wrong: string[] = [];
  const { read } = keyWords(trace);
  if (place.query && place.query.at >= 0 && place.query.at !== query)
    wrong.push(`"${place.query.word}" asks, and ${query + 1} is chosen`);
  if (place.query && place.query.at >= 0 && place.query.word !== token(trace.tokens[query] ?? ''))
    wrong.push(`piece ${query + 1} is called "${place.query.word}"`);
  if (place.key && place.key.at >= 0 && place.key.word !== token(keyWords(trace).tokens[place.key.at] ?? ''))
    wrong.push(`piece ${place.key.at + 1} is called "${place.key.word}"`);
  const key = keyOf(trace, story);
  if (place.key && key !== place.key.at) wrong.push(`"${place.key.word}" is read, and ${key} stands out`);
  if (key !== undefined && key >= read) wrong.push(`no word ${key}`);
  const scene = sceneOf(trace, frame, selection);
  for (const main of scene?.groups
    .flatMap(({ columns }) => columns.flatMap((one) => [one.main, one.top ?? []]))
    .flat() ?? []) {
    const at = cellOf(main.slice, cell.index);
    if (main.slice.tensor !== cell.tensor || !at) continue;
    if (main.slice.rowAxis === 'query' && activeRow(trace, main, query) !== at.row)
      wrong.push(`row ${at.row + 1} is pinned, and ${activeRow(trace, main, query) + 1} is lit`);
    if (main.slice.columnAxis === 'key' && key !== undefined) {
      if (placeAlong(trace, main, 'column', key) !== at.column) wrong.push(`column ${at.column + 1} is pinned`);
      if (wordAlong(trace, main, 'column', at.column) !== place.key?.at) wrong.push(`column ${at.column + 1} is named`);
    }
  }
  return wrong.map((what) => `${frame.key}, ${cell.tensor} ${cell.index}: ${what}`);
};

it('names the same words in sentence, derivation, cell and labels, at every step of every mechanism', async () => {
  const wrong: string[] = [];
  for (const entry of engine.catalog.entries.filter(({ kind }) => kind === 'variant'))
    for (const params of formsOf(entry))
      for (const query of [1, 9]) {
        const figure = await open(entry.id, params, query);
        for (const frame of figure.frames)
          wrong.push(
            ...(await disagree(figure, frame)).map((one) => `${entry.id} ${JSON.stringify(params)} ${query}: ${one}`),
          );
        figure.close();
      }
  expect(wrong).toEqual([]);
}, 240_000);

/** Whether a word can be reached from a cell, back through what the ops say that they read. */
const reaches = async (trace: Trace, tensor: string, axis: string, at: number, word: number): Promise<boolean> => {
  const info = infoOf(trace, tensor)!;
  const cell = info.axes.map((own) => (own === axis ? at : 0));
  const sources = await trace.sources(tensor, cell);
  // A sum of nothing is about nothing.
  if (!sources.length) return true;
  for (const { tensor: from, begin, end } of sources) {
    const { axes, shape, places } = infoOf(trace, from)!;
    for (const [i, own] of axes.entries()) {
      if (!['query', 'key', 'time'].includes(own)) continue;
      const whole = shape[i] === trace.read && !places?.[own];
      if (whole && begin[i]! <= word && word < end[i]!) return true;
      if (whole) continue;
      for (let place = begin[i]!; place < end[i]!; place++)
        if (places?.[own]?.[place] === word && (await reaches(trace, from, own, place, word))) return true;
    }
  }
  return false;
};

it('finds each word that a part of a tensor is said to be about among its sources', async () => {
  const wrong: string[] = [];
  let told = 0;
  for (const entry of engine.catalog.entries.filter(({ kind }) => kind === 'variant'))
    for (const params of formsOf(entry)) {
      const trace = await engine.run(entry.id, { text: 'the animal did not cross the street' }, params);
      for (const info of trace.tensors)
        for (const [axis, places] of Object.entries(info.places ?? {}))
          for (const [at, word] of places.entries()) {
            // A mask is made of nothing.
            if (word < 0 || info.dtype === 'mask' || !trace.steps.some(({ output }) => output === info.name)) continue;
            told++;
            if (!(await reaches(trace, info.name, axis, at, word)))
              wrong.push(`${entry.id} ${JSON.stringify(params)} ${info.name} ${axis} ${at}: ${word}`);
          }
      trace.dispose();
    }
  expect(wrong).toEqual([]);
  expect(told).toBeGreaterThan(500);
}, 120_000);

it('lets the word ask that a cache was filled for, and shows what it reads under the words', async () => {
  const figure = await open('kv_cache', { cache: 'ring', slots: 3 }, 2);
  expect(figure.query).toBe(7);
  const trace = figure.session.trace!;
  expect(infoOf(trace, 'k_ring')?.places).toEqual({ key: [6, 7, 5] });
  const row = figure.weights(7)!;
  expect(row.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1);
  expect([...row].flatMap((weight, word) => (weight > 0 ? [word] : []))).toEqual([5, 6, 7]);
  expect(shownAxes(infoOf(trace, 'pattern')!)).toContain('key');
  figure.close();
});
