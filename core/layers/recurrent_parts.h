// What recurrent encoder-decoders share besides their cells: sizes that can be chosen, where weights start, and the
// way from pieces to vectors and from states to logits.
#ifndef CORE_LAYERS_RECURRENT_PARTS_H_
#define CORE_LAYERS_RECURRENT_PARTS_H_

#include <vector>

#include "core/attention/params.h"
#include "core/layers/recurrent.h"

namespace attn {

// Parameters `embedding`, `hidden`, and `layers` where there are several; `dropout`; `start`. `paper_start` says how
// the paper's start looks.
std::vector<ParamSpec> recurrent_params(int embedding, int hidden, int layers, const char* paper_start);

// A spread that a paper gives for sums over 1000 numbers, for sums over `width`: the sums then spread alike, and small
// models learn.
double spread_for_width(double at_1000, int64_t width);
// The paper's start where the parameter `start` asks for it, else Glorot's.
Start chosen_start(Recorder& r, Start paper);

// Piece vectors with dropout, called <name>: ids [batch, time] to [batch, time, model].
Value embedded_pieces(Recorder& r, std::string_view name, Value ids, int64_t pieces, Start start);
// The scores of all pieces: x [..., model] to [..., piece]. Parameters <name>/w and b.
Value piece_logits(Recorder& r, std::string_view name, Value x, int64_t pieces, Start start);
// The larger of each pair (Goodfellow et al. 2013): x [..., 2 model] to [..., model]. Number i and number i + half are
// a pair, which the papers call 2i - 1 and 2i.
Value maxout(Value x);

// States of an encoder, [batch, key 1, model], as a decoder's, [batch, query 1, model].
Value handed_over(Value state);

}  // namespace attn

#endif  // CORE_LAYERS_RECURRENT_PARTS_H_
