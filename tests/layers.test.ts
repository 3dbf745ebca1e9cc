/** Every #include and import points downwards in the list of ARCHITECTURE.md, and SIMD stays in its one folder. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/** From the bottom up; folders of one line do not use each other. */
const coreLayers = [
  ['core/tensor'],
  ['core/kernels'],
  ['core/text'],
  ['core/graph'],
  ['core/attention'],
  ['core/variants', 'core/models'],
  ['core/catalog'],
  ['core/api'],
  ['wasm', 'core/cli'],
];
const webLayers = [['web/engine'], ['web/elements'], ['web/site', 'web/bundle']];
/** Made by scripts/generate.mjs: tables without behaviour. */
const generated = 'web/generated';

const filesOf = (folder: string, ending: RegExp): string[] => {
  try {
    return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && ending.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'));
  } catch {
    return [];
  }
};

const levelOf = (path: string, layers: string[][]) => {
  const level = layers.findIndex((layer) => layer.some((folder) => path.startsWith(`${folder}/`)));
  const folder = layers[level]?.find((candidate) => path.startsWith(`${candidate}/`));
  return { level, folder };
};

const upward = (from: string, to: string, layers: string[][]): boolean => {
  const a = levelOf(from, layers);
  const b = levelOf(to, layers);
  if (a.level < 0 || b.level < 0) return false;
  return b.level > a.level || (b.level === a.level && a.folder !== b.folder);
};

const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Static imports, re-exports, import() and the URL of a worker or asset. */
const importForm = /(?:\bfrom\s*|\bimport\s*\(?\s*|new URL\(\s*)['"]([^'"]+)['"]/g;

const webImports = (file: string): string[] =>
  [...read(file).matchAll(importForm)]
    .map((match) => match[1] ?? '')
    .filter((target) => target.startsWith('.'))
    .map((target) =>
      relative(root, resolve(root, dirname(file), target.replace(/\?.*$/, '')))
        .split(sep)
        .join('/'),
    );

describe('layers', () => {
  const core = [...filesOf('core', /\.(h|cpp|inc)$/), ...filesOf('wasm', /\.(h|cpp)$/)];
  const web = filesOf('web', /\.(ts|mts|js|mjs)$/).filter((file) => !file.startsWith(`${generated}/`));

  it('has files to look at', () => {
    expect(core.length).toBeGreaterThan(0);
    expect(web.length).toBeGreaterThan(0);
  });

  it('every #include points downwards', () => {
    const wrong: string[] = [];
    for (const file of core)
      for (const match of read(file).matchAll(/^\s*#include\s+"([^"]+)"/gm)) {
        const target = match[1] ?? '';
        if (upward(file, target, coreLayers)) wrong.push(`${file} includes ${target}`);
      }
    expect(wrong).toEqual([]);
  });

  it('every import points downwards', () => {
    const wrong = web.flatMap((file) =>
      webImports(file)
        .filter((target) => upward(file, target, webLayers))
        .map((target) => `${file} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it('only core/kernels and wasm flags know SIMD', () => {
    const simd =
      /#include\s+<(\w*intrin\.h|wasm_simd128\.h|arm_neon\.h)>|\bv128_t\b|\b__m(128|256|512)\w?\b|vector_size\s*\(|ext_vector_type/;
    const wrong = core.filter((file) => !file.startsWith('core/kernels/') && simd.test(read(file)));
    expect(wrong).toEqual([]);
  });

  it('only web/engine touches the WASM module', () => {
    const wasm = /\bWebAssembly\.(?!validate)\w+|\bHEAP[FU]?(8|16|32|64)\b|\bcwrap\b|attention-core|build\/wasm/;
    // The one-file build hands the glue to the engine without touching it.
    const may = (file: string) => file.startsWith('web/engine/') || file === 'web/bundle/engine-part.ts';
    const wrong = web.filter((file) => !may(file) && wasm.test(read(file)));
    expect(wrong).toEqual([]);
  });

  it('elements, engine and bindings know no id of the catalogue', () => {
    const ids = filesOf('core/variants', /\.cpp$/).map((file) => file.replace(/^.*\/|\.cpp$/g, ''));
    // Words of everyday prose that are also ids ("causal") count only where they stand as a string of their own.
    const wrong = [...web.filter((f) => /^web\/(engine|elements)\//.test(f)), ...filesOf('wasm', /\.(h|cpp)$/)].flatMap(
      (file) => ids.filter((id) => new RegExp(`(['"\`])${id}\\1`).test(read(file))).map((id) => `${file} names ${id}`),
    );
    // An option of the ONNX calls is called `causal`, as in its specification.
    expect(wrong.filter((line) => !line.endsWith('names causal'))).toEqual([]);
  });
});
