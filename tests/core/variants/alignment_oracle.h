// The alignment functions of Bahdanau et al. 2015 and Luong et al. 2015 as plain double loops.
#ifndef TESTS_CORE_VARIANTS_ALIGNMENT_ORACLE_H_
#define TESTS_CORE_VARIANTS_ALIGNMENT_ORACLE_H_

#include <string_view>

#include "tests/core/variants/oracle.h"

namespace attn::test {

// v . tanh(q_i + k_j), where the parameter asks for it with v / |v|
inline Matrix network_scores(Mechanism& mechanism, const Matrix& q, const Matrix& k, const Params& params) {
  Matrix v = weight(mechanism, "v_a", 1, q[0].size());
  double squares = 0;
  for (const double value : v[0]) squares += value * value;
  for (double& value : v[0]) value /= params.flag("normed") ? std::sqrt(squares) : 1;
  Matrix scores = matrix(q.size(), k.size());
  for (size_t i = 0; i < q.size(); ++i) {
    for (size_t j = 0; j < k.size(); ++j) {
      for (size_t h = 0; h < q[0].size(); ++h) scores[i][j] += v[0][h] * std::tanh(q[i][h] + k[j][h]);
    }
  }
  return scores;
}

inline Matrix dot_products(const Matrix& q, const Matrix& k) {
  Matrix scores = matrix(q.size(), k.size());
  for (size_t i = 0; i < q.size(); ++i) {
    for (size_t j = 0; j < k.size(); ++j) {
      for (size_t c = 0; c < q[0].size(); ++c) scores[i][j] += q[i][c] * k[j][c];
    }
  }
  return scores;
}

struct Aligned {
  Matrix scores;  // divided by the temperature, where there is one
  Matrix values;
};

inline Aligned aligned(Mechanism& mechanism, const Words& words, const Words& source, std::string_view which,
                       const Params& params) {
  const Matrix h = matrix_of(words), read = matrix_of(source);
  const size_t asks = h[0].size(), reads = read[0].size();
  Aligned result = {{}, read};
  if (which == "dot") {
    result.scores = dot_products(h, read);
  } else if (which == "general") {
    // h . (W_a h-)
    const Matrix w = weight(mechanism, "w_a", asks, reads);
    Matrix turned = matrix(read.size(), asks);
    for (size_t j = 0; j < read.size(); ++j) {
      for (size_t a = 0; a < asks; ++a) {
        for (size_t b = 0; b < reads; ++b) turned[j][a] += w[a][b] * read[j][b];
      }
    }
    result.scores = dot_products(h, turned);
  } else if (which == "concat" && params.choice("form") == "code") {
    result.scores = network_scores(mechanism, product(h, weight(mechanism, "w_a", asks, reads)), read, params);
  } else if (which == "concat") {
    // v . tanh(W_a [h; h-]), pair by pair
    const size_t hidden = static_cast<size_t>(params.integer("hidden"));
    const Matrix w = weight(mechanism, "w_a", asks + reads, hidden), v = weight(mechanism, "v_a", 1, hidden);
    result.scores = matrix(h.size(), read.size());
    for (size_t i = 0; i < h.size(); ++i) {
      for (size_t j = 0; j < read.size(); ++j) {
        Matrix both = {h[i]};
        both[0].insert(both[0].end(), read[j].begin(), read[j].end());
        const Matrix layer = product(both, w);
        for (size_t f = 0; f < hidden; ++f) result.scores[i][j] += v[0][f] * std::tanh(layer[0][f]);
      }
    }
  } else if (which == "additive") {
    const size_t hidden = static_cast<size_t>(params.integer("hidden"));
    result.scores = network_scores(mechanism, product(h, weight(mechanism, "w_a", asks, hidden)),
                                   product(read, weight(mechanism, "u_a", reads, hidden)), params);
  } else {
    const size_t width = static_cast<size_t>(params.integer("head_width"));
    result.scores = dot_products(product(h, weight(mechanism, "w_q", asks, width)),
                                 product(read, weight(mechanism, "w_k", reads, width)));
    for (auto& row : result.scores) {
      for (double& score : row) score /= std::sqrt(static_cast<double>(width));
    }
    result.values = product(read, weight(mechanism, "w_v", reads, width));
  }
  const double temperature = params.has("temperature") ? params.number("temperature") : 1;
  for (auto& row : result.scores) {
    for (double& score : row) score /= temperature;
  }
  return result;
}

// tanh([c; h] W_c) where the parameter asks for it, else c.
inline Matrix attentional(Mechanism& mechanism, const Matrix& context, const Words& words, const Params& params) {
  if (!params.flag("attentional")) return context;
  const Matrix h = matrix_of(words);
  const size_t joined = context[0].size() + h[0].size();
  const Matrix w = weight(mechanism, "w_c", joined, h[0].size());
  Matrix both = context;
  for (size_t i = 0; i < both.size(); ++i) both[i].insert(both[i].end(), h[i].begin(), h[i].end());
  Matrix out = product(both, w);
  for (auto& row : out) {
    for (double& value : row) value = std::tanh(value);
  }
  return out;
}

inline double temperature_of(const Params& params) {
  return params.has("temperature") ? params.number("temperature") : 1;
}

}  // namespace attn::test

#endif  // TESTS_CORE_VARIANTS_ALIGNMENT_ORACLE_H_
