// The C++ tests: their executable, started once for each processor. CTest starts it anew for every test, and thousands of
// starts take longer than the tests.
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { root } from './paths.mjs';
import { add, gtestResults } from './results.mjs';

const shard = (program, report, index, shards, { filter, env }) =>
  new Promise((resolve) => {
    rmSync(report, { force: true }); // else one that dies at once would leave the last run's counts
    const args = ['--gtest_brief=1', `--gtest_output=json:${report}`, ...(filter ? [`--gtest_filter=${filter}`] : [])];
    spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...env, GTEST_TOTAL_SHARDS: String(shards), GTEST_SHARD_INDEX: String(index) },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
      .on('error', () => resolve(1))
      .on('close', (status) => resolve(status ?? 1));
  });

/** Words that names of tests contain, as Google Test writes that; none for all tests. */
export const filterOf = (words) => words.map((word) => (/[*?:-]/.test(word) ? word : `*${word}*`)).join(':');

/** Runs them all; a shard that leaves no report, or fails without a failed test, counts as one failure. */
export async function runGtest(program, report, { words = [], env = {} } = {}) {
  const shards = availableParallelism();
  const files = Array.from({ length: shards }, (_, i) => `${report}-${i}.json`);
  const filter = filterOf(words);
  const ends = await Promise.all(files.map((file, i) => shard(program, file, i, shards, { filter, env })));
  return add(
    ends.map((status, i) => {
      try {
        const result = gtestResults(JSON.parse(readFileSync(files[i], 'utf8')));
        return status && !result.failed ? { ...result, failed: 1 } : result;
      } catch {
        return { passed: 0, failed: 1, skipped: 0 };
      }
    }),
  );
}
