// `npm run measure`: medians of the page and of the kernels in one table, and what ten minutes of training do to the page.
// `npm run measure -- page` (or kernels, training) measures a part.
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = join(dirname(fileURLToPath(import.meta.url)), 'measure');

/** Each part exports `measure()`, which gives rows { name, value, unit, limit?, atLeast? }. */
const parts = ['page', 'kernels', 'training'];
const wanted = process.argv.slice(2);
for (const name of wanted)
  if (!parts.includes(name)) throw new Error(`no part "${name}"; there are ${parts.join(', ')}`);

const kept = ({ value, limit, atLeast }) => {
  if (limit === undefined && atLeast === undefined) return '';
  return (limit === undefined || value <= limit) && (atLeast === undefined || value >= atLeast) ? 'kept' : 'MISSED';
};

const goal = ({ limit, atLeast, unit }) => {
  if (limit === undefined) return atLeast === undefined ? '' : `at least ${atLeast} ${unit}`;
  return atLeast === undefined ? `at most ${limit} ${unit}` : `${atLeast} to ${limit} ${unit}`;
};

const figure = (value) => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3));

const rows = [];
for (const part of wanted.length ? wanted : parts) {
  const file = join(here, `${part}.mjs`);
  const { measure } = await import(pathToFileURL(file).href);
  rows.push(...(await measure()));
}

const widest = Math.max(...rows.map((row) => row.name.length));
for (const row of rows) {
  const value = `${figure(row.value)} ${row.unit}`;
  const quiet = row.quiet === undefined ? '' : `(${row.quiet} quiet samples)`;
  console.log(
    `${row.name.padEnd(widest)}  ${value.padStart(14)}  ${goal(row).padEnd(18)} ${kept(row).padEnd(6)} ${quiet}`.trimEnd(),
  );
}
// The servers of the measurements would keep the process alive.
process.exit(rows.some((row) => kept(row) === 'MISSED') ? 1 : process.exitCode);
