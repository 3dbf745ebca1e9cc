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

const nameOf = (folder: string): string => folder.replace(/\/+$/, '').split('/').at(-1) ?? folder;
const fileIn = (folder: string, file: string): string => `${folder.replace(/\/*$/, '/')}${file}`;

export const readManifest = async (folder: string, signal: AbortSignal | undefined): Promise<TrainedManifest> =>
  manifestOf(nameOf(folder), await readModelFile(nameOf(folder), fileIn(folder, 'manifest.json'), signal));

/** Both files of a folder; progress is that of the weights, whose size the manifest knows. */
export const readTrained = async (
  folder: string,
  signal: AbortSignal | undefined,
  onProgress: (progress: LoadProgress) => void = () => {},
): Promise<TrainedFiles> => {
  const manifest = await readManifest(folder, signal);
  const file = fileIn(folder, 'weights.safetensors');
  const weights = await readModelFile(nameOf(folder), file, signal, ({ loaded, total }) =>
    onProgress({ loaded, total: total || (manifest.bytes ?? 0) }),
  );
  return { manifest, weights };
};

/** The run that the weights belong to, on other examples where its task's parameters say so. */
export const setupOf = (manifest: TrainedManifest): LearningSetup => ({
  model: manifest.model,
  task: manifest.task,
  modelParams: manifest.model_params,
  taskParams: manifest.task_params,
  settings: manifest.settings,
  seed: manifest.seed,
  ...(manifest.mechanism ? { mechanism: manifest.mechanism, mechanismParams: manifest.mechanism_params ?? {} } : {}),
  ...(manifest.discretizer
    ? { discretizer: manifest.discretizer, discretizerParams: manifest.discretizer_params ?? {} }
    : {}),
});
