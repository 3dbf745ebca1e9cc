import { cpSync, existsSync, readdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, defineConfig, type Plugin, type UserConfig } from 'vite';
import { shell } from './shell/plugin.ts';

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, '../..');
const outDir = resolve(root, 'dist/site');

/** What stands beside the page as it is: the pages made from the catalogue, the one-file figure, models, data to learn from, results. */
const beside: [string, string][] = [
  ['web/generated/pages', '.'],
  ['dist/attention-playground.js', 'attention-playground.js'],
  ['dist/models', 'models'],
  ['web/models', 'models'],
  ['dist/data', 'data'],
  ['docs/results', 'results'],
  ['LICENSE', 'LICENSE'],
  ['NOTICE', 'NOTICE'],
];

const shared: UserConfig = {
  root: here,
  // Relative addresses: the site works below any path of a static host.
  base: './',
  // The worker imports its glue lazily, so it is a module.
  worker: { format: 'es' },
};

const output: UserConfig['build'] = {
  outDir,
  // 2023's browsers: the first with everything the figure needs (SIMD, constructable sheets).
  target: ['chrome113', 'firefox113', 'safari16.4'],
  // Never inline a file as data: URL: the page's policy refuses them for scripts and fetches.
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
};

/** The docs pages are made without Vite and link one script and one sheet by name, so these are a build of their own. */
const buildPageAssets = () =>
  build({
    ...shared,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      ...output,
      emptyOutDir: false,
      rollupOptions: {
        input: { page: resolve(here, 'page.ts') },
        output: { entryFileNames: 'assets/page.js', assetFileNames: 'assets/page[extname]' },
      },
    },
  });

const finish: Plugin = {
  name: 'finish',
  apply: 'build',
  async closeBundle() {
    await buildPageAssets();
    for (const [from, to] of beside) {
      const source = resolve(root, from);
      if (!existsSync(source)) throw new Error(`${from} is missing: "npm run build" makes it before the site`);
      cpSync(source, resolve(outDir, to), { recursive: true });
    }
  },
};

export default defineConfig({
  ...shared,
  plugins: [shell, finish],
  build: {
    ...output,
    emptyOutDir: true,
    rollupOptions: {
      // Every html file of this folder is a page.
      input: readdirSync(here)
        .filter((file) => file.endsWith('.html'))
        .map((page) => resolve(here, page)),
      output: {
        // The threaded core's glue starts its threads from the name it was linked under.
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith('.mjs')) ? 'assets/[name][extname]' : 'assets/[name]-[hash][extname]',
      },
    },
  },
});
