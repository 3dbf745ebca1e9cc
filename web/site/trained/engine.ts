import { createLearningEngine } from '../../engine/learning/index.ts';
import type { LearningEngine, LearningOptions } from '../../engine/types/learning.ts';
import type { Notices } from '../notices.ts';
import { say } from '../words.ts';

/** An address beside the page. */
export const beside = (path: string): string => new URL(path, document.baseURI).href;

export const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The engine of the page; that there is none is said. */
export const openEngine = async (
  notices: Notices,
  options: LearningOptions = {},
): Promise<LearningEngine | undefined> => {
  try {
    return await createLearningEngine({ ...options, dataBase: beside('data/') });
  } catch (error) {
    notices.show('engine', say('train.no.engine'), [reason(error)]);
    return undefined;
  }
};
