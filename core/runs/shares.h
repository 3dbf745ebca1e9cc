// What a model says of the next piece, bent before a piece is drawn from it.
#ifndef CORE_RUNS_SHARES_H_
#define CORE_RUNS_SHARES_H_

#include <cstdint>
#include <vector>

#include "core/attention/params.h"

namespace attn {

struct Bending {
  double temperature = 1;  // at 0 the likeliest piece has all
  int64_t top_k = 0;       // only the likeliest few; 0: all
  double top_p = 1;        // only the fewest, likeliest first, that have this share together
};

// Parameters temperature, top_k, top_p; and what they say.
std::vector<ParamSpec> bending_params();
Bending bending_of(const Params& params);

// Shares of all pieces, 1 together; the start is nothing that could follow. First the temperature, then the likeliest
// few, then the fewest that have enough; of equals those that stand first.
std::vector<double> bent_shares(const std::vector<float>& log_shares, const Bending& bending);

// The piece at which the shares so far pass `u`, from [0, 1).
int64_t draw_piece(const std::vector<double>& shares, double u);

}  // namespace attn

#endif  // CORE_RUNS_SHARES_H_
