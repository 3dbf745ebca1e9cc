import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

// The figure by itself while one works on it: `npx vite web/elements`, then /dev.html. What ships of the elements is part
// of the site and of the one-file figure.
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  server: { fs: { allow: [fileURLToPath(new URL('../..', import.meta.url))] } },
});
