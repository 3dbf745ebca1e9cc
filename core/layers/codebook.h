// Codebooks: a table of vectors, of which the nearest stands for a vector, and how the table learns (van den Oord et
// al. 2017, "Neural Discrete Representation Learning", and its appendix A.1 on moving averages).
#ifndef CORE_LAYERS_CODEBOOK_H_
#define CORE_LAYERS_CODEBOOK_H_

#include <string_view>
#include <vector>

#include "core/layers/discretizer.h"

namespace attn {

// Parameters bits, beta, learns, decay, start and revive: what every method with codebooks can be told.
std::vector<ParamSpec> codebook_params(int bits);

// How a vector is assigned to codes: to the nearest alone, or to a few that are drawn.
using Assign = Value (*)(Recorder& recorder, Value distances);

struct Assigned {
  Value picked;   // [..., model]: a mean of the codes it is assigned to, without a gradient to x
  Value shares;   // [..., code]
  Value penalty;  // of shape [one]
};

// x [..., model] against the codebook <name> of `entries` codes. `assign` null is the nearest; only training assigns
// otherwise.
Assigned assign_codes(Recorder& recorder, std::string_view name, Value x, int64_t entries, Assign assign = nullptr);

// |x - e|^2 to every code, as |x|^2 - 2 x e + |e|^2: [..., code] of x [..., model] and e [code, model].
Value distances_to(Value x, Value table);

// Of methods with one codebook, called "book".
CodeSizes one_book_sizes(const Params& params);
Value look_up_in_book(Recorder& recorder, const std::vector<Value>& codes, int64_t width);

// Rows of the codebook <name> for numbers [...]: [..., model].
Value codes_looked_up(Recorder& recorder, std::string_view name, Value numbers, int64_t entries, int64_t width);

}  // namespace attn

#endif  // CORE_LAYERS_CODEBOOK_H_
