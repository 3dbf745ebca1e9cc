// The operators: each a file in operators/, named like the operator. Its default export has `attributes`, by name with
// their defaults, and `run({ inputs, attrs, wants, opset }, engine)`, which answers with the outputs in the standard's
// order: `inputs` are in that order too, undefined where omitted, and `wants(i)` tells whether output i is asked for.
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';

const folder = new URL('operators/', import.meta.url);
const files = readdirSync(folder).filter((file) => file.endsWith('.mjs'));

/** By name. */
export const operators = Object.fromEntries(
  await Promise.all(
    files.map(async (file) => [basename(file, '.mjs'), (await import(new URL(file, folder).href)).default]),
  ),
);

// {'': 22}, or the number alone; an operator of another domain has its own count.
const opsetOf = (opset, domain = '') => (typeof opset === 'object' ? opset?.[domain] : opset) ?? Infinity;

/** What a case expects beside what the engine makes of it: [{ expected, got }]. */
export const runOperator = async ({ node, opset, inputs, outputs }, engine) => {
  const operator = operators[node.op];
  const byName = new Map(inputs.map((tensor) => [tensor.name, tensor]));
  const given = node.input.map((name) => {
    if (name && !byName.has(name)) throw new Error(`input ${name} is not given`);
    return name ? byName.get(name) : undefined;
  });
  const attrs = { ...operator.attributes };
  for (const [name, value] of Object.entries(node.attrs ?? {})) {
    if (!Object.hasOwn(attrs, name)) throw new Error(`attribute ${name} is not known of ${node.op}`);
    attrs[name] = value;
  }
  const asked = { inputs: given, attrs, wants: (i) => Boolean(node.output[i]), opset: opsetOf(opset, node.domain) };
  const results = await operator.run(asked, engine);
  return outputs.map((expected) => ({ expected, got: results[node.output.indexOf(expected.name)] }));
};
