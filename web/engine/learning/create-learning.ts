import type { CoreAssets } from '../create-engine.ts';
import { startCore } from '../create-engine.ts';
import { EngineUnavailable } from '../errors.ts';
import type { LearningCatalog, LearningEngine, LearningOptions } from '../types/learning.ts';
import { wantFlag, wantInteger, wantOptions, wantText } from '../validate.ts';
import { unwrapLearning } from './answers.ts';
import type { LearningHostApi } from './host-api.ts';
import { LearningClient } from './learning-client.ts';
import { LearningHost } from './learning-host.ts';
import { remoteLearningCore } from './remote.ts';
import type { Answer } from '../answers.ts';

/** As `EngineAssets`, for a core that learns. */
export interface LearningAssets extends CoreAssets {
  /** Where the tasks' data are, unless the options say otherwise; ends with a slash. */
  dataBase: string;
}

const checkOptions = (options: LearningOptions): void => {
  wantOptions('options', options, ['threads', 'inline', 'parallelThreshold', 'dataBase']);
  const { threads, inline, parallelThreshold, dataBase } = options;
  // As for the engine that runs mechanisms.
  if (threads !== undefined) wantInteger('threads', threads, 1, 64);
  if (inline !== undefined) wantFlag('inline', inline);
  if (dataBase !== undefined) wantText('dataBase', dataBase);
  if (parallelThreshold !== undefined) wantInteger('parallelThreshold', parallelThreshold, 0, Number.MAX_SAFE_INTEGER);
};

/** `createLearningEngine` for a build that carries `assets`. */
export const createLearningWith = async (
  assets: LearningAssets,
  options: LearningOptions = {},
): Promise<LearningEngine> => {
  checkOptions(options);
  const cores = {
    inline: (glue: LearningAssets['simd']['glue']) => new LearningHost(glue) as LearningHostApi,
    remote: remoteLearningCore,
  };
  const { core, answer, backend } = await startCore(assets, cores, options, async () => ({}));
  const { host } = core;
  const end = () => core.end(new EngineUnavailable('the engine has been disposed of'));
  const { answer: learned } = await host.learn(JSON.stringify({ call: 'catalog' }));
  const { ok: _, ...catalog } = unwrapLearning(learned as Answer<LearningCatalog & { ok?: true }>);
  return new LearningClient(host, end, backend, answer.catalog, catalog, options.dataBase ?? assets.dataBase);
};
