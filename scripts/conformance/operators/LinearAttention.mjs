// ONNX LinearAttention: the engine's own call.
import { engineCall, floats, same } from '../engine-call.mjs';

export default engineCall({
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
});
