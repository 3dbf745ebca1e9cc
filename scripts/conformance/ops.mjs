// What a case of each operator means as a call of the engine: its arguments by name, and which result is which output.

const floats = ({ shape, data }) => ({ shape, data: Float32Array.from(data) });
const bools = ({ shape, data }) => ({ shape, data: Uint8Array.from(data, Number) });
const maybeBools = (tensor) => (tensor.dtype === 'bool' ? bools(tensor) : floats(tensor));
const wholes = ({ data }) => Array.from(data);
const positions = ({ shape, data }) => ({ shape, data: Array.from(data) });
const flag = (value) => value !== 0;
const same = (value) => value;

/** Inputs and outputs in the standard's order; attributes by the standard's names. */
export const operators = {
  Attention: {
    method: 'attention',
    inputs: [
      ['q', floats],
      ['k', floats],
      ['v', floats],
      ['mask', maybeBools],
      ['pastKey', floats],
      ['pastValue', floats],
      ['nonpadKvSeqlen', wholes],
    ],
    outputs: ['y', 'presentKey', 'presentValue', 'qkMatmul'],
    attributes: {
      is_causal: ['causal', flag],
      q_num_heads: ['qHeads', same],
      kv_num_heads: ['kvHeads', same],
      scale: ['scale', same],
      softcap: ['softcap', same],
      qk_matmul_output_mode: null, // counts only where the scores are an output: see `extra`
      softmax_precision: null, // everything is float32 here
    },
    extra: ({ node, wants }) => ({
      ...(wants('presentKey') || wants('presentValue') ? { present: true } : {}),
      ...(wants('qkMatmul') ? { qkMatmulOutput: node.attrs?.qk_matmul_output_mode ?? 0 } : {}),
    }),
  },
  RotaryEmbedding: {
    method: 'rotaryEmbedding',
    inputs: [
      ['x', floats],
      ['cos', floats],
      ['sin', floats],
      ['positionIds', positions],
    ],
    outputs: ['y'],
    attributes: {
      interleaved: ['interleaved', flag],
      num_heads: ['heads', same],
      rotary_embedding_dim: ['rotaryDim', same],
    },
  },
  LinearAttention: {
    method: 'linearAttention',
    inputs: [
      ['q', floats],
      ['k', floats],
      ['v', floats],
      ['pastState', floats],
      ['decay', floats],
      ['beta', floats],
      ['eraseGate', floats],
    ],
    outputs: ['y', 'presentState'],
    attributes: {
      q_num_heads: ['qHeads', same],
      kv_num_heads: ['kvHeads', same],
      update_rule: ['rule', same],
      scale: ['scale', same],
      chunk_size: null, // a hint about speed
    },
  },
};

/** The call a case stands for: { method, args, expected: [{ name, result, dtype, shape, data }] }. */
export const callOf = ({ node, inputs, outputs }) => {
  const operator = operators[node.op];
  const byName = new Map(inputs.map((tensor) => [tensor.name, tensor]));
  const args = {};
  node.input.forEach((name, i) => {
    if (!name) return;
    const [argument, convert] = operator.inputs[i] ?? [];
    if (!argument) throw new Error(`input ${i} (${name}) is not known of ${node.op}`);
    args[argument] = convert(byName.get(name));
  });
  for (const [name, value] of Object.entries(node.attrs ?? {})) {
    const known = operator.attributes[name];
    if (known === undefined) throw new Error(`attribute ${name} is not known of ${node.op}`);
    if (known) args[known[0]] = known[1](value);
  }
  const results = new Map(node.output.map((name, i) => [name, operator.outputs[i]]));
  const wants = (result) => [...results].some(([name, one]) => name && one === result);
  Object.assign(args, operator.extra?.({ node, wants }));
  const expected = outputs.map((tensor) => ({ ...tensor, result: results.get(tensor.name) }));
  return { method: operator.method, args, expected };
};
