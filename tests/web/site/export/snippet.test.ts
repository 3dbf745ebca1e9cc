import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine, Params, Trace } from '../../../../web/engine/types.ts';
import { npz } from '../../../../web/site/export/npz.ts';
import type { Language } from '../../../../web/site/export/script/language.ts';
import { numpy } from '../../../../web/site/export/script/numpy.ts';
import { snippetOf } from '../../../../web/site/export/script/snippet.ts';
import { torch } from '../../../../web/site/export/script/torch.ts';
import { cornersOf, startEngine } from '../../../wasm/helpers.ts';
import { checker, pythonWith } from './python.ts';

const text = 'the animal was too tired';
const model = resolve(import.meta.dirname, '../../../../build/models/sentence_encoder.bin');

/** Sums in another order than the engine's, 512 terms at most: 1e-6 of the largest number each, and they add up. */
const near = 2e-4;

let engine: Engine;
let folder: string;
beforeAll(async () => {
  engine = await startEngine({ inline: true });
  folder = mkdtempSync(join(tmpdir(), 'snippet-'));
});
afterAll(() => {
  engine.dispose();
  rmSync(folder, { recursive: true, force: true });
});

/** Writes the script and the engine's own numbers; returns the ops that the language has no words for. */
const write = async (trace: Trace, language: Language, place: string): Promise<string[]> => {
  mkdirSync(place, { recursive: true });
  const { code, arrays, variables, unknown } = await snippetOf(trace, language, 'leaves.npz', 'A run');
  writeFileSync(join(place, 'script.py'), code);
  writeFileSync(join(place, 'leaves.npz'), npz(arrays));
  writeFileSync(join(place, 'variables.json'), JSON.stringify(Object.fromEntries(variables)));
  const own = [...variables.keys()].map((name) => [name, trace.tensor(name)] as const);
  writeFileSync(join(place, 'engine.npz'), npz(Object.fromEntries(own)));
  return unknown;
};

const runs = async (language: Language): Promise<Map<string, string>> => {
  const places = new Map<string, string>();
  const add = async (id: string, input: Parameters<Engine['run']>[1], params: Params, n: number) => {
    const trace = await engine.run(id, input, params);
    const place = join(folder, language.id, `${id}-${n}`);
    const unknown = await write(trace, language, place);
    if (unknown.length) console.log(`${language.name}, ${id}: taken from the record: ${unknown.join(', ')}`);
    places.set(`${id} ${JSON.stringify(params)}`, place);
    trace.dispose();
  };
  for (const entry of engine.catalog.entries) {
    if (entry.kind === 'variant')
      for (const [n, params] of cornersOf(entry).entries()) await add(entry.id, { text }, params, n);
    else if (existsSync(model)) {
      await engine.loadModel(entry.id, { url: pathToFileURL(model).href });
      await add(entry.id, { text, model: entry.id }, {}, 0);
    }
  }
  return places;
};

describe.each([
  [numpy, 'numpy'],
  [torch, 'torch'],
] as const)('the script for %#', (language, module) => {
  const python = pythonWith(module);
  it.skipIf(python === undefined)(
    `${language.name} gives the engine's numbers in every mechanism, at every corner of its parameters`,
    async () => {
      const places = await runs(language);
      const out = execFileSync(python!, ['-c', checker, ...places.values()], { encoding: 'utf8' });
      const worst = JSON.parse(out) as Record<string, number | string>;
      const wrong = [...places].filter(([, place]) => !((worst[place] as number) < near));
      expect(wrong.map(([run, place]) => `${run}: ${worst[place]}`)).toEqual([]);
      console.log(
        `${language.name}: ${places.size} scripts, largest relative difference ${Math.max(...(Object.values(worst) as number[]))}`,
      );
    },
    300_000,
  );
});

/** Ops that look up what no axis tells: a rule in C++, the form of a window. Their results are read from the file. */
const read = new Set(['unfold', 'bucket_sum']);

it('names every op of the catalogue', async () => {
  const missing = new Set<string>();
  for (const entry of engine.catalog.entries.filter((one) => one.kind === 'variant')) {
    const trace = await engine.run(entry.id, { text });
    for (const { op, inputs } of trace.steps)
      if (inputs.length && !read.has(op) && !(op in numpy.ops && op in torch.ops)) missing.add(op);
    trace.dispose();
  }
  expect([...missing]).toEqual([]);
});
