#include "core/layers/discretizer.h"

#include <cmath>

#include "core/graph/ops/ops.h"

namespace attn {
namespace {

// Whole numbers below 2^24 are exact in float.
Value numbers_of_places(Graph& graph, int64_t count) {
  return rule_table(
      graph, {{axis::kCode, count}}, [](const Index& at) { return static_cast<double>(at[0]); }, "the code's number");
}

Value powers_of_two(Graph& graph, int64_t count) {
  return rule_table(
      graph, {{axis::kCode, count}}, [](const Index& at) { return std::ldexp(1.0, static_cast<int>(at[0])); },
      "what the bit is worth");
}

}  // namespace

CodeSizes code_sizes(const Recorder& r) {
  const Discretization& chosen = r.discretization();
  return chosen.discretizer->sizes(*chosen.params);
}

Discrete quantise(Recorder& r, Value x) {
  const Scope scope(r, "discretizer");
  return r.discretization().discretizer->quantise(r, x);
}

Value look_up(Recorder& r, const std::vector<Value>& codes, int64_t width) {
  const Scope scope(r, "discretizer");
  return r.discretization().discretizer->look_up(r, codes, width);
}

Value code_number(Value chosen) { return dot(chosen, numbers_of_places(chosen.graph(), chosen.shape().columns())); }

Value one_hot(Value numbers, int64_t entries) {
  // 0 where the number is the place's own, and at least 1 elsewhere
  const Value apart = add(numbers, scale(numbers_of_places(numbers.graph(), entries), -1));
  return within(apart, 0.5, "the place is the number");
}

Value number_of_bits(Value bits) { return dot(bits, powers_of_two(bits.graph(), bits.shape().columns())); }

Value bits_of_number(Value numbers, int64_t bits) {
  // bit i of n = floor(n / 2^i) - 2 floor(n / 2^(i+1)); powers of two divide exactly
  const Value shifted = divide(numbers, powers_of_two(numbers.graph(), bits));
  const Value halved = map(scale(shifted, 0.5), Function::kFloor);
  return add(map(shifted, Function::kFloor), scale(halved, -2));
}

namespace shared {

Paper vq_vae_2017() {
  return {"Neural Discrete Representation Learning", "van den Oord, Vinyals, Kavukcuoglu", 2017,
          "https://arxiv.org/abs/1711.00937"};
}

Paper fast_decoding_2018() {
  return {"Fast Decoding in Sequence Models using Discrete Latent Variables",
          "Kaiser, Roy, Vaswani, Parmar, Bengio, Uszkoreit, Shazeer", 2018, "https://arxiv.org/abs/1803.03382"};
}

Paper semantic_hashing_2018() {
  return {"Discrete Autoencoders for Sequence Models", "Kaiser, Bengio", 2018, "https://arxiv.org/abs/1801.09797"};
}

}  // namespace shared

}  // namespace attn
