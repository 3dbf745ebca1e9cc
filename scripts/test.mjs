// `npm test`: sets up as `npm start` does, plus Chromium, and runs everything; the last line is the sum.
// `npm test -- core`, `web` or `e2e` runs a part, and what follows goes to its runner: `npm test -- e2e stepper`.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildAll } from './build.mjs';
import { bin, build, root } from './lib/paths.mjs';
import { main, say, seconds } from './lib/progress.mjs';
import { add, ctestResults, summary, vitestResults } from './lib/results.mjs';

const reports = join(build, 'test-reports');
const oracleErrors = join(reports, 'oracle-errors.tsv');
const vitest = (project, report, rest) => [
  join(bin, 'vitest'),
  ...['run', '--project', project, '--reporter', 'default', '--reporter', 'json', '--outputFile.json', report],
  ...rest,
];

const suites = {
  core: {
    title: 'C++ tests',
    command: (report, rest) => [
      'ctest',
      '--preset',
      'native',
      '--output-junit',
      report,
      ...(rest.length ? ['-R', rest.join('|')] : []),
    ],
    read: ctestResults,
  },
  web: {
    title: 'TypeScript and WebAssembly tests',
    command: (report, rest) => vitest('web', report, rest),
    read: (text) => vitestResults(JSON.parse(text)),
  },
  e2e: {
    title: 'Browser tests',
    command: (report, rest) => vitest('e2e', report, rest),
    read: (text) => vitestResults(JSON.parse(text)),
  },
};

function runSuite(name, rest) {
  const { title, command, read } = suites[name];
  const report = join(reports, name);
  mkdirSync(reports, { recursive: true });
  rmSync(report, { force: true }); // else a runner that dies at once would leave the last run's counts
  const began = performance.now();
  say(`\n${title}`);
  const [program, ...args] = command(report, rest);
  // What oracles find is written down, for the test that holds docs/guide/mechanisms.md against it: of a whole run alone.
  if (name === 'core') rmSync(oracleErrors, { force: true });
  const env = name === 'core' && !rest.length ? { ...process.env, ATTN_ORACLE_ERRORS: oracleErrors } : process.env;
  const { status } = spawnSync(program, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
  let result = { passed: 0, failed: 0, skipped: 0 };
  try {
    result = read(readFileSync(report, 'utf8'));
  } catch {
    say(`${title}: the runner left no report.`);
  }
  if (status !== 0 && !result.failed) result.failed = 1;
  if (result.passed + result.failed === 0) result.failed = 1; // a suite that ran nothing is not a success
  say(`${title}: ${summary(result)} (${seconds(began)})`);
  return result;
}

await main(async () => {
  const [part, ...rest] = process.argv.slice(2);
  if (part && !suites[part])
    throw Object.assign(new Error(`There is no part "${part}".`), {
      advice: `npm test [-- ${Object.keys(suites).join('|')} [filter]]`,
    });
  await buildAll({ groups: ['build', 'test', 'core-tests'] });
  const results = (part ? [part] : Object.keys(suites)).map((name) => runSuite(name, rest));
  const total = add(results);
  console.log(`\n${summary(total)}`);
  return total.failed ? 1 : 0;
});
