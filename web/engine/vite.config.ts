import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, '../..');
const outDir = resolve(root, 'dist/engine');

/** The sources look for the core in build/; the built engine has it beside itself. */
const distAssets: Plugin = {
  name: 'dist-assets',
  enforce: 'pre',
  resolveId: (source, importer = here) =>
    source === './assets.ts' ? resolve(dirname(importer), 'assets-dist.ts') : null,
};

/** The bytes are handed over, so the glue's own address of them must not make the bundler carry them once more. */
const bytesAreGiven: Plugin = {
  name: 'bytes-are-given',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/(attention|learning)\.mjs$/.test(id)) return null;
    const given = code.replace(/new URL\("(\w+\.wasm)",\s*import\.meta\.url\)\.href/, '"$1"');
    if (given === code) throw new Error(`${id}: the glue asks for its bytes in a new way`);
    return { code: given, map: null };
  },
};

const beside: [string, string][] = [
  ['web/generated/catalog.json', 'engine/catalog.json'],
  ['build/wasm/attention.wasm', 'engine/attention.wasm'],
  ['build/wasm/attention-threads.mjs', 'engine/attention-threads.mjs'],
  ['build/wasm/attention-threads.wasm', 'engine/attention-threads.wasm'],
  ['build/wasm/learning.wasm', 'engine/learning.wasm'],
  ['build/wasm/learning-threads.mjs', 'engine/learning-threads.mjs'],
  ['build/wasm/learning-threads.wasm', 'engine/learning-threads.wasm'],
  ['build/models/starter.bin', 'models/starter.bin'],
];

/** Declarations say `./types.ts` as the sources do; what stands beside them is `./types.d.ts`, found as `./types.js`. */
const writeTypes = () => {
  const types = join(outDir, 'types');
  const flags = [
    '--declaration',
    '--emitDeclarationOnly',
    '--noEmit',
    'false',
    '--outDir',
    types,
    '--rootDir',
    resolve(here, '..'),
  ];
  const options = ['--ignoreConfig', '--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler'];
  const rest = ['--lib', 'es2023,dom,dom.iterable', '--types', 'node', '--strict', '--skipLibCheck'];
  const inputs = ['index.ts', 'learning/index.ts', 'glue.d.ts'].map((file) => join(here, file));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, ...flags, ...options, ...rest, '--allowImportingTsExtensions', ...inputs]);
  for (const file of readdirSync(types, { recursive: true, encoding: 'utf8' })) {
    const path = join(types, file);
    if (file.endsWith('.d.ts'))
      writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"));
  }
  writeFileSync(join(outDir, 'attention-engine.d.mts'), "export * from './types/engine/index.js';\n");
  writeFileSync(join(outDir, 'attention-learning.d.mts'), "export * from './types/engine/learning/index.js';\n");
};

const finish: Plugin = {
  name: 'finish',
  closeBundle() {
    mkdirSync(resolve(root, 'dist/models'), { recursive: true });
    // What only the native trainer reads stays where it is.
    const forPages = (path: string) => !path.endsWith('_train.bin');
    cpSync(resolve(root, 'build/data'), resolve(root, 'dist/data'), { recursive: true, filter: forPages });
    for (const [from, to] of beside) cpSync(resolve(root, from), resolve(root, 'dist', to));
    writeTypes();
  },
};

export default defineConfig({
  root: here,
  publicDir: false,
  plugins: [distAssets, bytesAreGiven, finish],
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir,
    emptyOutDir: true,
    target: ['chrome113', 'firefox113', 'safari16.4', 'node20'],
    lib: {
      entry: {
        'attention-engine': resolve(here, 'index.ts'),
        'attention-engine-worker': resolve(here, 'worker.ts'),
        'attention-learning': resolve(here, 'learning/index.ts'),
        'attention-learning-worker': resolve(here, 'learning/worker.ts'),
      },
      formats: ['es'],
      fileName: (_, name) => `${name}.mjs`,
    },
    rollupOptions: {
      // Emscripten's glue asks for these where it finds itself in Node.
      external: [/^node:/, ...builtinModules],
      output: { chunkFileNames: '[name].mjs' },
    },
  },
});
