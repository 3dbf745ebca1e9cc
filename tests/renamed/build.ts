/** The core whose ids are all renamed, in build/renamed: what stands above it may not notice. */
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile, link } from '../relink.ts';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
/** The build that is there, from the project's folder. */
export const plain = 'build/wasm';
const simd = join(root, plain);

export const renamed = join(root, 'build/renamed');
export const suffix = '_renamed';

/** Configures once, compiles two lists and links; the objects are those of the first build. */
export const patience = 300_000;

const madeAt = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

export const buildRenamed = (): void => {
  const cache = readFileSync(join(simd, 'CMakeCache.txt'), 'utf8');
  const toolchain = /^CMAKE_TOOLCHAIN_FILE:\w+=(.*)$/m.exec(cache)![1]!;
  const options = ['-G', 'Ninja', '--toolchain', toolchain, '-DATTN_RENAME_IDS=ON', '-DCMAKE_BUILD_TYPE=Release'];
  execFileSync('cmake', ['-S', root, '-B', renamed, ...options], { stdio: 'pipe' });
  const target = 'attention.mjs';
  const objects = compile(renamed, target, ['variant_list', 'encoder_list']);
  const out = join(renamed, target);
  if ([join(simd, target), ...objects].every((file) => madeAt(file) < madeAt(out))) return;
  // -O1: the objects are compiled as ever, and a second wasm-opt at full strength takes a minute for nothing.
  link(simd, target, objects, out, (command) => command.replaceAll('-O3', '-O1'));
};
