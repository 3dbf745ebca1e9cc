// Calls through the native tool core/cli/numeric.cpp: a JSON request a line on its input, an answer a line on its output.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const snake = (name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const toBase64 = (data) => {
  const floats = Float32Array.from(data);
  return Buffer.from(floats.buffer).toString('base64');
};

const fromBase64 = (text) => new Float32Array(new Uint8Array(Buffer.from(text, 'base64')).buffer);

const entriesOf = (object, change) => Object.fromEntries(Object.entries(object).map(change));

const computeRequest = ({ tensors, steps, outputs }) => ({
  op: 'compute',
  shapes: entriesOf(tensors, ([name, { shape }]) => [name, shape]),
  options: {
    axes: entriesOf(tensors, ([name, { axes }]) => [name, axes]),
    steps: steps.map((step) => entriesOf(step, ([name, value]) => [snake(name), value])),
    outputs,
  },
  tensors: entriesOf(tensors, ([name, { data }]) => [name, toBase64(data)]),
  encoding: 'base64',
});

/** The request for a call of the engine, as web/engine/numeric.ts makes it. */
const requestOf = (method, args) => {
  if (method === 'compute') return computeRequest(args);
  const shapes = {};
  const tensors = {};
  const options = {};
  for (const [name, value] of Object.entries(args)) {
    const tensor = Array.isArray(value) ? { shape: [value.length], data: value } : value;
    if (tensor?.data) {
      shapes[snake(name)] = tensor.shape;
      tensors[snake(name)] = toBase64(tensor.data);
      if (tensor.data instanceof Uint8Array) options.mask_kind = 'bool';
    } else {
      options[name === 'qkMatmulOutput' ? 'qk_matmul_output' : snake(name)] = value;
    }
  }
  return { op: snake(method), shapes, options, tensors, encoding: 'base64' };
};

const camel = (name) => name.replaceAll(/_(.)/g, (_, letter) => letter.toUpperCase());

export const openNative = (tool) => {
  const child = spawn(tool, { stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = [];
  const fail = (error) => waiting.splice(0).forEach(({ reject }) => reject(error));
  child.on('error', fail);
  child.on('exit', (code) => fail(new Error(`${tool} ended with code ${code}`)));
  createInterface({ input: child.stdout }).on('line', (line) => waiting.shift()?.resolve(JSON.parse(line)));
  const ask = (request) =>
    new Promise((resolve, reject) => {
      waiting.push({ resolve, reject });
      child.stdin.write(`${JSON.stringify(request)}\n`);
    });
  return {
    name: 'native',
    async call(method, args) {
      const answer = await ask(requestOf(method, args));
      if (!answer.ok) throw new Error(`${answer.error.argument}: got ${answer.error.got}; takes ${answer.error.takes}`);
      return Object.fromEntries(
        Object.entries(answer.outputs).map(([name, { shape, data }]) => [
          camel(name),
          { shape, data: fromBase64(data) },
        ]),
      );
    },
    close: () => child.stdin.end(),
  };
};
