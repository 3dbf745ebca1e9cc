#include "tests/core/variants/oracle.h"

namespace attn::variants {
Variant strided_sparse();
}

namespace attn::test {
namespace {

// The sets of the paper, listed.
std::vector<size_t> near(size_t i, size_t l, const Params& params) {
  std::vector<size_t> set;
  if (params.choice("pattern") == "fixed") {
    for (size_t j = i - i % l; j <= i; ++j) set.push_back(j);
  } else {
    const size_t back = params.choice("near_width") == "code" ? l - 1 : l;
    for (size_t j = i > back ? i - back : 0; j <= i; ++j) set.push_back(j);
  }
  return set;
}

std::vector<size_t> far(size_t i, size_t l, const Params& params) {
  std::vector<size_t> set;
  const size_t c = std::min(static_cast<size_t>(params.integer("summary")), l);
  for (size_t j = 0; j <= i; ++j) {
    if (params.choice("pattern") == "fixed" ? j % l >= l - c : (i - j) % l == 0) set.push_back(j);
  }
  return set;
}

TEST(StridedSparse, EqualsItsOracle) {
  at_every_corner(variants::strided_sparse(), [](Mechanism& mechanism, const Words& words, const Params& params) {
    const double temperature = params.number("temperature");
    const size_t l = static_cast<size_t>(params.integer("stride"));
    const auto reads = [&](size_t i, size_t j) {
      const std::vector<size_t> a = near(i, l, params), b = far(i, l, params);
      const bool in_a = std::find(a.begin(), a.end(), j) != a.end(), in_b = std::find(b.begin(), b.end(), j) != b.end();
      const std::string_view which = params.choice("reads");
      return which == "near" ? in_a : which == "far" ? in_b : in_a || in_b;
    };
    const Matrix z =
        dot_product_head(mechanism, words, 0, static_cast<size_t>(params.integer("head_width")), temperature, reads);
    expect_near(mechanism.result(), z, temperature);
  });
}

}  // namespace
}  // namespace attn::test
