// Reading cases. Two kinds of files hold them: an operator case,
//   {name, opset, node: {op, input, output, attrs}, inputs: [{name, dtype, shape, data}], outputs: [...]},
// and literals, files of many cases in a form of their own (literals.mjs).
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { literalCases } from './literals.mjs';
import { operators, runOperator } from './operators.mjs';

const words = { nan: NaN, inf: Infinity, '+inf': Infinity, '-inf': -Infinity };

const decode = (value) => {
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'string' ? (words[value.toLowerCase()] ?? Number(value)) : value;
};

/** Data may be nested as its shape is. */
const tensorOf = ({ name, dtype, shape, data }) => ({
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

/**
 * The cases of a file: `run(engine)` answers with [{ expected, got }]. Or why there is nothing to run: `leftOut` where
 * that is no fault, `broken` where it is one.
 */
export const readCases = (file) => {
  const name = basename(file, '.json');
  let found;
  try {
    found = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    return [{ name, broken: `no JSON: ${error.message}` }];
  }
  if (!found?.node?.op || !Array.isArray(found.inputs) || !Array.isArray(found.outputs))
    return literalCases(found, name) ?? [{ name, leftOut: 'neither an operator case nor literals of a known kind' }];
  const { node, opset } = found;
  if (!Object.hasOwn(operators, node.op))
    return [{ name, leftOut: `operator ${node.op} is not one of ${Object.keys(operators).join(', ')}` }];
  const one = { node, opset, inputs: found.inputs.map(tensorOf), outputs: found.outputs.map(tensorOf) };
  return [{ name: found.name ?? name, run: (engine) => runOperator(one, engine) }];
};
