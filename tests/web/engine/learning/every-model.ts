import type { LearningClient } from '../../../../web/engine/learning/learning-client.ts';
import type { LearningRun } from '../../../../web/engine/types/learning.ts';

/** Every model as small as it comes, on a task that needs no file; one whose tasks all need one is left out. */
export const modelRuns = async (engine: LearningClient): Promise<{ id: string; run: LearningRun }[]> => {
  const { models, tasks } = engine.catalog;
  const opened = models.map(async ({ id, kind, params }) => {
    const task = tasks.find((one) => one.kind === kind && !one.data);
    const least = params.filter((spec) => spec.kind === 'integer').map((spec) => [spec.id, spec.min ?? 1]);
    const modelParams = Object.fromEntries(least);
    return task ? [{ id, run: await engine.open({ model: id, task: task.id, modelParams }) }] : [];
  });
  return (await Promise.all(opened)).flat();
};
