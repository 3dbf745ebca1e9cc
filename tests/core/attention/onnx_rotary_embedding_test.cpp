// ONNX RotaryEmbedding against complex multiplication in double precision.
#include "core/attention/onnx_rotary_embedding.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>

namespace attn::onnx {
namespace {

struct Case {
  int64_t batch = 2, heads = 3, rows = 4, width = 8, rotary = 0, positions = 50;
  bool packed = false, interleaved = false, by_position = true;
};

struct Made {
  std::vector<float> x, cos, sin;
  RotaryCall call;
};

Made make(const Case& c) {
  Made m;
  const int64_t half = (c.rotary ? c.rotary : c.width) / 2;
  const int64_t table = c.by_position ? c.positions : c.batch * c.rows;
  for (int64_t i = 0; i < c.batch * c.heads * c.rows * c.width; ++i)
    m.x.push_back(static_cast<float>(std::sin(0.7 * static_cast<double>(i))));
  for (int64_t i = 0; i < table * half; ++i) {
    const double angle = 0.3 * static_cast<double>(i / half) / static_cast<double>(i % half + 1);
    m.cos.push_back(static_cast<float>(std::cos(angle)));
    m.sin.push_back(static_cast<float>(std::sin(angle)));
  }
  RotaryCall& call = m.call;
  call.x = {m.x.data(),
            c.packed ? Sizes{c.batch, c.rows, c.heads * c.width} : Sizes{c.batch, c.heads, c.rows, c.width}};
  const Sizes caches = c.by_position ? Sizes{c.positions, half} : Sizes{c.batch, c.rows, half};
  call.cos = {m.cos.data(), caches};
  call.sin = {m.sin.data(), caches};
  if (c.by_position) {
    call.position_sizes = {c.batch, c.rows};
    for (int64_t i = 0; i < c.batch * c.rows; ++i) call.position_ids.push_back((i * 7) % c.positions);
  }
  call.interleaved = c.interleaved;
  call.heads = c.packed ? c.heads : 0;
  call.rotary_width = c.rotary;
  return m;
}

void check(const Case& c) {
  const Made m = make(c);
  const Status status = check_rotary_embedding(m.call);
  ASSERT_TRUE(status.ok()) << status.argument << " " << status.got << " " << status.takes;
  std::vector<float> y(m.x.size());
  rotary_embedding(m.call, y.data());

  const int64_t r = c.rotary ? c.rotary : c.width, half = r / 2;
  std::vector<double> want(m.x.begin(), m.x.end());
  for (int64_t b = 0; b < c.batch; ++b)
    for (int64_t h = 0; h < c.heads; ++h)
      for (int64_t i = 0; i < c.rows; ++i)
        for (int64_t p = 0; p < half; ++p) {
          const int64_t row =
              c.packed ? ((b * c.rows + i) * c.heads + h) * c.width : ((b * c.heads + h) * c.rows + i) * c.width;
          const auto one = static_cast<size_t>(row + (c.interleaved ? 2 * p : p));
          const auto two = static_cast<size_t>(row + (c.interleaved ? 2 * p + 1 : p + half));
          const int64_t t = b * c.rows + i, position = c.by_position ? m.call.position_ids[static_cast<size_t>(t)] : t;
          const auto at = static_cast<size_t>(position * half + p);
          const auto turned = std::complex<double>(m.x[one], m.x[two]) * std::complex<double>(m.cos[at], m.sin[at]);
          want[one] = turned.real();
          want[two] = turned.imag();
        }
  // 3e-7: two products and a sum of numbers of size 1.
  for (size_t i = 0; i < y.size(); ++i) ASSERT_NEAR(y[i], want[i], 3e-7) << i;
}

TEST(OnnxRotaryEmbedding, EveryForm) {
  for (const bool packed : {false, true})
    for (const bool interleaved : {false, true})
      for (const bool by_position : {false, true})
        for (const int64_t rotary : {0, 2, 4, 8}) check({2, 3, 4, 8, rotary, 50, packed, interleaved, by_position});
}

TEST(OnnxRotaryEmbedding, RefusesWhatDoesNotFit) {
  const auto refused = [](const std::string& argument, auto change) {
    Made m = make({});
    change(m.call);
    const Status status = check_rotary_embedding(m.call);
    EXPECT_FALSE(status.ok());
    EXPECT_EQ(status.argument, argument);
  };
  refused("x", [](RotaryCall& c) { c.x.sizes = {8}; });
  refused("heads", [](RotaryCall& c) { c.x.sizes = {2, 4, 24}; });
  refused("rotaryDim", [](RotaryCall& c) { c.rotary_width = 3; });
  refused("rotaryDim", [](RotaryCall& c) { c.rotary_width = 10; });
  refused("cos", [](RotaryCall& c) { c.cos.sizes = {50, 3}; });
  refused("cos", [](RotaryCall& c) { c.cos.sizes = {}; });
  refused("sin", [](RotaryCall& c) { c.sin.sizes = {49, 4}; });
  refused("positionIds", [](RotaryCall& c) { c.position_sizes = {2, 5}; });
  refused("positionIds", [](RotaryCall& c) { c.position_ids[3] = 50; });
  refused("positionIds", [](RotaryCall& c) { c.position_ids[3] = -1; });
}

}  // namespace
}  // namespace attn::onnx
