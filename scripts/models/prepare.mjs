// Converts the npm package's float32 sentence encoder into this project's files:
//
//   build/models/sentence_encoder.bin      int8, what the page downloads
//   build/models/sentence_encoder_f32.bin  float32, for the tests alone
//   build/models/starter.bin               one head and a hundred pieces, inside the page
//
// The outputs depend on the inputs alone, byte for byte, and are written only
// when an input changed. Usage: node scripts/models/prepare.mjs [--force]

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { write_container } from './container.mjs';
import { quantize, RUN, transpose } from './quantize.mjs';
import { choose_starter, HEAD, LAYER } from './starter.mjs';
import { CONFIG, find_package, input_files, PACKAGE, read_source } from './tfjs_source.mjs';
import { prepare_text, Tokenizer } from './tokenizer.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
const EXAMPLES = join(root, 'web/models/sentence_encoder/examples.json');
const OUT = join(root, 'build/models');
const LIMITS = {
  // The page promises this download.
  'sentence_encoder.bin': 8_000_000,
  // The starter's share of the single file (400 kB gzipped at most).
  'starter.bin': 125_000,
};
// As many pieces as the limit leaves room for beside the head's matrices.
const STARTER_PIECES = 100;

const matrix = (name, q) => ({
  name,
  shape: q.shape,
  dtype: q.codes instanceof Int8Array ? 'i8' : 'i16',
  data: q.codes,
  scales: q.scales,
  run: RUN,
});
const plain = (name, { shape, data }) => ({ name, shape, dtype: 'f32', data });
// See quantize.mjs.
const bits = (name) => (name === 'layer_1.residual.weight' ? 16 : 8);
const is_matrix = (name) => name === 'embedding' || name.endsWith('.weight');

/** Piece texts, each closed by a zero byte. */
function piece_text(pieces) {
  const data = Buffer.from(pieces.map((piece) => `${piece}\0`).join(''), 'utf8');
  return { name: 'vocabulary.text', shape: [data.length], dtype: 'u8', data };
}

function vocabulary_tensors(vocabulary) {
  return [
    piece_text(vocabulary.map(([piece]) => piece)),
    // Doubles: sums of scores must compare exactly as in the tokenizer the model came with.
    {
      name: 'vocabulary.scores',
      shape: [vocabulary.length],
      dtype: 'f64',
      data: Float64Array.from(vocabulary, ([, score]) => score),
    },
  ];
}

/** Weights as rows of output channels (or of pieces): what is quantised, stored and read. */
function as_rows(weights) {
  return Object.entries(weights).map(([name, tensor]) => {
    if (!is_matrix(name)) return [name, { shape: [tensor.data.length], data: tensor.data }];
    return [name, name === 'embedding' ? tensor : transpose(tensor)];
  });
}

function starter_tensors(quantised, vectors, vocabulary, starter) {
  const take = ({ shape: [, width], codes, scales }, rows, columns = [0, width]) => {
    // Whole runs only, so that every code keeps its scale.
    const [begin, end] = columns;
    const cells = rows.length * (end - begin);
    const part = {
      shape: [rows.length, end - begin],
      codes: new Int8Array(cells),
      scales: new Float32Array(cells / RUN),
    };
    rows.forEach((r, i) => {
      const [from, to, at] = [r * width + begin, r * width + end, i * (end - begin)];
      part.codes.set(codes.subarray(from, to), at);
      part.scales.set(scales.subarray(from / RUN, to / RUN), at / RUN);
    });
    return part;
  };
  const layer = `layer_${LAYER}`;
  const head = `${layer}.head_${HEAD}`;
  const width = 256;
  const d = width / CONFIG.heads;
  const channels = (first) => Array.from({ length: d }, (_, c) => first + (HEAD - 1) * d + c);
  const bias = vectors[`${layer}.qkv.bias`].data;
  const tensors = [
    matrix('embedding', take(quantised.embedding, starter.ids)),
    plain('timing_frequency', vectors.timing_frequency),
    plain(`${layer}.attention_norm.scale`, vectors[`${layer}.attention_norm.scale`]),
    plain(`${layer}.attention_norm.bias`, vectors[`${layer}.attention_norm.bias`]),
  ];
  ['q', 'k', 'v'].forEach((part, i) => {
    const rows = channels(i * width);
    tensors.push(matrix(`${head}.${part}.weight`, take(quantised[`${layer}.qkv.weight`], rows)));
    tensors.push(plain(`${head}.${part}.bias`, { shape: [d], data: Float32Array.from(rows, (r) => bias[r]) }));
  });
  // This head's columns of the output projection, with their own runs' scales: its share of the layer's output.
  const all = Array.from({ length: CONFIG.model }, (_, r) => r);
  tensors.push(matrix(`${head}.out.weight`, take(quantised[`${layer}.out.weight`], all, [(HEAD - 1) * d, HEAD * d])));
  const u8 = (name, shape, data) => ({ name, shape, dtype: 'u8', data });
  const i32 = (name, data) => ({ name, shape: [data.length], dtype: 'i32', data: Int32Array.from(data) });
  tensors.push(
    piece_text(starter.ids.map((id) => vocabulary[id][0])),
    i32('vocabulary.ids', starter.ids),
    u8('vocabulary.singles', [starter.ids.length], starter.singles),
    u8('vocabulary.pairs', [starter.ids.length, starter.pair_bytes], starter.pairs),
    i32('vocabulary.longer', starter.longer),
  );
  return tensors;
}

