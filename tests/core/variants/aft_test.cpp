#include <cstdlib>

#include "tests/core/variants/two_texts.h"

namespace attn::variants {
Variant aft();
}

namespace attn::test {
namespace {

// sigma(q) exp(k + w) v / exp(k + w), channel by channel.
TEST(Aft, EqualsItsOracle) {
  at_every_corner_of_two_texts(
      variants::aft(), [&](Mechanism& mechanism, const Words& words, const Words& source, const Params& params) {
        const size_t width = static_cast<size_t>(params.integer("head_width"));
        const Matrix q = projected(mechanism, words, "w_q", width), k = projected(mechanism, source, "w_k", width),
                     v = projected(mechanism, source, "w_v", width);
        const std::string_view kind = params.choice("kind");
        Matrix w = matrix(q.size(), k.size());
        if (kind != "simple") w = weight(mechanism, "w_pairs", q.size(), k.size());
        for (size_t i = 0; kind == "local" && i < q.size(); ++i) {
          for (size_t j = 0; j < k.size(); ++j) {
            if (std::abs(static_cast<int64_t>(i) - static_cast<int64_t>(j)) >= params.integer("window")) w[i][j] = 0;
          }
        }
        const Reads may_read = reads(params, k.size());
        Matrix z = matrix(q.size(), width);
        for (size_t i = 0; i < q.size(); ++i) {
          for (size_t c = 0; c < width; ++c) {
            double above = 0, below = 0;
            for (size_t j = 0; j < k.size(); ++j) {
              if (!may_read(i, j)) continue;
              above += std::exp(k[j][c] + w[i][j]) * v[j][c], below += std::exp(k[j][c] + w[i][j]);
            }
            z[i][c] = below > 0 ? above / below / (1 + std::exp(-q[i][c])) : 0;
          }
        }
        expect_near(mechanism.result(), z, 1);
      });
}

}  // namespace
}  // namespace attn::test
