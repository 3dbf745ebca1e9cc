// Medians of the kernels in WebAssembly under Node, as ratios to the peak of the machine.
// `node scripts/measure/kernels.mjs` prints every figure; `npm run measure` takes those with a goal.
// `--native` also runs the native build of the same source.
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findEmscripten } from '../lib/emscripten.mjs';
import { build, root } from '../lib/paths.mjs';
import { run } from '../lib/run.mjs';

const folder = join(build, 'measure');
const kernels = join(root, 'core/kernels');
const bench = join(root, 'tests/bench/kernels_bench.cpp');

// The flags that decide digits and speed, as in cmake/core.cmake and wasm/flags.cmake.
const shared = ['-std=c++20', '-O3', '-ffp-contract=off', '-fno-exceptions', '-fno-rtti', '-Wno-psabi', `-I${root}`];
const wasm = [
  '-msimd128',
  '-sALLOW_MEMORY_GROWTH=1',
  '-sSTACK_SIZE=512KB',
  '-sENVIRONMENT=node,worker',
  '-sEXIT_RUNTIME=1',
];
// One worker beside the calling thread: two threads are what the goal speaks of.
const pthreads = ['-pthread', '-sPTHREAD_POOL_SIZE=1', '-sPTHREAD_POOL_SIZE_STRICT=2', '-Wno-pthreads-mem-growth'];

function sources() {
  const files = readdirSync(kernels).filter((name) => name.endsWith('.cpp'));
  return [bench, ...files.map((name) => join(kernels, name))];
}

function newestSource() {
  const folders = [kernels, join(root, 'tests/core/kernels')];
  const files = folders.flatMap((path) => readdirSync(path).map((name) => join(path, name)));
  return Math.max(...[bench, ...files].map((file) => statSync(file).mtimeMs));
}

async function compile(output, command) {
  mkdirSync(folder, { recursive: true });
  if (existsSync(output) && statSync(output).mtimeMs > newestSource()) return output;
  await run([...command, ...sources(), '-o', output], { log: 'measure' });
  return output;
}

async function compileWasm(name, flags) {
  const emscripten = await findEmscripten();
  if (!emscripten) throw new Error('No Emscripten: run npm run build first, which assembles one.');
  return compile(join(folder, name), [join(emscripten.root, 'em++'), ...shared, ...wasm, ...flags]);
}

const parse = (output) =>
  output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));

/** Every line the bench printed, of the flavour without threads and of the one with. */
async function measureAll({ native = false } = {}) {
  const serial = await compileWasm('kernels.cjs', []);
  const threaded = await compileWasm('kernels-threads.cjs', pthreads);
  const results = {
    simd: parse(await run([process.execPath, serial], { log: 'measure' })),
    'simd-threads': parse(await run([process.execPath, threaded, '2'], { log: 'measure' })),
  };
  if (native) {
    const program = await compile(join(folder, 'kernels-native'), ['c++', ...shared, '-pthread']);
    results.native = parse(await run([program, '2'], { log: 'measure' }));
  }
  const digests = Object.entries(results).flatMap(([flavour, rows]) =>
    rows.filter((row) => row.name.startsWith('digest')).map((row) => ({ flavour, ...row })),
  );
  if (new Set(digests.map((row) => row.value)).size > 1) {
    throw new Error(`The digits differ between builds: ${JSON.stringify(digests)}`);
  }
  return results;
}

// What the kernels are built to reach. None may exceed the peak: then the peak loop would be wrong.
const goals = {
  gemm_512: { atLeast: 0.85, limit: 1 },
  fused_attention_8x512x64: { atLeast: 0.7, limit: 1 },
  gemm_512_speed_up: { atLeast: 1.6 },
  fused_attention_8x512x64_speed_up: { atLeast: 1.6 },
};

export async function measure() {
  const results = await measureAll();
  const rows = [];
  for (const row of results.simd) {
    if (row.name === 'peak') rows.push({ name: 'SIMD peak, WASM', value: row.gflops, unit: 'GFLOP/s' });
    if (row.peak_ratio !== undefined) {
      rows.push({ name: row.name, value: row.peak_ratio, unit: 'of peak', quiet: row.quiet, ...goals[row.name] });
    }
  }
  for (const row of results['simd-threads']) {
    if (row.speed_up !== undefined) {
      rows.push({
        name: `${row.name}, ${row.threads} threads`,
        value: row.speed_up,
        unit: 'times',
        quiet: row.quiet,
        ...goals[row.name],
      });
    }
  }
  return rows;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const results = await measureAll({ native: process.argv.includes('--native') });
  for (const [flavour, rows] of Object.entries(results)) {
    for (const row of rows) console.log(JSON.stringify({ flavour, ...row }));
  }
}
