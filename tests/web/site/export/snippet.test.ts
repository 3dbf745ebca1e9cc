import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InvalidInput } from '../../../../web/engine/errors.ts';
import type { CatalogEntry, Engine, Params, RunInput, Trace } from '../../../../web/engine/types.ts';
import { npz } from '../../../../web/site/export/npz.ts';
import type { Language } from '../../../../web/site/export/script/language.ts';
import { numpy } from '../../../../web/site/export/script/numpy.ts';
import { snippetOf } from '../../../../web/site/export/script/snippet.ts';
import { torch } from '../../../../web/site/export/script/torch.ts';
import { cornersOf, startEngine } from '../../../wasm/helpers.ts';
import { pythonWith, startChecker } from './python.ts';

const text = 'the animal was too tired';
/** Of another length, so that queries and keys cannot be taken for each other. */
const source = 'what did you say to the woman who called';
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

/** The upper ends of numbers make the same script as the lower ones, with larger arrays. */
const paramsOf = (entry: CatalogEntry): Params[] =>
  cornersOf(entry).filter((params) =>
    entry.params.every((spec) => spec.max === undefined || params[spec.id] !== spec.max),
  );

type Run = [entry: CatalogEntry, input: RunInput, params: Params];

const runsOf = async (): Promise<Run[]> => {
  const runs: Run[] = [];
  for (const entry of engine.catalog.entries) {
    if (entry.takes_source) runs.push([entry, { text, source }, {}]);
    if (entry.kind === 'variant') for (const params of paramsOf(entry)) runs.push([entry, { text }, params]);
    else if (existsSync(model)) {
      await engine.loadModel(entry.id, { url: pathToFileURL(model).href });
      runs.push([entry, { text, model: entry.id }, {}]);
    }
  }
  return runs;
};

describe.each([
  [numpy, 'numpy'],
  [torch, 'torch'],
] as const)('the script for %#', (language, module) => {
  const python = pythonWith(module);
  it.skipIf(python === undefined)(
    `${language.name} gives the engine's numbers in every mechanism, at every corner of its parameters`,
    async () => {
      const checker = startChecker(python!);
      const wrong: string[] = [];
      const said = new Set<string>();
      let [worst, count] = [0, 0];
      for (const [entry, input, params] of await runsOf()) {
        const usual = Object.keys(params).length === 0;
        const trace = await engine.run(entry.id, input, params).catch((error: unknown) => {
          // Some corners are too much for the arithmetic itself, and the engine says so; the defaults never are.
          if (usual || !(error instanceof InvalidInput)) throw error;
          said.add(`${entry.id} ${JSON.stringify(params)}: ${error.message}`);
        });
        if (!trace) continue;
        const place = join(folder, language.id);
        const unknown = await write(trace, language, place);
        trace.dispose();
        if (unknown.length) said.add(`${entry.id}: read from the record: ${unknown.join(', ')}`);
        const distance = await checker.check(place);
        if (typeof distance === 'string' || distance > near)
          wrong.push(`${entry.id} ${JSON.stringify(params)}: ${distance}`);
        else worst = Math.max(worst, distance);
        count++;
      }
      checker.close();
      console.log([`${language.name}: ${count} scripts, largest relative difference ${worst}`, ...said].join('\n'));
      expect(wrong).toEqual([]);
    },
    600_000,
  );

  it.skipIf(python !== undefined)(`${language.name} is not installed, so the scripts are only compiled`, async () => {
    const files: string[] = [];
    for (const entry of engine.catalog.entries.filter(({ kind }) => kind === 'variant')) {
      const trace = await engine.run(entry.id, { text });
      const { code } = await snippetOf(trace, language, 'leaves.npz', entry.name);
      trace.dispose();
      files.push(join(folder, `${entry.id}_${language.id}.py`));
      writeFileSync(files.at(-1)!, code);
    }
    const { status, stderr, error } = spawnSync('python3', ['-m', 'py_compile', ...files], { encoding: 'utf8' });
    if (!error) expect([status, stderr]).toEqual([0, '']);
  });
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

it('reads what was put in by hand, and computes on from it', async () => {
  const trace = await engine.run(
    engine.catalog.entries.find(({ id }) => id === 'scaled_dot_product')!.id,
    { text },
    {},
    {
      overrides: { scores: [{ index: [0, 1, 2], value: 9 }] },
    },
  );
  const { code, arrays } = await snippetOf(trace, numpy, 'leaves.npz', 'A run');
  expect(Object.keys(arrays)).toContain('scores');
  expect(code).toContain('scores = leaves["scores"]');
  expect(code).toContain('pattern = softmax(');
  trace.dispose();
});
