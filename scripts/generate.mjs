// Everything that follows from the catalogue: formulas, types, docs pages.
//   node scripts/generate.mjs [--catalog FILE] [--out DIR]
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { modelFiles } from './lib/model-files.mjs';
import { costModule, cssModule, mathmlModule, renderAll, stepsModule } from './generate/mathml.mjs';
import { pages } from './generate/pages.mjs';
import { stepsLatex } from './generate/steps-latex.mjs';
import { typesModule } from './generate/types.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

const readCatalog = (file) => {
  if (file) return JSON.parse(readFileSync(file, 'utf8'));
  const tool = join(root, 'build/native/attention-catalog');
  if (!existsSync(tool)) throw new Error(`${tool} is missing: run "npm run build" first, or give --catalog FILE`);
  // Formulas and prose of every mechanism: well above the 1 MiB default of the pipe once there are many.
  const ask = (files) => JSON.parse(execFileSync(tool, files, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }));
  const files = modelFiles(ask([]));
  // A model's steps, and so their formulas, depend on its layers: the tool runs it to find them.
  return files.length ? ask(files) : ask([]);
};

// An unchanged file keeps its date, so that later steps stay incremental.
const writeIfChanged = (file, text) => {
  mkdirSync(dirname(file), { recursive: true });
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return 0;
  writeFileSync(file, text);
  return 1;
};

// What the engine's own catalogue lacks, for the site.
const docsById = ({ entries }) =>
  Object.fromEntries(
    entries.map(({ id, papers, differs, laws, slots, cost, used_by }) => [
      id,
      { papers, differs, laws, slots, cost, used_by },
    ]),
  );

/** @param ofSteps formulas of models' steps */
export const generate = (catalog, out, ofSteps = []) => {
  const rendered = renderAll(catalog, ofSteps);
  const made = pages(catalog, { ...rendered.table, ...rendered.costs });
  // Pages of mechanisms that are gone must not linger.
  rmSync(join(out, 'pages'), { recursive: true, force: true });
  const files = {
    'catalog.json': `${JSON.stringify(catalog)}\n`,
    'docs.json': `${JSON.stringify(docsById(catalog))}\n`,
    'mathml.ts': mathmlModule(rendered),
    'math-css.ts': cssModule(rendered),
    'cost-mathml.ts': costModule(rendered),
    'steps-mathml.ts': stepsModule(rendered),
    'catalog-types.ts': typesModule(catalog),
    'math.css': `/* Made by scripts/generate.mjs; do not edit. */\n${rendered.css}\n`,
    ...Object.fromEntries(Object.entries(made).map(([path, text]) => [join('pages', path), text])),
  };
  for (const [path, text] of Object.entries(files)) writeIfChanged(join(out, path), text);
  return { formulas: Object.keys(rendered.table).length, pages: Object.keys(made).length };
};

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    const { values } = parseArgs({ options: { catalog: { type: 'string' }, out: { type: 'string' } } });
    const catalog = readCatalog(values.catalog);
    const ops = JSON.parse(readFileSync(join(root, 'web/site/steps/formulas.json'), 'utf8'));
    const ofSteps = [...Object.values(ops), ...(await stepsLatex(root))];
    const made = generate(catalog, resolve(values.out ?? join(root, 'web/generated')), ofSteps);
    console.log(`generate: ${catalog.entries.length} entries, ${made.formulas} formulas, ${made.pages} pages`);
  } catch (error) {
    console.error(`generate: ${error.message}`);
    process.exitCode = 1;
  }
}
