// What tests/core/variants/oracle_errors.h writes, and which tests write it.

/** id -> { cells, absolute, relative }; lines of one mechanism come from tests in processes of their own. */
export function oracleErrors(text) {
  const errors = new Map();
  for (const line of text.split('\n').filter(Boolean)) {
    const [id, cells, absolute, relative] = line.split('\t');
    const sum = errors.get(id) ?? { cells: 0, absolute: 0, relative: 0 };
    errors.set(id, {
      cells: sum.cells + Number(cells),
      absolute: Math.max(sum.absolute, Number(absolute)),
      relative: Math.max(sum.relative, Number(relative)),
    });
  }
  return errors;
}

/** The tests of tests/core/variants/<id>_test.cpp in GoogleTest's list, as its filter names them. */
export function oracleTests(list) {
  return list.testsuites.flatMap(({ name: suite, testsuite }) =>
    testsuite
      .filter(({ file, value_param }) => file.includes('core/variants/') && value_param === undefined)
      .map(({ name }) => `${suite}.${name}`),
  );
}
