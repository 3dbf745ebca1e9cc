/** The engine on the real core, in Node. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EngineClient } from '../../web/engine/client.ts';
import { EngineUnavailable, InvalidInput, ModelLoadFailed, TooLarge } from '../../web/engine/errors.ts';
import type { Trace } from '../../web/engine/types.ts';
import { cornersOf, hashesOf, someX, startEngine } from './helpers.ts';

let engine: EngineClient;
beforeAll(async () => {
  engine = await startEngine({ inline: true });
});
afterAll(() => engine.dispose());

const variants = () => engine.catalog.entries.filter((entry) => entry.kind === 'variant');
/** The mechanism that makes the fewest numbers: what is tested with it does not depend on which. */
let cheapest = '';
const first = () => cheapest;
beforeAll(async () => {
  let fewest = Infinity;
  for (const { id } of variants()) {
    const trace = await engine.run(id, someX(9));
    const cells = trace.tensors.reduce((sum, { name }) => sum + trace.tensor(name).data.length, 0);
    trace.dispose();
    if (cells >= fewest) continue;
    fewest = cells;
    cheapest = id;
  }
});
const cellsOf = (shape: number[]) => shape.map((size) => Math.floor(size / 2));

describe('engine on the real core', () => {
  it('says where it runs and why', () => {
    expect(engine.backend).toMatchObject({ flavour: 'simd', threads: 1, place: 'inline' });
    expect(engine.backend.why).not.toBe('');
  });

  it('runs every mechanism at every corner, and answers about every tensor', async () => {
    for (const entry of variants())
      for (const params of cornersOf(entry)) {
        const trace = await engine.run(entry.id, someX(5), params);
        expect(trace.params).toMatchObject(params);
        expect(trace.steps.length).toBeGreaterThan(3);
        for (const { name, shape, axes, whole } of trace.tensors) {
          expect(axes).toHaveLength(shape.length);
          expect(whole).toBe(true);
          const { data } = trace.tensor(name);
          expect(data.some(Number.isNaN), `${entry.id} ${name}`).toBe(false);
          const cell = cellsOf(shape);
          const explanation = await trace.explain(name, cell);
          expect(explanation.index).toEqual(cell);
          const at = cell.reduce((flat, index, axis) => flat * shape[axis]! + index, 0);
          expect(Math.fround(explanation.value) + 0, `${entry.id} ${name}`).toBe(data[at]! + 0); // −0 is 0
          for (const region of await trace.sources(name, cell)) expect(trace.tensor(region.tensor)).toBeDefined();
        }
        trace.dispose();
      }
  });

  it('gives tiles that are windows of the whole', async () => {
    const trace = await engine.run(first(), someX(9));
    const pattern = trace.tensors.find(({ axes }) => axes.at(-2) === 'query' && axes.at(-1) === 'key')!;
    const { data, shape } = trace.tensor(pattern.name);
    const at = shape.slice(0, -2).map(() => 0);
    const tile = await trace.tile(pattern.name, { at, rows: [2, 5], columns: [1, 9] });
    expect([tile.rows, tile.columns]).toEqual([3, 8]);
    const want = [2, 3, 4].flatMap((row) => [...data.slice(row * 9 + 1, row * 9 + 9)]);
    expect([...tile.data]).toEqual(want);
    trace.dispose();
  });

  it('keeps ten traces apart', async () => {
    const alone = new Map<number, Record<string, string>>();
    for (let seed = 1; seed <= 10; ++seed) {
      const trace = await engine.run(first(), someX(7, 20, seed), {}, { seed });
      alone.set(seed, hashesOf(trace));
      trace.dispose();
    }
    const traces: Trace[] = [];
    for (let seed = 1; seed <= 10; ++seed) traces.push(await engine.run(first(), someX(7, 20, seed), {}, { seed }));
    for (const [i, trace] of traces.entries()) {
      expect(hashesOf(trace)).toEqual(alone.get(i + 1));
      const name = trace.tensors.at(-1)!.name;
      const { data, shape } = trace.tensor(name);
      expect(
        Math.fround(
          (
            await trace.explain(
              name,
              shape.map(() => 0),
            )
          ).value,
        ),
      ).toBe(data[0]);
    }
    traces[3]!.dispose();
    expect(hashesOf(traces[4]!)).toEqual(alone.get(5));
    expect(() => traces[3]!.tensor('x')).toThrow(InvalidInput);
    traces.forEach((trace) => trace.dispose());
  });

  it('gives the memory of disposed traces back', async () => {
    const sizes: number[] = [];
    for (let i = 0; i < 200; ++i) {
      (await engine.run(first(), someX(100))).dispose();
      sizes.push(await engine.host.memory());
    }
    // Flat after the first runs have set up what is used again.
    expect(sizes.at(-1)).toBe(sizes[10]);
  });

  it('gives the same digits for the same seed, other ones for another', async () => {
    const run = async (id: string, seed: number) => {
      const trace = await engine.run(id, someX(5), {}, { seed });
      const hashes = hashesOf(trace);
      const seeded = trace.tensors.some(({ origin }) => origin === 'seeded');
      trace.dispose();
      return { hashes, seeded };
    };
    let drawn = 0;
    for (const { id } of variants()) {
      const [once, again, other] = [await run(id, 4), await run(id, 4), await run(id, 5)];
      expect(again).toEqual(once);
      if (once.seeded) expect(other.hashes, id).not.toEqual(once.hashes);
      drawn += once.seeded ? 1 : 0;
    }
    expect(drawn).toBeGreaterThan(0);
  });

  it('says what is too large', async () => {
    const data = new Float32Array(20_000);
    await expect(engine.run(first(), { tensors: { x: { shape: [20_000, 1], data } } })).rejects.toThrow(
      /tensors.x|tokens/,
    );
  });

  it('computes tensors too large to keep when asked', async () => {
    const trace = await engine.run(first(), someX(4096, 8));
    const large = trace.tensors.filter(({ whole }) => !whole);
    expect(large.length).toBeGreaterThan(0);
    const { name, shape } = large.at(-1)!;
    expect(() => trace.tensor(name)).toThrow(InvalidInput);
    const at = shape.slice(0, -2).map(() => 0);
    const tile = await trace.tile(name, { at, rows: [4000, 4010], columns: [0, 4096], pool: [1, 16] });
    expect([tile.rows, tile.columns]).toEqual([10, 256]);
    expect(tile.data.some(Number.isNaN)).toBe(false);
    trace.dispose();
  });
});

