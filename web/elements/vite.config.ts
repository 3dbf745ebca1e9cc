import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const here = fileURLToPath(new URL('.', import.meta.url));

// The elements as a library: an ES module for bundlers, a classic script for pages that bring their own engine.
// The single file with the engine inside is made by scripts/bundle.mjs.
export default defineConfig({
  root: here,
  server: { fs: { allow: [fileURLToPath(new URL('../..', import.meta.url))] } },
  build: {
    outDir: fileURLToPath(new URL('../../dist/elements', import.meta.url)),
    emptyOutDir: true,
    lib: {
      entry: fileURLToPath(new URL('./index.ts', import.meta.url)),
      name: 'AttentionElements',
      formats: ['es', 'iife'],
      fileName: (format) => (format === 'es' ? 'attention-elements.mjs' : 'attention-elements.js'),
    },
  },
});