/** Every output as {file name: bytes}. */
export function convert(folder, examples) {
  const { weights, vocabulary } = read_source(folder);
  const rows = as_rows(weights);
  const quantised = Object.fromEntries(
    rows.filter(([name]) => is_matrix(name)).map(([name, tensor]) => [name, quantize(tensor, bits(name))]),
  );
  const vectors = Object.fromEntries(rows.filter(([name]) => !is_matrix(name)));
  const source = { package: PACKAGE, licence: 'Apache-2.0', model: 'Universal Sentence Encoder Lite' };
  const config = {
    ...CONFIG,
    layers: [
      { width: 256, heads: CONFIG.heads },
      { width: CONFIG.model, heads: CONFIG.heads },
    ],
  };
  const head = (flavour) => ({ kind: 'sentence_encoder', flavour, source, config, examples });

  const tokenizer = new Tokenizer(vocabulary, CONFIG.reserved);
  const shown = examples.filter((example) => example.layer === LAYER && example.head === HEAD);
  // All example sentences are in the starter, so that loading the full model never changes the words on the screen.
  const starter = choose_starter(
    tokenizer,
    vocabulary,
    CONFIG.reserved,
    examples.map(({ text }) => prepare_text(text)),
    STARTER_PIECES,
  );
  return {
    'sentence_encoder.bin': write_container(head('i8'), [
      ...rows.map(([name, tensor]) => (quantised[name] ? matrix(name, quantised[name]) : plain(name, tensor))),
      ...vocabulary_tensors(vocabulary),
    ]),
    'sentence_encoder_f32.bin': write_container(head('f32'), [
      ...rows.map(([name, tensor]) => plain(name, tensor)),
      ...vocabulary_tensors(vocabulary),
    ]),
    'starter.bin': write_container(
      {
        kind: 'sentence_encoder_starter',
        flavour: 'i8',
        source,
        config: { ...config, layer: LAYER, head: HEAD, first_inner: starter.first_inner },
        examples: shown,
      },
      starter_tensors(quantised, vectors, vocabulary, starter),
    ),
  };
}

function main(force) {
  const folder = find_package(join(root, 'package.json'));
  if (!folder) throw new Error(`${PACKAGE} is not installed; run npm ci`);
  const scripts = [
    'container.mjs',
    'prepare.mjs',
    'quantize.mjs',
    'starter.mjs',
    'tfjs_source.mjs',
    'tokenizer.mjs',
  ].map((name) => join(here, name));
  const hash = createHash('sha256');
  for (const file of [...input_files(folder), EXAMPLES, ...scripts]) hash.update(readFileSync(file));
  const inputs = hash.digest('hex');
  const stamp = join(OUT, 'inputs.json');
  const names = ['sentence_encoder.bin', 'sentence_encoder_f32.bin', 'starter.bin'];
  if (!force && existsSync(stamp)) {
    const last = JSON.parse(readFileSync(stamp, 'utf8'));
    const whole = names.every(
      (name) => existsSync(join(OUT, name)) && statSync(join(OUT, name)).size === last.bytes[name],
    );
    if (last.inputs === inputs && whole) {
      console.log('models: up to date');
      return;
    }
  }
  mkdirSync(OUT, { recursive: true });
  const bytes = {};
  for (const [name, data] of Object.entries(convert(folder, JSON.parse(readFileSync(EXAMPLES, 'utf8'))))) {
    if (data.length > (LIMITS[name] ?? Infinity))
      throw new Error(`${name}: ${data.length} bytes, at most ${LIMITS[name]}`);
    // A stopped run must not leave half a file under the right name.
    writeFileSync(join(OUT, `${name}.part`), data);
    renameSync(join(OUT, `${name}.part`), join(OUT, name));
    bytes[name] = data.length;
    console.log(`models: ${name} ${data.length} bytes`);
  }
  writeFileSync(stamp, `${JSON.stringify({ inputs, bytes }, null, 2)}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    main(process.argv.includes('--force'));
  } catch (error) {
    console.error(`models: ${error.message}`);
    process.exitCode = 1;
  }
}
