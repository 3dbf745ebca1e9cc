// `npm run build`: everything that `npm start` serves and `npm test` tests, in the order of the table below.
// Steps with `inputs` are skipped while those, the command and the outputs are as they were; the others are
// incremental themselves.
import { join } from 'node:path';
import { emscriptenGroup } from './lib/emscripten.mjs';
import { withLock } from './lib/lock.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { bin } from './lib/paths.mjs';
import { isProgram, main, step } from './lib/progress.mjs';
import { forgetLog, run } from './lib/run.mjs';
import { Stamp } from './lib/stamps.mjs';
import { ensureEmscripten } from './toolchain.mjs';

const vite = (folder) => [join(bin, 'vite'), 'build', '--config', `web/${folder}/vite.config.ts`];
const wasm = [
  'build/wasm/figure.mjs',
  'build/wasm/figure.wasm',
  'build/wasm/attention.mjs',
  'build/wasm/attention.wasm',
  'build/wasm/attention-threads.mjs',
  'build/wasm/attention-threads.wasm',
  'build/wasm/learning.mjs',
  'build/wasm/learning.wasm',
  'build/wasm/learning-threads.mjs',
  'build/wasm/learning-threads.wasm',
];
const page = ['web', 'package-lock.json', 'tsconfig.json', 'build/models', 'build/data', ...wasm];
const dataFiles = ['g2p', 'g2p_train', 'digits', 'spam', 'spam_train'].map((name) => `build/data/${name}.bin`);
const figure = 'dist/attention-playground.js';
const compilerAdvice = 'the messages above name the file and line; mend it and run the command again.';
const networkAdvice =
  'check the network (and the proxy settings of apt and npm), then run the command again: it goes on where it stopped.';

// prettier-ignore
export const steps = [
  { name: 'packages',          title: 'System packages',          work: installPackages, advice: networkAdvice },
  { name: 'emscripten',        title: 'Emscripten',               work: useEmscripten, advice: networkAdvice },
  { name: 'npm',               title: 'npm packages',             command: ['npm', 'ci', '--no-audit', '--no-fund'], inputs: ['package-lock.json', '.npmrc'], outputs: ['node_modules/.package-lock.json'], advice: networkAdvice },
  { name: 'native-configure',  title: 'Native core, configure',   command: ['cmake', '--preset', 'native'], inputs: ['CMakePresets.json'], outputs: ['build/native/build.ninja'] },
  { name: 'native',            title: 'Native core and tools',    command: ['cmake', '--build', '--preset', 'native', '--target', 'tools'], advice: compilerAdvice },
  { name: 'wasm-configure',    title: 'WebAssembly, configure',   command: ['cmake', '--preset', 'wasm'], inputs: ['CMakePresets.json'], outputs: ['build/wasm/build.ninja'] },
  { name: 'wasm',              title: 'WebAssembly',              command: ['cmake', '--build', '--preset', 'wasm'], advice: compilerAdvice },
  { name: 'models',            title: 'Models',                   command: ['node', 'scripts/models/prepare.mjs'] },
  { name: 'data',              title: 'Data to learn from',       command: ['node', 'scripts/data/prepare.mjs'], inputs: ['package-lock.json', 'scripts/data', 'scripts/models/container.mjs'], outputs: dataFiles },
  { name: 'generate',          title: 'Types, formulas, pages',   command: ['node', 'scripts/generate.mjs'] },
  { name: 'engine',            title: 'Engine',                   command: vite('engine'), inputs: page, outputs: ['dist/engine/attention-engine.mjs', 'dist/models', 'dist/data'] },
  { name: 'bundle',            title: 'One-file figure',          command: ['node', 'scripts/bundle.mjs'], inputs: [...page, 'scripts/bundle.mjs', 'scripts/bundle'], outputs: [figure] },
  { name: 'site',              title: 'Site',                     command: vite('site'), inputs: [...page, figure, 'docs/results', 'scripts/results'], outputs: ['dist/site/index.html'] },
  { name: 'native-tests',      title: 'C++ tests',                command: ['cmake', '--build', '--preset', 'native'], group: 'core-tests', advice: compilerAdvice },
];

async function installPackages({ groups, ...options }) {
  return ensurePackages([...groups, ...(await emscriptenGroup())], options);
}

async function useEmscripten(options) {
  const { version, root: folder, origin } = await ensureEmscripten(options);
  process.env.EMSCRIPTEN_ROOT = folder; // CMakePresets.json finds the toolchain file through it
  return `${version.join('.')} (${origin})`;
}

/** The steps of a command: those named, or all that are always wanted and those of its groups. */
export const wantedSteps = ({ groups, only }) =>
  steps.filter((one) => (only ? only.includes(one.name) : !one.group || groups.includes(one.group)));

async function perform(one, title, groups) {
  const words = [...(one.command ?? []), one.name.endsWith('configure') ? (process.env.EMSCRIPTEN_ROOT ?? '') : ''];
  const stamp = one.inputs && new Stamp(one.name, { ...one, words });
  await step(title, async (onLine) => {
    if (stamp?.isFresh()) return 'unchanged';
    stamp?.forget();
    forgetLog(one.name);
    const done = one.work
      ? await one.work({ groups, log: one.name, onLine })
      : void (await run(one.command, { log: one.name, onLine }));
    stamp?.keep();
    return done;
  }).catch((error) => {
    throw Object.assign(error, { stepTitle: one.title, advice: error.advice ?? one.advice });
  });
}

/** @param groups of packages and of steps that are not always wanted; @param only names of steps, instead */
export async function buildAll({ groups = ['build'], only } = {}) {
  await withLock(async () => {
    const wanted = wantedSteps({ groups, only });
    for (const [i, one] of wanted.entries()) await perform(one, `[${i + 1}/${wanted.length}] ${one.title}`, groups);
  });
}

if (isProgram(import.meta.url)) await main(() => buildAll());
