import type { LearningCatalog, TrainedManifest } from '../../engine/types/learning.ts';

/** What a shipped model learned from and in which it is not its paper's, as the catalogue states it. */
export const aboutOf = ({ tasks, models }: LearningCatalog, { task, model }: TrainedManifest): string =>
  [tasks.find(({ id }) => id === task), models.find(({ id }) => id === model)]
    .flatMap((entry) => entry?.differs ?? [])
    .join(' ');
