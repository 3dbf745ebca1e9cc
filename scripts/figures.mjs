// `npm run figures`: compares every mechanism with its oracle and writes docs/guide/mechanisms.md.
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildAll } from './build.mjs';
import { oracleErrors, oracleTests } from './figures/oracle-errors.mjs';
import { pageFile, render } from './figures/page.mjs';
import { linesOf } from './figures/source.mjs';
import { build, root } from './lib/paths.mjs';
import { main, step } from './lib/progress.mjs';
import { forgetLog, run } from './lib/run.mjs';

const native = (name) => join(build, 'native', name);

const catalogue = () =>
  JSON.parse(execFileSync(native('attention-catalog'), { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }));

async function measure(onLine) {
  const list = join(build, 'oracle-tests.json');
  const record = join(build, 'oracle-errors.tsv');
  rmSync(record, { force: true });
  forgetLog('figures');
  await run([native('attn_tests'), '--gtest_list_tests', `--gtest_output=json:${list}`], { log: 'figures' });
  const tests = oracleTests(JSON.parse(readFileSync(list, 'utf8')));
  await run([native('attn_tests'), `--gtest_filter=${tests.join(':')}`], {
    log: 'figures',
    onLine,
    env: { ATTN_ORACLE_ERRORS: record },
  });
  return oracleErrors(readFileSync(record, 'utf8'));
}

await main(async () => {
  const only = ['packages', 'native-configure', 'native', 'native-tests'];
  await buildAll({ groups: ['build', 'test', 'core-tests'], only });
  let errors;
  await step('Oracles', async (onLine) => {
    errors = await measure(onLine);
    return `${errors.size} mechanisms`;
  });
  const entries = catalogue().entries.filter(({ kind }) => kind === 'variant');
  const without = entries.filter(({ id }) => !errors.has(id));
  if (without.length)
    throw Object.assign(new Error(`Compared with no oracle: ${without.map(({ id }) => id).join(', ')}.`), {
      advice: 'write tests/core/variants/<id>_test.cpp with `expect_near`, as the others have it.',
    });
  writeFileSync(join(root, pageFile), render({ entries, errors, lines: linesOf(entries) }));
  console.log(pageFile);
});
