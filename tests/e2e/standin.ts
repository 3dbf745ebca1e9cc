/** Trained weights as the site serves them, made here in a moment: what a page does with a model does not depend on how good it is. */
import { createLearningEngine } from '../../web/engine/learning/index.ts';
import type { LearningSetup } from '../../web/engine/types/learning.ts';
import type { ServerOptions } from './server.ts';

interface Files {
  manifest: string;
  weights: Uint8Array;
}

const filesOf = async (setup: LearningSetup, steps: number): Promise<Files> => {
  const engine = await createLearningEngine({ inline: true });
  const run = await engine.open(setup);
  await run.train({ until: steps });
  const weights = await run.save('weights');
  const { loss, accuracy } = await run.score(0, 20);
  const { model, task, modelParams, taskParams, settings, seed } = run.setup;
  const manifest = JSON.stringify({
    command: 'attention-train',
    model,
    task,
    mechanism: '',
    model_params: modelParams,
    task_params: taskParams,
    settings,
    seed,
    parameters: run.parameters,
    precision: 'f32',
    bytes: weights.length,
    hash_200: '',
    data: { bytes: 0, crc32: 0 },
    seconds: 60,
    threads: 1,
    steps,
    metrics: { examples: 20, loss, accuracy },
  });
  engine.dispose();
  return { manifest, weights };
};

/** Serves models by their folder's name in place of those that are shipped. */
export const standingIn = (
  models: Readonly<Record<string, { setup: LearningSetup; steps: number }>>,
): Required<Pick<ServerOptions, 'intercept'>> & { ready: Promise<void> } => {
  const files = new Map<string, Files>();
  const ready = (async () => {
    for (const [name, { setup, steps }] of Object.entries(models)) files.set(name, await filesOf(setup, steps));
  })();
  return {
    ready,
    intercept: (path, _request, response) => {
      const [, name = '', file = ''] = /^models\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
      const found = files.get(name);
      if (!found) return false;
      if (file === 'manifest.json') response.writeHead(200, { 'Content-Type': 'application/json' }).end(found.manifest);
      else response.writeHead(200, { 'Content-Type': 'application/octet-stream' }).end(found.weights);
      return true;
    },
  };
};
