// ONNX LinearAttention against plain loops in double precision, and against attention without softmax.
#include "core/attention/onnx_linear_attention.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace attn::onnx {
namespace {

struct Case {
  int64_t batch = 2, tokens = 5, q_heads = 4, kv_heads = 4, width = 8, value_width = 6;
  Rule rule = Rule::kGatedDelta;
  bool past = false, decay_by_channel = true, one_beta = false, erase = false;
  float scale = 0.0F;
};

std::vector<float> random_floats(int64_t n, uint32_t seed, float low = -1.0F, float high = 1.0F) {
  std::mt19937 engine(seed);
  std::uniform_real_distribution<float> uniform(low, high);
  std::vector<float> out(static_cast<size_t>(n));
  for (float& x : out) x = uniform(engine);
  return out;
}

struct Made {
  std::vector<float> q, k, v, past, decay, beta, erase;
  LinearCall call;
};

bool gates(Rule rule) { return rule == Rule::kGated || rule == Rule::kGatedDelta; }
bool corrects(Rule rule) { return rule == Rule::kDelta || rule == Rule::kGatedDelta; }

Made make(const Case& c) {
  Made m;
  const int64_t at = c.batch * c.tokens;
  m.q = random_floats(at * c.q_heads * c.width, 1);
  m.k = random_floats(at * c.kv_heads * c.width, 2, -0.3F, 0.3F);
  m.v = random_floats(at * c.kv_heads * c.value_width, 3);
  m.past = random_floats(c.batch * c.kv_heads * c.width * c.value_width, 4);
  const int64_t decays = c.kv_heads * (c.decay_by_channel ? c.width : 1), betas = c.one_beta ? 1 : c.kv_heads;
  m.decay = random_floats(at * decays, 5, -1.0F, 0.0F);
  m.beta = random_floats(at * betas, 6, 0.0F, 1.0F);
  m.erase = random_floats(at * c.kv_heads * c.width, 7, 0.0F, 1.0F);
  LinearCall& call = m.call;
  call.q = {m.q.data(), {c.batch, c.tokens, c.q_heads * c.width}};
  call.k = {m.k.data(), {c.batch, c.tokens, c.kv_heads * c.width}};
  call.v = {m.v.data(), {c.batch, c.tokens, c.kv_heads * c.value_width}};
  if (c.past) call.past_state = {m.past.data(), {c.batch, c.kv_heads, c.width, c.value_width}};
  if (gates(c.rule)) call.decay = {m.decay.data(), {c.batch, c.tokens, decays}};
  if (corrects(c.rule)) call.beta = {m.beta.data(), {c.batch, c.tokens, betas}};
  if (c.erase) call.erase_gate = {m.erase.data(), {c.batch, c.tokens, c.kv_heads * c.width}};
  call.q_heads = c.q_heads;
  call.kv_heads = c.kv_heads;
  call.rule = c.rule;
  call.scale = c.scale;
  return m;
}

void check(const Case& c) {
  const Made m = make(c);
  LinearShapes shapes;
  const Status status = linear_attention_shapes(m.call, &shapes);
  ASSERT_TRUE(status.ok()) << status.argument << " " << status.got << " " << status.takes;
  std::vector<float> y(static_cast<size_t>(count(shapes.y))), state(static_cast<size_t>(count(shapes.state)));
  linear_attention(m.call, y.data(), state.data());

  const double scale = c.scale == 0.0F ? 1.0 / std::sqrt(static_cast<double>(c.width)) : c.scale;
  const auto u = [](int64_t i) { return static_cast<size_t>(i); };
  for (int64_t b = 0; b < c.batch; ++b)
    for (int64_t h = 0; h < c.kv_heads; ++h) {
      std::vector<std::vector<double>> s(u(c.width), std::vector<double>(u(c.value_width), 0.0));
      if (c.past)
        for (int64_t d = 0; d < c.width; ++d)
          for (int64_t e = 0; e < c.value_width; ++e)
            s[u(d)][u(e)] = m.past[u(((b * c.kv_heads + h) * c.width + d) * c.value_width + e)];
      for (int64_t t = 0; t < c.tokens; ++t) {
        const int64_t at = b * c.tokens + t;
        const auto key = [&](int64_t d) { return static_cast<double>(m.k[u((at * c.kv_heads + h) * c.width + d)]); };
        if (gates(c.rule))
          for (int64_t d = 0; d < c.width; ++d)
            for (double& x : s[u(d)])
              x *= std::exp(static_cast<double>(c.decay_by_channel ? m.decay[u((at * c.kv_heads + h) * c.width + d)]
                                                                   : m.decay[u(at * c.kv_heads + h)]));
        std::vector<double> value(u(c.value_width));
        for (int64_t e = 0; e < c.value_width; ++e) {
          value[u(e)] = m.v[u((at * c.kv_heads + h) * c.value_width + e)];
          if (!corrects(c.rule)) continue;
          double held = 0.0;
          for (int64_t d = 0; d < c.width; ++d)
            held += s[u(d)][u(e)] * key(d) * (c.erase ? m.erase[u((at * c.kv_heads + h) * c.width + d)] : 1.0);
          value[u(e)] = m.beta[c.one_beta ? u(at) : u(at * c.kv_heads + h)] * (value[u(e)] - held);
        }
        for (int64_t d = 0; d < c.width; ++d)
          for (int64_t e = 0; e < c.value_width; ++e) s[u(d)][u(e)] += key(d) * value[u(e)];
        for (int64_t g = 0; g < c.q_heads / c.kv_heads; ++g)
          for (int64_t e = 0; e < c.value_width; ++e) {
            const int64_t head = h * (c.q_heads / c.kv_heads) + g;
            double out = 0.0;
            for (int64_t d = 0; d < c.width; ++d) out += m.q[u((at * c.q_heads + head) * c.width + d)] * s[u(d)][u(e)];
            // 5e-6: a float state that has been rounded at each of a few tokens.
            ASSERT_NEAR(y[u((at * c.q_heads + head) * c.value_width + e)], scale * out, 5e-6) << t;
          }
      }
      for (int64_t d = 0; d < c.width; ++d)
        for (int64_t e = 0; e < c.value_width; ++e)
          ASSERT_NEAR(state[u(((b * c.kv_heads + h) * c.width + d) * c.value_width + e)], s[u(d)][u(e)], 5e-6);
    }
}

TEST(OnnxLinearAttention, EveryRule) {
  for (const Rule rule : {Rule::kLinear, Rule::kGated, Rule::kDelta, Rule::kGatedDelta})
    for (const bool past : {false, true}) {
      check({.rule = rule, .past = past});
      check({.q_heads = 8, .kv_heads = 2, .rule = rule, .past = past, .decay_by_channel = false, .one_beta = true});
      check({.q_heads = 8, .kv_heads = 1, .rule = rule, .past = past, .scale = 0.25F});
      check({.tokens = 1, .rule = rule, .past = past});
    }
  check({.rule = Rule::kDelta, .erase = true});
  check({.rule = Rule::kGatedDelta, .past = true, .erase = true});
}

// Going on from a state is the same as having read everything at once.
TEST(OnnxLinearAttention, StateCarriesOver) {
  const Case c = {.batch = 1, .tokens = 6};
  const Made whole = make(c);
  std::vector<float> y(static_cast<size_t>(c.tokens * c.q_heads * c.value_width));
  std::vector<float> state(static_cast<size_t>(c.kv_heads * c.width * c.value_width)), next = state;
  linear_attention(whole.call, y.data(), state.data());

  std::vector<float> row(static_cast<size_t>(c.q_heads * c.value_width));
  std::vector<float> carried(state.size(), 0.0F);
  for (int64_t t = 0; t < c.tokens; ++t) {
    LinearCall step = whole.call;
    for (Input* input : {&step.q, &step.k, &step.v, &step.decay, &step.beta}) {
      input->sizes[1] = 1;
      input->data += t * input->sizes[2];
    }
    step.past_state = {carried.data(), {1, c.kv_heads, c.width, c.value_width}};
    linear_attention(step, row.data(), next.data());
    carried = next;
    for (size_t i = 0; i < row.size(); ++i) ASSERT_EQ(row[i], y[static_cast<size_t>(t) * row.size() + i]);
  }
  EXPECT_EQ(carried, state);
}

TEST(OnnxLinearAttention, RefusesWhatDoesNotFit) {
  const auto refused = [](const std::string& argument, Rule rule, auto change) {
    Made m = make({.rule = rule});
    change(m.call);
    LinearShapes shapes;
    const Status status = linear_attention_shapes(m.call, &shapes);
    EXPECT_FALSE(status.ok());
    EXPECT_EQ(status.argument, argument);
  };
  refused("qHeads", Rule::kLinear, [](LinearCall& c) { c.q_heads = 3; });
  refused("kvHeads", Rule::kLinear, [](LinearCall& c) { c.kv_heads = 0; });
  refused("q", Rule::kLinear, [](LinearCall& c) { c.q.sizes = {}; });
  refused("k", Rule::kLinear, [](LinearCall& c) { c.k.sizes = {2, 5, 36}; });
  refused("v", Rule::kLinear, [](LinearCall& c) { c.v.sizes = {2, 4, 24}; });
  refused("decay", Rule::kGated, [](LinearCall& c) { c.decay = {}; });
  refused("decay", Rule::kGated, [](LinearCall& c) { c.decay.sizes = {2, 5, 5}; });
  refused("beta", Rule::kLinear, [](LinearCall& c) { c.beta.sizes = {2, 5, 4}; });
  refused("beta", Rule::kDelta, [](LinearCall& c) { c.beta.sizes = {2, 5, 3}; });
  refused("eraseGate", Rule::kGated, [](LinearCall& c) { c.erase_gate.sizes = {2, 5, 32}; });
  refused("pastState", Rule::kDelta, [](LinearCall& c) { c.past_state.sizes = {2, 4, 6, 8}; });
}

}  // namespace
}  // namespace attn::onnx
