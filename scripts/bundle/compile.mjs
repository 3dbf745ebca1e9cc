// One module and what it imports -> the text of an IIFE that puts its exports into `var <name>`.
import { dirname, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const web = resolve(dirname(fileURLToPath(import.meta.url)), '../../web');

// What the elements import from web/engine is the page's one engine, not a copy; formulas come out of the payload.
const given = {
  name: 'given',
  enforce: 'pre',
  resolveId(source, importer) {
    if (!importer || !source.startsWith('.')) return null;
    const target = resolve(dirname(importer), source);
    if (target.startsWith(resolve(web, 'engine') + sep)) return resolve(web, 'bundle/engine-values.ts');
    return target === resolve(web, 'generated/mathml.ts') ? resolve(web, 'bundle/formula-values.ts') : null;
  },
};

// Emscripten's glue looks for its .wasm beside itself and, in Node, asks for a module by import(). Here the bytes are
// given, there is no file to stand beside, and a bundler for browsers must not meet a Node module's name.
const glueWithoutFiles = {
  name: 'glue-without-files',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/figure.mjs')) return null;
    const changed = code
      .replace(/new URL\("figure\.wasm",\s*import\.meta\.url\)\.href/, '"figure.wasm"')
      .replaceAll('import.meta.url', '"data:"')
      .replaceAll('await import("module")', 'process.getBuiltinModule("module")');
    if (/import\.meta|import\(/.test(changed)) throw new Error(`${id}: the glue asks for files in a new way`);
    return changed;
  },
};

// No minifier looks into templates: their indentation, and the comments and line ends of sheets, weigh 2 kB gzipped.
const squeezeSheet = (text) =>
  text
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?/g, '$1')
    .replaceAll(/([a-z-]): /g, '$1:');

export const squeeze = (code) =>
  code.replaceAll(/\bcss`([^`]*)`/g, (_, sheet) => `css\`${squeezeSheet(sheet)}\``).replaceAll(/\n\s+/g, '\n');

const squeezeTemplates = {
  name: 'squeeze-templates',
  enforce: 'pre',
  transform: (code, id) => (id.startsWith(resolve(web, 'elements') + sep) && id.endsWith('.ts') ? squeeze(code) : null),
};

export const compile = async (entry, name, options = {}) => {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [glueWithoutFiles, squeezeTemplates, ...(options.given ? [given] : [])],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      // 2023's browsers: SIMD, constructable sheets.
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
