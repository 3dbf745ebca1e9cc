import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const here = dirname(fileURLToPath(import.meta.url));

export default defineConfig({
  root: here,
  // Relative addresses: the site works below any path of a static host.
  base: './',
  build: {
    outDir: resolve(here, '../../dist/site'),
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
        assetFileNames: (asset) => (asset.names[0] === 'page.css' ? 'assets/page.css' : 'assets/[name]-[hash][extname]'),
      },
    },
  },
});
