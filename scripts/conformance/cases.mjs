// Reading cases: {name, opset, node: {op, input, output, attrs}, inputs: [{name, dtype, shape, data}], outputs: [...]}.
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

const words = { nan: NaN, inf: Infinity, '+inf': Infinity, '-inf': -Infinity };

const decode = (value) => {
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'string' ? (words[value.toLowerCase()] ?? Number(value)) : value;
};

/** Data may be nested as its shape is. */
export const tensorOf = ({ name, dtype, shape, data }) => ({
  name,
  dtype,
  shape,
  data: Float64Array.from([data].flat(Infinity), decode),
});

export const jsonFiles = (path) => {
  if (!existsSync(path)) throw new Error(`${path} does not exist`);
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true })
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => join(path, file));
};

/** A case, or `leftOut`: why the file is none. */
export const readCase = (file) => {
  const name = basename(file, '.json');
  let found;
  try {
    found = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    return { name, broken: `no JSON: ${error.message}` };
  }
  if (!found?.node?.op || !Array.isArray(found.inputs) || !Array.isArray(found.outputs))
    return { name, leftOut: 'no operator case' };
  const { node, inputs, outputs } = found;
  return { name: found.name ?? name, node, inputs: inputs.map(tensorOf), outputs: outputs.map(tensorOf) };
};
