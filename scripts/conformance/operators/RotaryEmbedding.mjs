// ONNX RotaryEmbedding: the engine's own call.
import { engineCall, flag, floats, positions, same } from '../engine-call.mjs';

export default engineCall({
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
});
