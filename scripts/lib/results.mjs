// How many tests passed, failed and were skipped, read from what the runners write.

/** Google Test's JSON report. */
export function gtestResults({ testsuites }) {
  const tests = testsuites.flatMap(({ testsuite }) => testsuite);
  const failed = tests.filter(({ failures }) => failures?.length).length;
  const ran = tests.filter(({ status, result }) => status === 'RUN' && result === 'COMPLETED').length;
  return { passed: ran - failed, failed, skipped: tests.length - ran };
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
