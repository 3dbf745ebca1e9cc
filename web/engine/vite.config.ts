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
  resolveId: (source) => (source === './assets.ts' ? resolve(here, 'assets-dist.ts') : null),
};

const beside: [string, string][] = [
  ['build/wasm-simd/attention.wasm', 'engine/attention.wasm'],
  ['build/wasm-simd-threads/attention-threads.mjs', 'engine/attention-threads.mjs'],
  ['build/wasm-simd-threads/attention-threads.wasm', 'engine/attention-threads.wasm'],
  ['build/models/starter.bin', 'models/starter.bin'],
  ['build/models/sentence_encoder.bin', 'models/sentence_encoder.bin'],
];

/** Declarations say `./types.ts` as the sources do; what stands beside them is `./types.d.ts`, found as `./types.js`. */
const writeTypes = () => {
  const types = join(outDir, 'types');
  const flags = ['--declaration', '--emitDeclarationOnly', '--noEmit', 'false', '--outDir', types, '--rootDir', here];
  const options = ['--ignoreConfig', '--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler'];
  const rest = ['--lib', 'es2023,dom,dom.iterable', '--types', 'node', '--strict', '--skipLibCheck'];
  const inputs = [join(here, 'index.ts'), join(here, 'glue.d.ts')];
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, ...flags, ...options, ...rest, '--allowImportingTsExtensions', ...inputs]);
  for (const file of readdirSync(types)) {
    const path = join(types, file);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"));
  }
  writeFileSync(join(outDir, 'attention-engine.d.mts'), "export * from './types/index.js';\n");
};

const finish: Plugin = {
  name: 'finish',
  closeBundle() {
    mkdirSync(resolve(root, 'dist/models'), { recursive: true });
    for (const [from, to] of beside) cpSync(resolve(root, from), resolve(root, 'dist', to));
    writeTypes();
  },
};

export default defineConfig({
  root: here,
  publicDir: false,
  plugins: [distAssets, finish],
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir,
    emptyOutDir: true,
    target: ['chrome113', 'firefox113', 'safari16.4', 'node20'],
    lib: {
      entry: { 'attention-engine': resolve(here, 'index.ts'), 'attention-engine-worker': resolve(here, 'worker.ts') },
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
