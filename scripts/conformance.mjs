// Runs every case below the given folders: `npm run conformance -- [--backend native|wasm|both] DIR...`
// One line for each failure and each case left out, with the reason; the last line is `N passed, M failed`. A case passes
// when it passes on every backend asked for.
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { jsonFiles, readCases } from './conformance/cases.mjs';
import { difference } from './conformance/compare.mjs';
import { openNative } from './conformance/native.mjs';
import { LeftOut } from './conformance/left-out.mjs';
import { openWasm } from './conformance/wasm.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const native = join(root, 'build/native/attention-numeric');
const engine = join(root, 'dist/engine/attention-engine.mjs');

const open = {
  native: async () => {
    if (!existsSync(native)) throw new Error(`${native} is missing: run "npm run build" first`);
    return openNative(native);
  },
  wasm: async () => {
    if (!existsSync(engine)) throw new Error(`${engine} is missing: run "npm run build" first`);
    return openWasm(engine);
  },
};

const faultsOf = async (one, backend) => {
  try {
    return (await one.run(backend)).map(({ expected, got }) => difference(expected, got)).filter(Boolean);
  } catch (error) {
    if (error instanceof LeftOut) throw error;
    return [error.message];
  }
};

/** What is wrong with a case, on any backend; throws where it is to be left out. */
const verdict = async (one, backends) => {
  if (one.leftOut) throw new LeftOut(one.leftOut);
  if (one.broken) return [one.broken];
  const faults = [];
  for (const backend of backends)
    for (const fault of await faultsOf(one, backend)) faults.push(`${backend.name}: ${fault}`);
  return faults;
};

/** Runs the cases; `say` gets a line at a time. */
export const runConformance = async (folders, which, say) => {
  const files = folders.flatMap((folder) => jsonFiles(folder));
  const backends = await Promise.all((which === 'both' ? ['native', 'wasm'] : [which]).map((name) => open[name]()));
  const count = { passed: 0, failed: 0, leftOut: 0 };
  try {
    for (const one of files.flatMap(readCases)) {
      try {
        const faults = await verdict(one, backends);
        if (faults.length) say(`FAILED ${one.name}: ${faults.join('; ')}`);
        ++count[faults.length ? 'failed' : 'passed'];
      } catch (error) {
        if (!(error instanceof LeftOut)) throw error;
        say(`left out ${one.name}: ${error.message}`);
        ++count.leftOut;
      }
    }
  } finally {
    for (const backend of backends) backend.close();
  }
  return count;
};

const main = async () => {
  const { values, positionals } = parseArgs({
    options: { backend: { type: 'string', default: 'both' } },
    allowPositionals: true,
  });
  if (!['native', 'wasm', 'both'].includes(values.backend)) throw new Error('--backend takes native, wasm or both');
  if (!positionals.length) throw new Error('name at least one folder of cases: npm run conformance -- DIR...');
  const { passed, failed, leftOut } = await runConformance(positionals, values.backend, (line) => console.log(line));
  if (leftOut) console.log(`${leftOut} left out`);
  if (passed + failed === 0) console.log('no case was run');
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed || passed === 0 ? 1 : 0;
};

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await main().catch((error) => {
    console.error(`conformance: ${error.message}`);
    console.log('0 passed, 0 failed');
    process.exitCode = 1;
  });
}