describe('text', () => {
  it('is cut, run and shown as written', async () => {
    const text = "The animal didn't cross the street because it was too tired";
    const { pieces, outside } = await engine.tokenize(text.toLowerCase());
    expect(outside).toEqual([]);
    expect(pieces.map((piece) => piece.text).join('')).toBe(text.toLowerCase().replaceAll(' ', ''));
    const [[layer, head]] = engine.models[0]!.available as [[number, number]];
    const trace = await engine.run(first(), { text: text.toLowerCase(), layer, head });
    expect(trace.tokens).toEqual(pieces.map((piece) => piece.text));
    expect(trace.wordStarts).toEqual(pieces.map((piece) => piece.wordStart));
    const x = trace.tensors.find(({ name }) => name === 'x')!;
    expect(x.shape[0]).toBe(trace.tokens.length);
    trace.dispose();
  });

  it.each([
    ...[
      ['nothing', ''],
      ['a space', ' '],
      ['a line', '\n'],
      ['a zero', '\0'],
      ['markup', '<img onerror=alert(1)>'],
    ],
    ...[
      ['an entity', '&amp;'],
      ['families and accents', '👨‍👩‍👧 e\u0301 中文'],
      ['half a character', '\uD83D'],
    ],
    ...[
      ['one endless word', 'a'.repeat(5000)],
      ['very many words', 'the animal '.repeat(9_000)],
      ['a book', 'the animal '.repeat(100_000)],
    ],
  ] as [string, string][])('of any kind is answered: %s', async (_, text) => {
    const { pieces } = await engine.tokenize(text).catch((error: unknown) => {
      expect(error).toBeInstanceOf(TooLarge);
      return { pieces: [] };
    });
    expect(pieces.every(({ begin, end }) => begin <= end && end <= text.length)).toBe(true);
    const run = engine.run(first(), { text }).then(
      (trace) => {
        expect(trace.tokens).toHaveLength(trace.tensors.find(({ name }) => name === 'x')!.shape[0]!);
        trace.dispose();
      },
      (error: unknown) => expect(error instanceof InvalidInput || error instanceof TooLarge).toBe(true),
    );
    await run;
  });

  it('needs a model that is one', async () => {
    const junk = `data:application/octet-stream;base64,${Buffer.from('not a model').toString('base64')}`;
    await expect(engine.loadModel('junk', { url: junk })).rejects.toThrow(ModelLoadFailed);
    await expect(engine.loadModel('none')).rejects.toThrow(ModelLoadFailed);
    expect(engine.models.map(({ id }) => id)).toEqual(['starter']);
  });

  it('runs through the full model, loaded from disk', async () => {
    const info = await engine.loadModel('sentence_encoder');
    expect(info.available).toHaveLength(info.heads.reduce((sum, heads) => sum + heads, 0));
    const model = 'sentence_encoder';
    const text = 'ﬁne Ⅳ, said the river bank; 你好 👍🏽';
    const { pieces, outside } = await engine.tokenize(text, model);
    expect(outside).toEqual([]);
    expect(pieces.length).toBeGreaterThan(5);
    const vector = await engine.embed(text, model);
    expect(vector).toHaveLength(512);
    expect(vector.every(Number.isFinite)).toBe(true);
    for (const entry of engine.catalog.entries) {
      const trace = await engine.run(entry.id, { text, model, layer: 2 });
      expect(trace.tokens).toEqual(pieces.map((piece) => piece.text));
      trace.dispose();
    }
  });
});

