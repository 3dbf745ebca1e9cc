import { ModelLoadFailed } from '../errors.ts';
import { readModelFile } from '../model-file.ts';
import type { LearningSetup, TrainedManifest } from '../types/learning.ts';
import type { LoadProgress } from '../types.ts';

/** What `attention-train` leaves in a folder: weights, and how they came about. */
export interface TrainedFiles {
  manifest: TrainedManifest;
  weights: Uint8Array;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const manifestOf = (name: string, bytes: Uint8Array): TrainedManifest => {
  try {
    const read: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (isObject(read) && ['model', 'task'].every((key) => typeof read[key] === 'string') && isObject(read['metrics']))
      return read as unknown as TrainedManifest;
  } catch {
    // said below
  }
  throw new ModelLoadFailed(name, 'its manifest is no manifest of attention-train');
};

/** Both files of a folder; progress is that of the weights, whose size the manifest knows. */
export const readTrained = async (
  folder: string,
  signal: AbortSignal | undefined,
  onProgress: (progress: LoadProgress) => void = () => {},
): Promise<TrainedFiles> => {
  const name = folder.replace(/\/+$/, '').split('/').at(-1) ?? folder;
  const file = (one: string) => `${folder.replace(/\/*$/, '/')}${one}`;
  const manifest = manifestOf(name, await readModelFile(name, file('manifest.json'), signal));
  const weights = await readModelFile(name, file('weights.safetensors'), signal, ({ loaded, total }) =>
    onProgress({ loaded, total: total || (manifest.bytes ?? 0) }),
  );
  return { manifest, weights };
};

/** The run that the weights belong to. */
export const setupOf = (manifest: TrainedManifest): LearningSetup => ({
  model: manifest.model,
  task: manifest.task,
  modelParams: manifest.model_params,
  taskParams: manifest.task_params,
  settings: manifest.settings,
  seed: manifest.seed,
  ...(manifest.mechanism ? { mechanism: manifest.mechanism, mechanismParams: manifest.mechanism_params ?? {} } : {}),
});
