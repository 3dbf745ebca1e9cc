// How many tests passed, failed and were skipped, read from what the runners write.

/** CTest's JUnit file. */
export function ctestResults(xml) {
  const suite = /<testsuite\b[^>]*>/.exec(xml)?.[0] ?? '';
  const count = (name) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(suite)?.[1] ?? 0);
  const skipped = count('skipped') + count('disabled');
  return { passed: count('tests') - count('failures') - skipped, failed: count('failures'), skipped };
}

/** Vitest's JSON report. A file that does not even load has no test that could fail: it counts as one. */
export function vitestResults(report) {
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((one) => one.status === 'failed'),
  ).length;
  const failed = report.numFailedTests + broken;
  return {
    passed: report.numPassedTests,
    // An error outside of any test (an unhandled rejection) fails the run as well.
    failed: failed || report.success ? failed : 1,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

export function add(results) {
  const sum = (name) => results.reduce((total, one) => total + one[name], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}

export function summary({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;
}
