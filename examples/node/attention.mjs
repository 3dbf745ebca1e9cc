// The engine in Node: a sentence through an attention head, one number explained, and a plain numeric call.
//   npm run build && node examples/node/attention.mjs "the river bank was muddy"
import { createEngine } from '../../dist/engine/attention-engine.mjs';

const text = process.argv[2] ?? "the animal didn't cross the street because it was too tired";
const engine = await createEngine();
// The built-in model knows a hundred pieces of words; with the full one (7.7 MB, in dist/models) any text will do.
let [{ id: model }] = engine.models;
const { outside } = await engine.tokenize(text, model);
if (outside.length) {
  console.log(`The built-in model does not know ${outside.join(', ')}; the full one reads it.`);
  try {
    ({ id: model } = await engine.loadModel('sentence_encoder'));
  } catch (error) {
    console.error(`${error.message}\nTry a sentence of its own: "${engine.models[0].examples[0].text}"`);
    process.exit(1);
  }
}
console.log(`core: ${engine.backend.flavour}, ${engine.backend.place} (${engine.backend.why})\n`);

// `npm run catalog` lists every mechanism with its parameters.
const mechanism = engine.catalog.entries.find((entry) => entry.id === 'scaled_dot_product');
const [layer, head] = engine.models[0].available[0];
const trace = await engine.run(mechanism.id, { text, model, layer, head });
console.log(`${mechanism.name}: ${trace.steps.map((step) => step.id).join(' -> ')}\n`);

// Who reads whom: the strongest weight of each row of the pattern.
const pattern = trace.tensors.find((tensor) => tensor.name === 'pattern');
const { data, shape } = trace.tensor(pattern.name);
const keys = shape.at(-1);
trace.tokens.forEach((token, query) => {
  const row = data.subarray(query * keys, query * keys + keys);
  const key = row.indexOf(Math.max(...row));
  console.log(`${token.padStart(12)} reads ${trace.tokens[key].padEnd(12)} ${row[key].toFixed(2)}`);
});

// Where does one number come from?
const cell = shape.map(() => 0);
const why = await trace.explain(pattern.name, cell);
console.log(`\n${pattern.name}[${cell}] = ${why.value.toFixed(4)}, a ${why.form} of ${why.terms.length} terms`);
trace.dispose();

// ONNX Attention, into a buffer of one's own.
const tensor = { shape: [1, 1, 4, 8], data: Float32Array.from({ length: 32 }, (_, i) => Math.sin(i)) };
const out = new Float32Array(32);
const { y } = await engine.attention({ q: tensor, k: tensor, v: tensor, causal: true, out });
console.log(
  `\nattention: [${y.shape}], first row ${Array.from(y.data.subarray(0, 4), (x) => x.toFixed(3)).join(' ')} ...`,
);
engine.dispose();
