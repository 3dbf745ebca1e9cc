// `npm run lint`: layout and checks of C++ and TypeScript. `npm run lint -- --fix` mends what can be mended.
// All checks run, so that one run shows everything.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildAll } from './build.mjs';
import { forEachParallel } from './lib/pool.mjs';
import { bin, build, root } from './lib/paths.mjs';
import { explainFailure, main, step } from './lib/progress.mjs';
import { forgetLog, run } from './lib/run.mjs';
import { Stamp } from './lib/stamps.mjs';

const fix = process.argv.includes('--fix');

function sources(folders, ending) {
  return folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true })
        .filter((name) => ending.test(name))
        .map((name) => join(folder, name)),
    )
    .sort();
}

/** Minutes for everything, so a file is checked again only when it, a header or the list of checks changed. */
async function clangTidy(onLine) {
  const files = sources(['core'], /\.cpp$/);
  const headers = sources(['core'], /\.h$/);
  const failures = [];
  let done = 0;
  await forEachParallel(files, async (file) => {
    const stamp = new Stamp(`tidy-${file.replaceAll('/', '-')}`, { inputs: [file, '.clang-tidy', ...headers] });
    onLine(`${++done}/${files.length} ${file}`);
    if (stamp.isFresh()) return;
    stamp.forget();
    await run(['clang-tidy-19', '-p', join(build, 'native'), '--quiet', file], { log: 'clang-tidy' }).then(
      () => stamp.keep(),
      (error) => failures.push(error),
    );
  });
  if (failures.length)
    throw Object.assign(new Error(`${failures.length} of ${files.length} files`), {
      tail: failures.flatMap(({ tail }) => tail),
      logFile: failures[0].logFile,
    });
}

const command = (name, words) => (onLine) => run(words, { log: name, onLine });
const checks = {
  'clang-format': (onLine) =>
    run(
      [
        'clang-format-19',
        ...(fix ? ['-i'] : ['--dry-run', '-Werror']),
        ...sources(['core', 'wasm', 'tests'], /\.(cpp|h)$/),
      ],
      { log: 'clang-format', onLine },
    ),
  prettier: command('prettier', [join(bin, 'prettier'), fix ? '--write' : '--check', '--log-level', 'warn', '.']),
  eslint: command('eslint', [join(bin, 'eslint'), '.', '--max-warnings', '0', ...(fix ? ['--fix'] : [])]),
  tsc: command('tsc', [join(bin, 'tsc'), '--noEmit']),
  'clang-tidy': clangTidy,
};

await main(async () => {
  // The native build also writes compile_commands.json; generated types and styles are part of what tsc reads.
  await buildAll({ groups: ['build', 'lint'], only: ['packages', 'npm', 'native-configure', 'native', 'generate'] });
  let failed = 0;
  for (const [name, check] of Object.entries(checks)) {
    forgetLog(name);
    try {
      await step(name, async (onLine) => void (await check(onLine)));
    } catch (error) {
      explainFailure(
        Object.assign(error, { advice: fix ? undefined : 'npm run lint -- --fix mends layout and some more.' }),
      );
      ++failed;
    }
  }
  return failed ? 1 : 0;
});
