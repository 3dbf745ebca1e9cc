import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { oracleErrors, oracleTests } from '../../scripts/figures/oracle-errors.mjs';
import { errorsIn, pageFile, render } from '../../scripts/figures/page.mjs';
import { linesOf } from '../../scripts/figures/source.mjs';
import { build, root } from '../../scripts/lib/paths.mjs';

const again = 'run "npm run figures"';
const page = () => readFileSync(join(root, pageFile), 'utf8');
const entries = JSON.parse(readFileSync(join(root, 'web/generated/catalog.json'), 'utf8')).entries.filter(
  ({ kind }) => kind === 'variant',
);

describe('the page of the mechanisms', () => {
  it('has every mechanism, each compared with an oracle', () => {
    const errors = errorsIn(page());
    expect([...errors.keys()].sort(), again).toEqual(entries.map(({ id }) => id).sort());
    for (const [id, { cells, relative }] of errors) {
      expect(cells, `${id} has no oracle`).toBeGreaterThan(0);
      expect(relative, id).toBeLessThan(1e-3); // tests allow 5e-4, at a temperature of 0.01
    }
  });

  it('has no figure written by hand: all but the errors follow from the catalogue and the files', () => {
    expect(page() === render({ entries, errors: errorsIn(page()), lines: linesOf(entries) }), again).toBe(true);
  });

  // Written by `npm test` and `npm test -- core`; older than the tests themselves it tells of others.
  const record = join(build, 'test-reports/oracle-errors.tsv');
  const tests = join(build, 'native/attn_tests');
  const fresh = existsSync(record) && existsSync(tests) && statSync(record).mtimeMs > statSync(tests).mtimeMs;
  it.skipIf(!fresh)('has the errors that the last run of the tests met', () => {
    const met = oracleErrors(readFileSync(record, 'utf8'));
    const said = errorsIn(page());
    expect([...met.keys()].sort(), again).toEqual([...said.keys()].sort());
    for (const [id, { cells, absolute, relative }] of met) {
      expect(said.get(id).cells, `${id}: ${again}`).toBe(cells);
      // Two digits are shown; the last hangs on the double functions of the machine's library.
      const near = (error) => error * 0.1 + Number.MIN_VALUE;
      expect(Math.abs(said.get(id).absolute - absolute), `${id}: ${again}`).toBeLessThanOrEqual(near(absolute));
      expect(Math.abs(said.get(id).relative - relative), `${id}: ${again}`).toBeLessThanOrEqual(near(relative));
    }
  });
});

describe('the record of the oracles', () => {
  it('adds up what processes wrote', () => {
    expect(oracleErrors('dot\t3\t1e-6\t2e-7\nrotary\t1\t0\t0\ndot\t4\t5e-7\t3e-7\n')).toEqual(
      new Map([
        ['dot', { cells: 7, absolute: 1e-6, relative: 3e-7 }],
        ['rotary', { cells: 1, absolute: 0, relative: 0 }],
      ]),
    );
  });

  it('comes from the tests of mechanisms, not from those of all', () => {
    const list = {
      testsuites: [
        { name: 'Dot', testsuite: [{ name: 'Refuses', file: '../tests/core/graph/ops/dot_test.cpp' }] },
        { name: 'LuongDot', testsuite: [{ name: 'EqualsItsOracle', file: '../tests/core/variants/dot_test.cpp' }] },
        {
          name: 'Every/Laws',
          testsuite: [{ name: 'OrderBlind/dot', file: '../tests/core/variants/laws_test.cpp', value_param: 'dot' }],
        },
      ],
    };
    expect(oracleTests(list)).toEqual(['LuongDot.EqualsItsOracle']);
  });
});

it('a page says what its parts say', () => {
  const entry = (id, more) => ({
    id,
    name: id,
    family: 'one',
    summary: 'S.',
    papers: [{ year: 2020 }],
    laws: [],
    ...more,
  });
  const text = render({
    entries: [entry('a', { laws: [{}, {}] }), entry('b_c', { name: 'B | C', laws: [{}] })],
    errors: new Map([
      ['a', { cells: 1234, absolute: 1.26e-6, relative: 4e-7 }],
      ['b_c', { cells: 1, absolute: 0, relative: 0 }],
    ]),
    lines: new Map([
      ['a', 10],
      ['b_c', 21],
    ]),
  });
  expect(text).toContain('| mechanisms | 2 |');
  expect(text).toContain('| laws, each of them a test | 3 |');
  expect(text).toContain('| cells compared with an oracle | 1,235 |');
  expect(text).toContain("| lines of a mechanism's file, median | 15.5 |");
  expect(text).toContain('| [a](../../core/variants/a.cpp) | one | 1,234 | 1.3e-6 | 4.0e-7 | 2 | 10 |');
  expect(text).toContain('- [B \\| C](../../core/variants/b_c.cpp) (`b_c`, 2020): S.');
  expect(errorsIn(text)).toEqual(
    new Map([
      ['a', { cells: 1234, absolute: 1.3e-6, relative: 4e-7 }],
      ['b_c', { cells: 1, absolute: 0, relative: 0 }],
    ]),
  );
});
