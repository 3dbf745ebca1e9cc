import { cpSync, existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, '../..');
const outDir = resolve(root, 'dist/site');

/** What stands beside the page as it is: the pages made from the catalogue, the one-file figure, full models. */
const beside: [string, string][] = [
  ['web/generated/pages', '.'],
  ['dist/attention-playground.js', 'attention-playground.js'],
  ['dist/models', 'models'],
];

const copyBeside: Plugin = {
  name: 'copy-beside',
  apply: 'build',
  closeBundle() {
    for (const [from, to] of beside) {
      const source = resolve(root, from);
      if (!existsSync(source)) throw new Error(`${from} is missing: "npm run build" makes it before the site`);
      cpSync(source, resolve(outDir, to), { recursive: true });
    }
  },
};

export default defineConfig({
  root: here,
  // Relative addresses: the site works below any path of a static host.
  base: './',
  plugins: [copyBeside],
  // The worker imports its glue lazily, so it is a module.
  worker: { format: 'es' },
  build: {
    outDir,
    emptyOutDir: true,
    // 2023's browsers: the first with everything the figure needs (SIMD, DecompressionStream, constructable sheets).
    target: ['chrome113', 'firefox113', 'safari16.4'],
    // Never inline a file as data: URL: the page's policy refuses them for scripts and fetches.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: { index: resolve(here, 'index.html'), page: resolve(here, 'page.ts') },
      output: {
        // The docs pages are made without Vite and link these two by name.
        entryFileNames: (chunk) => (chunk.name === 'page' ? 'assets/page.js' : 'assets/[name]-[hash].js'),
        assetFileNames: (asset) =>
          asset.names[0] === 'page.css' ? 'assets/page.css' : 'assets/[name]-[hash][extname]',
      },
    },
  },
});
