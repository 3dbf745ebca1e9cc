// `npm run size`: what the one-file figure weighs on the wire, by part; fails above the limit.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/paths.mjs';
import { main } from './lib/progress.mjs';
import { gzipped, limit } from './lib/weight.mjs';

const whole = 'dist/attention-playground.js';
const parts = { 'WebAssembly (simd)': 'build/wasm/figure.wasm', 'starter model': 'build/models/starter.bin' };

/** Rows of [name, bytes]; the last is the whole, the one before it what the named parts leave. */
export function table(total, named) {
  const rest = total - Object.values(named).reduce((sum, size) => sum + size, 0);
  return [...Object.entries(named), ['script, styles, formulas', rest], [whole, total]];
}

await main(() => {
  const file = join(root, whole);
  if (!existsSync(file)) throw Object.assign(new Error(`${whole} is missing.`), { advice: 'npm run build' });
  const size = (path) => gzipped(readFileSync(join(root, path)));
  const total = size(whole);
  for (const [name, bytes] of table(
    total,
    Object.fromEntries(Object.entries(parts).map(([name, path]) => [name, size(path)])),
  ))
    console.log(`${name.padEnd(32)} ${(bytes / 1000).toFixed(1).padStart(7)} kB gzipped`);
  console.log(`limit ${limit / 1000} kB: ${total <= limit ? 'kept' : 'EXCEEDED'}`);
  return total <= limit ? 0 : 1;
});
