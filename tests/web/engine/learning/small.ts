/** A small run of whatever the catalogue holds: what is tested with it does not depend on which. */
import { createLearningEngine } from '../../../../web/engine/learning/index.ts';
import type { LearningClient } from '../../../../web/engine/learning/learning-client.ts';
import type {
  LearningRun,
  LearningSetup,
  LearningUpdate,
  TrainOptions,
} from '../../../../web/engine/types/learning.ts';

export const startLearning = async (): Promise<LearningClient> =>
  (await createLearningEngine({ inline: true })) as LearningClient;

/** The first model of sequences on the first task by rule, every size at its smallest. */
export const small = (engine: LearningClient, settings: LearningSetup['settings'] = {}, seed = 1): LearningSetup => {
  const { models, tasks } = engine.catalog;
  const model = models.find((one) => one.kind === 'sequences')!;
  const task = tasks.find((one) => one.kind === 'sequences' && !one.data && one.params.length > 0)!;
  const sizes = model.params.filter((spec) => spec.kind === 'integer').map((spec) => [spec.id, spec.min ?? 1]);
  return {
    model: model.id,
    task: task.id,
    modelParams: Object.fromEntries(sizes),
    settings: { batch: 4, steps: 1000, ...settings },
    seed,
  };
};

/** Trains to a step, and gives what was heard on the way. */
export const trained = async (run: LearningRun, until: number, options: TrainOptions = {}) => {
  const updates: LearningUpdate[] = [];
  const end = await run.train({ until, ...options, onUpdates: (some) => updates.push(...some) });
  return { updates, end };
};
