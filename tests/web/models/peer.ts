/** The original model, run by TensorFlow.js: what the project's own files and code are checked against. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import '@tensorflow/tfjs-backend-cpu';
import { loadGraphModel } from '@tensorflow/tfjs-converter';
import * as tf from '@tensorflow/tfjs-core';
import { find_package } from '../../../scripts/models/tfjs_source.mjs';

export const packageFolder = find_package(import.meta.url) as string;

const stack = 'module_apply_default/Encoder_en/KonaTransformer/Encode/TransformerStack/';
const sentence = 'module_apply_default/Encoder_en/hidden_layers/l2_normalize';
const pattern = (layer: number) =>
  `${stack}Layer_${layer - 1}/TransformerLayer/MultiheadAttention/DotProductAttention/BaseDotProductAttention/attention_weights`;

export const loadPeer = async () => {
  await tf.setBackend('cpu');
  const { modelTopology, weightsManifest } = JSON.parse(readFileSync(join(packageFolder, 'model.json'), 'utf8'));
  const shards = weightsManifest.flatMap(({ paths }: { paths: string[] }) => paths);
  const bytes = Buffer.concat(shards.map((name: string) => readFileSync(join(packageFolder, name))));
  const model = await loadGraphModel({
    load: async () => ({
      modelTopology,
      weightSpecs: weightsManifest.flatMap(({ weights }: { weights: object[] }) => weights),
      weightData: new Uint8Array(bytes).buffer,
    }),
  });

  const run = async (ids: number[], names: string[]): Promise<tf.Tensor[]> => {
    const indices = tf.tensor2d(
      ids.flatMap((_, i) => [0, i]),
      [ids.length, 2],
      'int32',
    );
    const values = tf.tensor1d(ids, 'int32');
    const outputs = (await model.executeAsync({ indices, values }, names)) as tf.Tensor | tf.Tensor[];
    tf.dispose([indices, values]);
    return Array.isArray(outputs) ? outputs : [outputs];
  };
  return {
    embed: async (ids: number[]): Promise<number[]> => {
      const [output] = await run(ids, [sentence]);
      return ((await output!.array()) as number[][])[0]!;
    },
    /** [head][query][key] of one layer. */
    pattern: async (ids: number[], layer: number): Promise<number[][][]> => {
      const [output] = await run(ids, [pattern(layer)]);
      return ((await output!.array()) as number[][][][])[0]!;
    },
  };
};
