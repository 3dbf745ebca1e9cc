/**
 * One file adds one thing: a mechanism kept outside the source tree is built in, and its catalogue entry, formulas,
 * types, docs page, controls and law tests appear without another line.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Catalog, CatalogEntry } from '../web/engine/types.ts';
import { compile, link } from './relink.ts';
import { decode } from '../web/site/link/decode.ts';
import { encode } from '../web/site/link/encode.ts';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const native = join(root, 'build/native');
const build = join(root, 'build/drop-in');
const extra = join(build, 'extra-variants');
const generated = join(build, 'generated-web');
const id = 'bounded_score';

// Configures once, compiles the mechanism and the list and links; the objects are those of the first build.
const patience = 300_000;

/** Standard output; a failure carries the last lines of what the program said. */
const run = (program: string, args: string[]): string => {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const tail = () => `${stdout}\n${stderr}`.trim().split('\n').slice(-30).join('\n');
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}:\n${tail()}`);
  return stdout;
};

let catalog: Catalog & { latex: string[] };
let entry: CatalogEntry;

beforeAll(() => {
  mkdirSync(extra, { recursive: true });
  copyFileSync(join(root, `tests/drop-in/${id}.cpp`), join(extra, `${id}.cpp`));
  run('cmake', [
    '-S',
    root,
    '-B',
    build,
    '-G',
    'Ninja',
    '-DCMAKE_BUILD_TYPE=Release',
    // All tests on, whatever the preset of the first build says.
    '-DATTN_TESTS=ON',
    `-DATTN_EXTRA_VARIANTS=${extra}`,
  ]);
  for (const target of ['attention-catalog', 'attn_tests'])
    link(native, target, compile(build, target, [id, 'variant_list', 'variant_docs_list']), join(build, target));
  const json = run(join(build, 'attention-catalog'), []);
  catalog = JSON.parse(json) as typeof catalog;
  entry = catalog.entries.find((candidate) => candidate.id === id)!;
  writeFileSync(join(build, 'catalog.json'), json);
  rmSync(generated, { recursive: true, force: true });
  run('node', ['scripts/generate.mjs', '--catalog', join(build, 'catalog.json'), '--out', generated]);
}, patience);

const made = (path: string) => readFileSync(join(generated, path), 'utf8');

describe('a mechanism dropped into the build', () => {
  it('is in no file of the source tree but its own', () => {
    expect(existsSync(join(root, `core/variants/${id}.cpp`))).toBe(false);
  });

  it('stands in the catalogue beside the others', () => {
    expect(entry).toMatchObject({ id, kind: 'variant', name: 'Bounded score' });
    expect(catalog.entries.length).toBeGreaterThan(1);
  });

  it('gets a control for its parameter, from its schema', () => {
    expect(entry.params.find((spec) => spec.id === 'cap')).toEqual({
      id: 'cap',
      label: 'Cap',
      doc: 'No score is larger than this.',
      kind: 'number',
      default: 5,
      min: 0.5,
      max: 50,
      step: 0.5,
      scale: 'log',
    });
  });

  it('gets its state into links, within its bounds', () => {
    const state = { variant: id, params: { cap: 7.5 } };
    expect(decode(encode(state, catalog).fragment, catalog)).toEqual({ state, ignored: [] });
    expect(decode(`variant=${id}&p.cap=51`, catalog).ignored.join()).toContain('0.5 to 50');
  });

  it('gets its formulas, those of its steps too', () => {
    const table = made('mathml.ts');
    for (const latex of [entry.latex, String.raw`\tanh(\a{S_{ij}} / c)`]) {
      expect(catalog.latex).toContain(latex);
      expect(table).toContain(JSON.stringify(latex));
    }
  });

  it('gets its types', () => {
    expect(made('catalog-types.ts')).toContain('export interface BoundedScoreParams');
    expect(made('catalog-types.ts')).toMatch(/VariantId = .*'bounded_score'/);
  });

  it('gets its page, with a live figure, and a place in the index', () => {
    const page = made(`pages/mechanisms/${id}/index.html`);
    expect(page).toContain(`<attention-stepper variant="${id}">`);
    expect(page).toContain('No score is larger than this.');
    expect(page).toMatch(/c·tanh\(s \/ c\) after the scale.*changed/);
    expect(made('pages/mechanisms/index.html')).toContain(`href="${id}/"`);
  });

  it(
    'gets its laws tested',
    () => {
      const list = run(join(build, 'attn_tests'), ['--gtest_list_tests']);
      const filter = `*${id}*`;
      expect(list).toContain(id);
      const output = run(join(build, 'attn_tests'), [`--gtest_filter=${filter}`]);
      expect(output).toMatch(/\[ {2}PASSED {2}\] [1-9]\d* test/);
    },
    patience,
  );
});