describe('cells put in by hand', () => {
  it('hold, and what follows is computed from them', async () => {
    for (const { id } of variants()) {
      const plain = await engine.run(id, someX(5));
      const made = plain.steps.at(-1)!;
      const input = plain.tensors.find((info) => info.name === 'x')!;
      const index = input.shape.map(() => 0);
      const edited = await engine.run(id, someX(5), {}, { overrides: { x: [{ index, value: 3 }] } });
      expect(edited.tensor('x').data[0], id).toBe(3);
      expect(edited.tensors.find((info) => info.name === 'x')?.edited).toBe(1);
      expect([...edited.tensor(made.output).data], id).not.toEqual([...plain.tensor(made.output).data]);
      const { form, facts } = await edited.explain('x', index);
      expect([form, facts['computed']]).toEqual(['edited', plain.tensor('x').data[0]]);
      plain.dispose();
      edited.dispose();
    }
  });

  it('are refused by name where there are none', async () => {
    const run = (overrides: Record<string, { index: number[]; value: number }[]>) =>
      engine.run(first(), someX(3), {}, { overrides });
    await expect(run({ nothing: [] })).rejects.toMatchObject({ argument: 'overrides.nothing' });
    await expect(run({ x: [{ index: [9, 0], value: 1 }] })).rejects.toMatchObject({ argument: 'overrides.x.index' });
  });
});

describe('after the end', () => {
  it('an engine says so', async () => {
    const brief = await startEngine({ inline: true });
    brief.dispose();
    await expect(brief.run(first(), someX(2))).rejects.toThrow(EngineUnavailable);
  });
});
