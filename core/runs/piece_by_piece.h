// Decoding that asks for one piece after another, of all rows at once; how a piece is chosen is the decoder's own.
#ifndef CORE_RUNS_PIECE_BY_PIECE_H_
#define CORE_RUNS_PIECE_BY_PIECE_H_

#include <functional>
#include <memory>

#include "core/runs/decoder.h"

namespace attn {

// Which piece stands at place `place` of a row, from what the model says of it.
using ChoosePiece = std::function<int64_t(const std::vector<float>& log_shares, int64_t row, int64_t place)>;

std::unique_ptr<DecoderSteps> piece_by_piece(const DecoderInput& input, ChoosePiece choose);

// The likeliest; of equals the first. The start is nothing that could follow.
int64_t likeliest_piece(const std::vector<float>& log_shares);

}  // namespace attn

#endif  // CORE_RUNS_PIECE_BY_PIECE_H_
