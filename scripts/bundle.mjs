// dist/attention-playground.js: one classic script with everything inside, and the same as .mjs for bundlers.
//   node scripts/bundle.mjs
// Reasons for this shape: docs/decisions/0001-one-classic-script.md
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile } from './bundle/compile.mjs';
import { formulaLines, pack } from './bundle/pack.mjs';
import { wrap } from './bundle/wrap.mjs';
import { renderAll } from './generate/mathml.mjs';
import { modelFiles } from './lib/model-files.mjs';
import { gzipped, limit } from './lib/weight.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const at = (path) => join(root, path);
const dist = at('dist');

const kilo = (bytes) => `${(bytes / 1000).toFixed(1).padStart(8)} kB`;

const catalog = JSON.parse(readFileSync(at('web/generated/catalog.json'), 'utf8'));
const parts = {
  engine: await compile(at('web/bundle/engine-part.ts'), 'E'),
  elements: await compile(at('web/bundle/elements-part.ts'), 'X', { given: true }),
  main: await compile(at('web/bundle/main.ts'), 'P'),
  // Formulas repeat the core's own LaTeX: together they take half of what they take apart.
  core: pack(readFileSync(at('build/wasm/figure.wasm')), formulaLines(renderAll(catalog).table)),
  starter: pack(readFileSync(at('build/models/starter.bin'))),
};
const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
const { classic, module } = wrap(parts, version);

mkdirSync(join(dist, 'models'), { recursive: true });
writeFileSync(join(dist, 'attention-playground.js'), classic);
writeFileSync(join(dist, 'attention-playground.mjs'), module);
// Full models are loaded on demand from beside the script.
for (const file of modelFiles(catalog)) copyFileSync(file, join(dist, 'models', basename(file)));

// The licences of what is inside ask to travel with it.
for (const file of ['LICENSE', 'NOTICE']) copyFileSync(at(file), join(dist, file));

console.log(`${'part'.padEnd(26)}${'plain'.padStart(11)}${'gzipped'.padStart(11)}`);
for (const [name, text] of [
  ...Object.entries(parts),
  ['attention-playground.js', classic],
  ['attention-playground.mjs', module],
])
  console.log(`${name.padEnd(26)}${kilo(Buffer.byteLength(text))}${kilo(gzipped(text))}`);
if (gzipped(classic) > limit) {
  console.error(`bundle: attention-playground.js is over its limit of ${limit / 1000} kB gzipped`);
  process.exitCode = 1;
}
