// Runs every operator case below the given folders: `npm run conformance -- [--backend native|wasm|both] DIR...`
// One line per failure; the last line is `N passed, M failed`. A case passes when it passes on every backend asked for.
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { jsonFiles, readCase } from './conformance/cases.mjs';
import { difference } from './conformance/compare.mjs';
import { openNative } from './conformance/native.mjs';
import { callOf, operators } from './conformance/ops.mjs';
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
    const { method, args, expected } = callOf(one);
    const results = await backend.call(method, args);
    return expected.map((tensor) => difference(tensor, results[tensor.result])).filter(Boolean);
  } catch (error) {
    return [error.message];
  }
};

/** Runs the cases; `say` gets a line at a time. */
export const runConformance = async (folders, which, say) => {
  const files = folders.flatMap((folder) => jsonFiles(folder));
  const backends = await Promise.all((which === 'both' ? ['native', 'wasm'] : [which]).map((name) => open[name]()));
  const count = { passed: 0, failed: 0, leftOut: 0 };
  try {
    for (const one of files.map(readCase)) {
      if (one.leftOut || (one.node && !operators[one.node.op])) {
        say(
          `left out ${one.name}: ${one.leftOut ?? `operator ${one.node.op} is not one of ${Object.keys(operators).join(', ')}`}`,
        );
        ++count.leftOut;
        continue;
      }
      const faults = one.broken ? [one.broken] : [];
      if (!one.broken)
        for (const backend of backends)
          for (const fault of await faultsOf(one, backend)) faults.push(`${backend.name}: ${fault}`);
      if (faults.length) say(`FAILED ${one.name}: ${faults.join('; ')}`);
      ++count[faults.length ? 'failed' : 'passed'];
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
  const { passed, failed } = await runConformance(positionals, values.backend, (line) => console.log(line));
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
