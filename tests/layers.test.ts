/** Every #include and import points downwards in the list of ARCHITECTURE.md, and SIMD stays in its one folder. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
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
  ['core/training'],
  ['core/layers'],
  ['core/variants', 'core/encoders', 'core/discretizers', 'core/models', 'core/tasks'],
  ['core/runs'],
  ['core/decoders'],
  ['core/catalog'],
  ['core/api'],
  ['wasm', 'core/cli'],
];
const webLayers = [['web/engine'], ['web/elements'], ['web/site', 'web/bundle']];
/** Made by scripts/generate.mjs: tables without behaviour. */
const generated = 'web/generated';
/** Words and weights, which anybody may read. */
const tables = [generated, 'web/locales', 'web/models'];

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
  const level = layers.findIndex((layer) => layer.some((folder) => `${path}/`.startsWith(`${folder}/`)));
  const folder = layers[level]?.find((candidate) => `${path}/`.startsWith(`${candidate}/`));
  return { level, folder };
};

const upward = (from: string, to: string, layers: string[][]): boolean => {
  const a = levelOf(from, layers);
  const b = levelOf(to, layers);
  // What stands in no layer may be used by none, unless it is a table or lies outside.
  if (b.level < 0) return /^(core|web|wasm)\//.test(to) && !tables.some((folder) => to.startsWith(`${folder}/`));
  if (a.level < 0) return true;
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

/**
 * An id of several words is nothing else wherever it stands. One that is also a word of everyday prose ("causal") counts
 * as a string of its own, a key, a property or the value of an attribute.
 */
const names = (id: string, text: string): boolean =>
  id.includes('_')
    ? new RegExp(`\\b${id}\\b`).test(text)
    : new RegExp(`(['"\`])${id}\\1|[.=]${id}\\b|(^|[{,])\\s*${id}\\s*:`, 'm').test(text);

/** Options of the ONNX calls have the names of their specifications; some ops of programs are called as mechanisms are. */
const options = ['causal', 'entmax15', 'gated_delta', 'rotary', 'softcap', 'sparsemax', 'top_k'];
/** Words that code needs for other things: a form of arithmetic, a ruler, the browser's address, a list's method. */
const everyday = ['concat', 'dot', 'general', 'hard', 'inner', 'linear', 'location'];
const optionFiles = ['web/engine/numeric.ts', 'web/engine/types/compute.ts', 'web/engine/types/numeric.ts'];
const isOption = (file: string, id: string): boolean =>
  everyday.includes(id) || (options.includes(id) && optionFiles.includes(file));

describe('layers', () => {
  const core = [...filesOf('core', /\.(h|cpp|inc)$/), ...filesOf('wasm', /\.(h|cpp)$/)];
  const web = filesOf('web', /\.(ts|mts|js|mjs)$/).filter((file) => !file.startsWith(`${generated}/`));

  it('has files to look at', () => {
    expect(core.length).toBeGreaterThan(0);
    expect(web.length).toBeGreaterThan(0);
  });

  it('has a layer for every folder', () => {
    const layers = [...coreLayers, ...webLayers].flat();
    const folders = ['core', 'web'].flatMap((parent) =>
      readdirSync(join(root, parent), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => `${parent}/${entry.name}`),
    );
    expect(folders.filter((folder) => ![...layers, ...tables].includes(folder))).toEqual([]);
    expect([...layers, ...tables].filter((folder) => !existsSync(join(root, folder)) && folder !== generated)).toEqual(
      [],
    );
    const loose = [...core, ...web].filter((file) => !layers.some((folder) => file.startsWith(`${folder}/`)));
    expect(loose.filter((file) => !tables.some((folder) => file.startsWith(`${folder}/`)))).toEqual([]);
  });

  it('knows what points upwards and what stands nowhere', () => {
    expect(upward('core/graph/graph.h', 'core/tensor/shape.h', coreLayers)).toBe(false);
    expect(upward('core/tensor/shape.h', 'core/graph/graph.h', coreLayers)).toBe(true);
    expect(upward('core/variants/a.cpp', 'core/encoders/b.h', coreLayers)).toBe(true);
    expect(upward('core/graph/graph.h', 'core/elsewhere/new.h', coreLayers)).toBe(true);
    expect(upward('core/elsewhere/new.cpp', 'core/tensor/shape.h', coreLayers)).toBe(true);
    expect(upward('web/elements/view.ts', 'web/locales/en.json', webLayers)).toBe(false);
    expect(upward('core/graph/graph.h', 'rapidjson/document.h', coreLayers)).toBe(false);
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
    const ids = ['variants', 'models'].flatMap((kind) =>
      readdirSync(join(root, 'core', kind))
        .filter((name) => name.endsWith('.cpp'))
        .map((name) => name.replace(/\.cpp$/, '')),
    );
    expect(ids.length).toBeGreaterThan(3);
    const files = [...web.filter((f) => /^web\/(engine|elements)\//.test(f)), ...filesOf('wasm', /\.(h|cpp)$/)];
    const wrong = files.flatMap((file) =>
      ids.filter((id) => names(id, read(file)) && !isOption(file, id)).map((id) => `${file} names ${id}`),
    );
    expect(wrong).toEqual([]);
  });

  it('sees an id however it is written', () => {
    for (const text of [
      "'additive'",
      '`additive`',
      'x="additive"',
      'by.additive',
      '{ additive: 1 }',
      '[variant=additive]',
    ])
      expect(names('additive', text), text).toBe(true);
    for (const text of ['// additive masks are added', 'nonadditive.x', 'additives: 3'])
      expect(names('additive', text), text).toBe(false);
    expect(names('multi_head', 'case multi_head_or_not')).toBe(false);
    expect(names('multi_head', '// as multi_head does')).toBe(true);
  });
});
