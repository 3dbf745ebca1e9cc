#include "tests/core/variants/two_texts.h"

namespace attn::variants {
Variant linformer();
}

namespace attn::test {
namespace {

TEST(Linformer, EqualsItsOracle) {
  at_every_corner_of_two_texts(variants::linformer(), [&](Mechanism& mechanism, const Words& words, const Words& source,
                                                          const Params& params) {
    const size_t width = static_cast<size_t>(params.integer("head_width")), keys = static_cast<size_t>(source.tokens);
    size_t latents = static_cast<size_t>(params.integer("latents"));
    Matrix e, f;
    if (params.choice("projection") == "learned") {
      e = weight(mechanism, "w_e", latents, keys);
      f = params.flag("shared") ? e : weight(mechanism, "w_f", latents, keys);
    } else {
      latents = std::min(latents, keys);
      e = matrix(latents, keys);
      // Every word belongs to one stretch; stretches differ by one word at most.
      for (size_t i = 0; i < latents; ++i) {
        double members = 0;
        const auto inside = [&](size_t j) { return j >= i * keys / latents && j < (i + 1) * keys / latents; };
        for (size_t j = 0; j < keys; ++j) members += inside(j);
        for (size_t j = 0; j < keys; ++j) e[i][j] = inside(j) ? 1 / members : 0;
      }
      f = e;
    }
    const double root = std::sqrt(static_cast<double>(width));
    const Matrix scores =
        dot_products(projected(mechanism, words, "w_q", width), product(e, projected(mechanism, source, "w_k", width)),
                     1 / (root * params.number("temperature")));
    const Matrix z = product(weights(scores, [](size_t, size_t) { return true; }),
                             product(f, projected(mechanism, source, "w_v", width)));
    expect_near(mechanism.result(), z, params.number("temperature"));
  });
}

}  // namespace
}  // namespace attn::test
