// `npm run train`: every training run of scripts/train/plan.mjs that is not done yet, one after the other; a run that
// was stopped goes on where its last checkpoint stands. `npm run train -- g2p shaw_2` takes runs or results by name,
// `--list` only says what there is and what is done.
//
// Runs stand in build/runs/<name>/ (manifest.json, weights.safetensors); the weights that pages load are copied to
// web/models/<name>/ with their manifests.
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildAll } from './build.mjs';
import { root } from './lib/paths.mjs';
import { main, say, step } from './lib/progress.mjs';
import { plan } from './train/plan.mjs';
import { isDone, needs, perform } from './train/runs.mjs';

// As the commands in the manifests name it, from the project's folder.
const folder = 'build/runs';

function ship(one) {
  const target = join(root, 'web', 'models', one.name);
  mkdirSync(target, { recursive: true });
  for (const file of ['weights.safetensors', 'manifest.json'])
    copyFileSync(join(folder, one.name, file), join(target, file));
}

function chosen(names) {
  const unknown = names.filter((name) => !plan.some((one) => one.name === name || one.result === name));
  if (unknown.length) throw Object.assign(new Error(`no run or result ${unknown.join(', ')}`), { advice: '--list' });
  return plan.filter((one) => !names.length || names.includes(one.name) || names.includes(one.result));
}

await main(async () => {
  const words = process.argv.slice(2);
  const runs = chosen(words.filter((word) => !word.startsWith('--')));
  if (words.includes('--list')) {
    for (const one of runs)
      say(
        `${isDone(one, folder) ? 'done' : '    '}  ${one.name.padEnd(28)} ${String(one.minutes).padStart(3)} min  ${one.result}`,
      );
    return;
  }
  await buildAll({ groups: ['build'], only: needs });
  for (const one of runs) {
    if (!isDone(one, folder))
      await step(one.name, async (onLine) => {
        const { metrics, seconds } = await perform(one, folder, onLine);
        return `${(seconds / 60).toFixed(1)} min, WER ${metrics.wer ?? '-'}, accuracy ${metrics.accuracy}`;
      });
    if (one.ships) ship(one);
  }
});
