import type { LearningEngine, TrainedRun } from '../../engine/types/learning.ts';
import type { Notices } from '../notices.ts';
import { say } from '../words.ts';
import { beside, openEngine, reason } from './engine.ts';

/** The engine with the models that the page is about: each is shown as soon as it is there; what fails is said. */
export const openModels = async <Name extends string>(
  folders: Readonly<Record<Name, string>>,
  notices: Notices,
  ready: (name: Name, opened: TrainedRun, engine: LearningEngine) => void | Promise<void>,
): Promise<LearningEngine | undefined> => {
  const engine = await openEngine(notices);
  if (!engine) return undefined;
  const open = async (name: Name) => {
    try {
      await ready(name, await engine.openTrained(beside(`models/${folders[name]}`)), engine);
      notices.remove(name);
    } catch (error) {
      notices.show(name, say('models.failed', { name: folders[name] }), [reason(error)], {
        label: say('models.retry'),
        go: () => void open(name),
      });
    }
  };
  // One after another: the page speaks sooner.
  for (const name of Object.keys(folders) as Name[]) await open(name);
  return engine;
};
