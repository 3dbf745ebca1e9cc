// `npm test`: sets up as `npm start` does, plus Chromium, and runs everything; the last line is the sum.
// `npm test -- core`, `web` or `e2e` runs a part, and what follows goes to its runner: `npm test -- e2e stepper`.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildAll } from './build.mjs';
import { bin, build, root } from './lib/paths.mjs';
import { main, say, seconds } from './lib/progress.mjs';
import { runGtest } from './lib/gtest.mjs';
import { add, summary, vitestResults } from './lib/results.mjs';

const reports = join(build, 'test-reports');
const oracleErrors = join(reports, 'oracle-errors.tsv');

// What oracles find is written down, for the test that holds docs/guide/mechanisms.md against it: of a whole run alone.
function core(report, words) {
  rmSync(oracleErrors, { force: true });
  const env = words.length ? {} : { ATTN_ORACLE_ERRORS: oracleErrors };
  return runGtest(join(build, 'native', 'attn_tests'), report, { words, env });
}

const vitest = (project) => (report, rest) => {
  rmSync(report, { force: true }); // else a runner that dies at once would leave the last run's counts
  const reporters = ['--reporter', 'default', '--reporter', 'json', '--outputFile.json', report];
  const args = ['run', '--project', project, ...reporters, ...rest];
  const { status } = spawnSync(join(bin, 'vitest'), args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  const result = existsSync(report)
    ? vitestResults(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: 0, failed: 1, skipped: 0 };
  return status && !result.failed ? { ...result, failed: 1 } : result;
};

const suites = {
  core: { title: 'C++ tests', run: core },
  web: { title: 'TypeScript and WebAssembly tests', run: vitest('web') },
  e2e: { title: 'Browser tests', run: vitest('e2e') },
};

async function runSuite(name, rest) {
  const { title, run } = suites[name];
  mkdirSync(reports, { recursive: true });
  const began = performance.now();
  say(`\n${title}`);
  const result = await run(join(reports, name), rest);
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
  const results = [];
  for (const name of part ? [part] : Object.keys(suites)) results.push(await runSuite(name, rest));
  const total = add(results);
  console.log(`\n${summary(total)}`);
  return total.failed ? 1 : 0;
});
