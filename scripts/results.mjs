// `npm run results -- <result>...`: trains what a result still lacks and writes docs/results/<result>.md, .json and
// .svg from the runs' manifests; without a name, all of them, and docs/results/README.md. `--quick` trains a twentieth
// of the updates and writes to build/results-quick instead: that everything works, not what comes out. `--as-is` trains
// nothing.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import prettier from 'prettier';
import { build, root } from './lib/paths.mjs';
import { buildAll } from './build.mjs';
import { main, step } from './lib/progress.mjs';
import { pages } from './results/pages.mjs';
import { plan } from './train/plan.mjs';
import { isDone, learningCatalog, manifestOf, needs, perform } from './train/runs.mjs';

const words = process.argv.slice(2);
const quick = words.includes('--quick');
const names = words.filter((word) => !word.startsWith('--'));
const asIs = words.includes('--as-is');
// As the commands in the manifests name it, from the project's folder.
const folder = quick ? 'build/runs-quick' : 'build/runs';
const target = quick ? join(build, 'results-quick') : join(root, 'docs', 'results');

/** In what the models, tasks and mechanisms of some runs are not what their papers describe: from their own files. */
const differences = (runs) => {
  const catalog = learningCatalog();
  const used = (kind, field) =>
    catalog[kind].filter(({ id, differs }) => differs && runs.some(([, manifest]) => manifest[field] === id));
  return [...used('models', 'model'), ...used('tasks', 'task'), ...used('discretizers', 'discretizer')]
    .map(({ name, differs }) => `- ${name}: ${differs}`)
    .join('\n');
};

const write = async (name, text) => {
  mkdirSync(target, { recursive: true });
  const parser = { md: 'markdown', json: 'json' }[name.split('.').at(-1)];
  const config = await prettier.resolveConfig(join(root, 'README.md'));
  writeFileSync(join(target, name), parser ? await prettier.format(text, { ...config, parser }) : text);
};

/** A twentieth of the way, and few words decoded. */
const shortened = (one) => {
  const args = { ...one.args, decode: 100, score: 200 };
  args['train.steps'] = Math.max(Math.round(args['train.steps'] / 20), 5);
  if (args.every) args.every = args['train.steps'];
  return { ...one, args };
};

async function manifestsOf(result) {
  const wanted = plan.filter((one) => one.result === result).map((one) => (quick ? shortened(one) : one));
  const manifests = [];
  for (const one of wanted) {
    if (!asIs && !isDone(one, folder))
      await step(one.name, (onLine) => perform(one, folder, onLine).then(() => 'done'));
    // A run of another command is not this result's.
    if (isDone(one, folder)) manifests.push([one, manifestOf(one, folder)]);
  }
  return manifests;
}

/** Curves stay with the runs: a page's data are what its table and figure are made of. */
const kept = (manifest) => ({ ...manifest, curve: undefined });

async function page(result) {
  const { title, text, figure, also } = pages[result];
  const runs = await manifestsOf(result);
  if (!runs.length) return undefined;
  const total = runs.reduce((sum, [, manifest]) => sum + manifest.seconds, 0);
  await write(`${result}.json`, JSON.stringify(runs.map(([, manifest]) => kept(manifest))));
  if (figure) await write(`${result}.svg`, figure(runs));
  for (const [name, content] of Object.entries(also?.() ?? {})) await write(name, content);
  await write(
    `${result}.md`,
    `# ${title}

<!-- Made by \`npm run results -- ${result}\`; do not edit. -->

${text(runs)}
${figure ? `\n![${title}](${result}.svg)\n` : ''}
## Where it differs from the papers

${differences(runs)}

Made by \`npm run results -- ${result}\` in ${(total / 60).toFixed(0)} minutes by the clock, beside other work; seed ${runs[0][1].seed}; each run's
command, settings and numbers: [${result}.json](${result}.json).`,
  );
  return { result, title, total };
}

await main(async () => {
  if (!asIs) await buildAll({ groups: ['build'], only: needs });
  const done = [];
  for (const result of names.length ? names : Object.keys(pages)) {
    if (!pages[result])
      throw Object.assign(new Error(`no result "${result}"`), { advice: Object.keys(pages).join(', ') });
    const made = await page(result);
    if (made) done.push(made);
  }
  if (names.length) return;
  await write(
    'README.md',
    `# Results

<!-- Made by \`npm run results\`; do not edit. -->

${done.map(({ result, title }) => `- [${title}](${result}.md)`).join('\n')}

## Every run, as planned

| run | result | minutes planned | ships |
| --- | --- | --- | --- |
${plan.map((one) => `| \`${one.name}\` | ${one.result} | ${one.minutes} | ${one.ships ? 'yes' : ''} |`).join('\n')}

Together ${plan.reduce((sum, one) => sum + one.minutes, 0)} minutes on two cores.`,
  );
});
