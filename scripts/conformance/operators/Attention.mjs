// ONNX Attention: the engine's own call.
import { engineCall, flag, floats, maybeBools, same, wholes } from '../engine-call.mjs';

export default engineCall({
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
  extra: ({ attrs, wants }) => ({
    ...(wants('presentKey') || wants('presentValue') ? { present: true } : {}),
    ...(wants('qkMatmul') ? { qkMatmulOutput: attrs.qk_matmul_output_mode ?? 0 } : {}),
  }),
});
