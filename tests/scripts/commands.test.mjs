import { mkdtempSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { steps, wantedSteps } from '../../scripts/build.mjs';
import { withLock } from '../../scripts/lib/lock.mjs';
import { startOptions } from '../../scripts/lib/options.mjs';
import { installAdvice, missing, packages } from '../../scripts/lib/packages.mjs';
import { filterOf } from '../../scripts/lib/gtest.mjs';
import { add, gtestResults, summary, vitestResults } from '../../scripts/lib/results.mjs';
import { CommandFailed, plainText, quote, run } from '../../scripts/lib/run.mjs';
import { Stamp } from '../../scripts/lib/stamps.mjs';

const scratch = () => mkdtempSync(join(tmpdir(), 'attention-scripts-'));

describe('npm start', () => {
  it.each([
    [[], {}, 5173, false],
    [['--port', '8080'], {}, 8080, true],
    [['--port=8080'], {}, 8080, true],
    [[], { npm_config_port: '8080' }, 8080, true], // npm start --port 8080
    [['8080'], { npm_config_port: 'true' }, 8080, true], // the same, from an npm that does not know its kind
    [['--port', '0'], {}, 0, true],
  ])('%j %j -> port %i', (args, env, port, fixedPort) =>
    expect(startOptions(args, env)).toMatchObject({ port, fixedPort }),
  );

  it.each([[['--port', 'x']], [['--port', '70000']], [['--port', '']], [['--prot', '1']], [['stray']]])(
    'refuses %j and says what it takes',
    (args) => {
      expect(() => startOptions(args)).toThrow(
        expect.objectContaining({ advice: expect.stringContaining('--port N') }),
      );
    },
  );

  it('is isolated unless told otherwise', () => {
    expect(startOptions([]).isolated).toBe(true);
    expect(startOptions(['--no-isolation']).isolated).toBe(false);
  });
});

describe('the steps of a command', () => {
  it('are those it performs, so that the last one counted is the last one seen', () => {
    const start = wantedSteps({ groups: ['build'] });
    expect(start.at(-1).name).toBe('site');
    expect(start.some(({ name }) => name === 'native-tests')).toBe(false);
    expect(wantedSteps({ groups: ['build', 'core-tests'] }).at(-1).name).toBe('native-tests');
    expect(wantedSteps({ groups: [], only: ['native', 'packages'] }).map(({ name }) => name)).toEqual([
      'packages',
      'native',
    ]);
  });
});

describe('a log', () => {
  it('has no codes for colours, also where they come in two pieces', () => {
    const plain = plainText();
    expect(plain('\x1b[31merror\x1b[')).toBe('error');
    expect(plain('0m: no\x1b')).toBe(': no');
    expect(plain('[1mthing\x1b[22m\n')).toBe('thing\n');
  });

  it('fails with a plain tail', async () => {
    const script = "console.error('\\x1b[31mred\\x1b[39m'); process.exit(3)";
    await expect(run([process.execPath, '-e', script], { log: 'test-colours' })).rejects.toMatchObject({
      tail: ['red'],
    });
  });
});

describe('system packages', () => {
  it('names what is missing of the groups asked for, and nothing else', () => {
    const wanted = missing(['build', 'test'], ({ deb }) => deb !== 'chromium' && deb !== 'clang-tidy-19');
    expect(wanted.map(({ deb }) => deb)).toEqual(['chromium']);
  });

  it('says exactly what to type on Debian, and what is meant elsewhere', () => {
    const wanted = packages.filter(({ deb }) => ['cmake', 'ninja-build'].includes(deb));
    expect(installAdvice(wanted, { apt: true })).toContain('sudo apt-get install -y cmake ninja-build');
    expect(installAdvice(wanted, { apt: false })).toContain('runs the builds');
  });
});

describe('stamps', () => {
  let base, stamp;
  const make = (words = []) =>
    new Stamp('one', { inputs: ['in', 'gone'], outputs: ['out'], words }, base, join(base, 'stamps'));
  beforeEach(() => {
    base = scratch();
    mkdirSync(join(base, 'in/deep'), { recursive: true });
    writeFileSync(join(base, 'in/deep/a'), '1');
    writeFileSync(join(base, 'out'), '');
    stamp = make();
    stamp.forget();
    stamp.keep();
  });

  it('is fresh until something changes', () => expect(make().isFresh()).toBe(true));
  it('is not before the first success', () =>
    expect(new Stamp('two', { inputs: [] }, base, base).isFresh()).toBe(false));
  it('looks at content, not at times', () => {
    utimesSync(join(base, 'in/deep/a'), 1, 1);
    expect(make().isFresh()).toBe(true);
    writeFileSync(join(base, 'in/deep/a'), '2');
    expect(make().isFresh()).toBe(false);
  });
  it('notices a file that is new, and one that is gone', () => {
    writeFileSync(join(base, 'in/b'), '');
    expect(make().isFresh()).toBe(false);
    rmSync(join(base, 'in/b'));
    expect(make().isFresh()).toBe(true);
    rmSync(join(base, 'in/deep/a'));
    expect(make().isFresh()).toBe(false);
  });
  it('notices that an output is gone', () => {
    rmSync(join(base, 'out'));
    expect(make().isFresh()).toBe(false);
  });
  it('notices another command', () => expect(make(['other']).isFresh()).toBe(false));
  it('is not kept by work that stopped halfway', () => {
    make().forget();
    expect(make().isFresh()).toBe(false);
  });
  it('sees a file that was saved during the work', () => {
    const running = make();
    running.forget();
    writeFileSync(join(base, 'in/deep/a'), 'saved meanwhile');
    running.keep();
    expect(make().isFresh()).toBe(false);
  });
});

describe('running a program', () => {
  it('gives its output, and its lines as they come', async () => {
    const lines = [];
    expect(await run(['sh', '-c', 'echo one; echo two >&2'], { log: 'test', onLine: (line) => lines.push(line) })).toBe(
      'one\n',
    );
    expect(lines.sort()).toEqual(['one', 'two']);
  });
  it('carries the end of the log when it fails', async () => {
    const error = await run(['sh', '-c', 'seq 100; exit 3'], { log: 'test' }).catch((error) => error);
    expect(error).toBeInstanceOf(CommandFailed);
    expect(error.message).toContain('exit code 3');
    expect(error.tail.at(-1)).toBe('100');
    expect(error.tail.length).toBe(30);
  });
  it('says that a program is not there', async () => {
    await expect(run(['no-such-program'], { log: 'test' })).rejects.toThrow('no-such-program: not found');
  });
  it('quotes commands so that they can be pasted', () => expect(quote(['a', "it's b"])).toBe(`a 'it'\\''s b'`));
});

describe('the lock', () => {
  it('lets one in at a time, and is free again after a failure', async () => {
    const file = join(scratch(), 'lock');
    const order = [];
    const work = (name, fails) => async () => {
      order.push(`${name} in`);
      await new Promise((resolve) => setTimeout(resolve, 50));
      order.push(`${name} out`);
      if (fails) throw new Error(name);
    };
    await Promise.all([expect(withLock(work('a', true), file)).rejects.toThrow('a'), withLock(work('b'), file)]);
    expect(order).toEqual(['a in', 'a out', 'b in', 'b out']);
  });
  it('ignores one whose holder is gone', async () => {
    const file = join(scratch(), 'lock');
    writeFileSync(file, '999999999');
    expect(await withLock(() => 'in', file)).toBe('in');
  });
});

describe('counting tests', () => {
  it('reads Google Test', () => {
    const ran = { status: 'RUN', result: 'COMPLETED' };
    const suite = (...testsuite) => ({ testsuite });
    const testsuites = [
      suite(ran, { ...ran, failures: [{ failure: 'x' }] }),
      suite({ status: 'RUN', result: 'SKIPPED' }, { status: 'NOTRUN', result: 'SUPPRESSED' }, ran),
    ];
    expect(gtestResults({ testsuites })).toEqual({ passed: 2, failed: 1, skipped: 2 });
  });
  it('finds C++ tests by a word of their name, or by a pattern', () => {
    expect(filterOf([])).toBe('');
    expect(filterOf(['Softmax', 'Every/*.*/additive'])).toBe('*Softmax*:Every/*.*/additive');
  });
  const report = (more) => ({
    numPassedTests: 5,
    numFailedTests: 0,
    numPendingTests: 1,
    numTodoTests: 1,
    success: true,
    testResults: [],
    ...more,
  });
  it('reads Vitest', () => expect(vitestResults(report())).toEqual({ passed: 5, failed: 0, skipped: 2 }));
  it('counts a file that does not load', () => {
    const testResults = [{ status: 'failed', assertionResults: [] }];
    expect(vitestResults(report({ success: false, testResults })).failed).toBe(1);
  });
  it('does not count a file’s failed tests twice', () => {
    const testResults = [{ status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'failed' }] }];
    expect(vitestResults(report({ success: false, numFailedTests: 2, testResults })).failed).toBe(2);
  });
  it('counts an error outside of any test', () => expect(vitestResults(report({ success: false })).failed).toBe(1));
  it('sums', () => {
    expect(
      summary(
        add([
          { passed: 1, failed: 0, skipped: 0 },
          { passed: 2, failed: 1, skipped: 0 },
        ]),
      ),
    ).toBe('3 passed, 1 failed');
    expect(summary({ passed: 1, failed: 0, skipped: 2 })).toBe('1 passed, 0 failed, 2 skipped');
  });
});

describe('the table of steps', () => {
  it('has a name of its own for each, and says what each is', () => {
    expect(new Set(steps.map(({ name }) => name)).size).toBe(steps.length);
    for (const one of steps) expect(one.title && (one.command || one.work)).toBeTruthy();
  });
});
