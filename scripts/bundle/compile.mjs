// One module and what it imports -> the text of an IIFE that puts its exports into `var <name>`.
import { dirname, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const web = resolve(dirname(fileURLToPath(import.meta.url)), '../../web');

// What the elements import from web/engine is the page's one engine, not a copy.
const engineIsGiven = {
  name: 'engine-is-given',
  enforce: 'pre',
  resolveId(source, importer) {
    if (!importer || !source.startsWith('.')) return null;
    const target = resolve(dirname(importer), source);
    return target.startsWith(resolve(web, 'engine') + sep) ? resolve(web, 'bundle/engine-values.ts') : null;
  },
};

export const compile = async (entry, name, options = {}) => {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: options.engineIsGiven ? [engineIsGiven] : [],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      // 2023's browsers: SIMD, DecompressionStream, constructable sheets.
      target: ['chrome113', 'firefox113', 'safari16.4'],
      minify: options.minify ?? true,
      lib: { entry, name, formats: ['iife'] },
    },
  });
  const chunks = [result].flat().flatMap((made) => made.output);
  const [chunk, ...rest] = chunks.filter((made) => made.type === 'chunk');
  if (rest.length) throw new Error(`${entry}: ${rest.length + 1} chunks where one is needed`);
  return chunk.code.trim();
};
