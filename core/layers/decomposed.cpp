#include "core/layers/decomposed.h"

#include <string>

#include "core/attention/pipeline.h"
#include "core/graph/ops/ops.h"

namespace attn {
namespace {

std::string book(int64_t block) { return "book_" + std::to_string(block + 1); }

void check_width(Graph& graph, int64_t blocks, int64_t width) {
  if (width % blocks != 0)
    graph.fail(
        invalid_input("blocks", std::to_string(blocks), "a divisor of the vectors' width " + std::to_string(width)));
}

}  // namespace

std::vector<ParamSpec> decomposed_params() {
  std::vector<ParamSpec> specs = codebook_params(8);
  specs.insert(specs.begin() + 1,
               shared::whole_number("blocks", "Blocks n_d",
                                    "The bits are shared out among so many codebooks, rounded up.", 2, 1, 8));
  return specs;
}

CodeSizes decomposed_sizes(const Params& params) {
  const int64_t blocks = params.integer("blocks");
  // What does not divide evenly is rounded up: no block is left without a bit.
  return {blocks, int64_t{1} << ((params.integer("bits") + blocks - 1) / blocks)};
}

Discrete quantise_in_blocks(Recorder& r, Value x, BlockOf block_of) {
  const CodeSizes sizes = code_sizes(r);
  check_width(r.graph(), sizes.blocks, x.shape().columns());
  Discrete out;
  std::vector<Value> picked;
  for (int64_t block = 0; block < sizes.blocks; ++block) {
    const Assigned nearest = assign_codes(r, book(block), block_of(r, x, block, sizes.blocks), sizes.entries);
    picked.push_back(nearest.picked);
    out.codes.push_back(code_number(nearest.shares));
    out.shares.push_back(nearest.shares);
    out.penalty = out.penalty.valid() ? add(out.penalty, nearest.penalty) : nearest.penalty;
  }
  // A mean over all channels, as one codebook would have.
  if (sizes.blocks > 1) out.penalty = scale(out.penalty, 1 / static_cast<double>(sizes.blocks));
  out.vectors = straight_through(concat(picked, axis::kModel), x)
                    .step({"quantised", "quantise", "straight through", "Forwards the codes, backwards the vector",
                           "The blocks' codes stand side by side; the decoder's gradient goes to the encoder as if "
                           "nothing had been replaced.",
                           R"(\z{z} = x + \operatorname{sg}([e^1_{k_1};\,e^2_{k_2};\dots] - x))", "Z", Role::kOutput});
  return out;
}

Value look_up_in_blocks(Recorder& r, const std::vector<Value>& codes, int64_t width) {
  const CodeSizes sizes = code_sizes(r);
  check_width(r.graph(), sizes.blocks, width);
  std::vector<Value> vectors;
  for (int64_t block = 0; block < sizes.blocks; ++block)
    vectors.push_back(
        codes_looked_up(r, book(block), codes[static_cast<size_t>(block)], sizes.entries, width / sizes.blocks));
  return concat(vectors, axis::kModel);
}

}  // namespace attn
