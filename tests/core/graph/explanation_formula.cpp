#include "tests/core/graph/explanation_formula.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>

namespace attn::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// A number and the magnitude that its rounding errors are relative to (more than itself where terms cancel).
struct Approximate {
  double value = 0;
  double scale = 0;
};

bool agrees(double got, Approximate wanted, size_t terms) {
  // 1e-6: sixteen roundings of float, and one more for every fourth of the terms that were added up. Below the smallest
  // normal number float has no digits left. NaN agrees with nothing.
  constexpr double kSmallest = static_cast<double>(std::numeric_limits<float>::min());
  return got == wanted.value ||
         std::fabs(got - wanted.value) <=
             1e-6 * (1 + static_cast<double>(terms) / 64) * std::max(std::fabs(wanted.value), wanted.scale) + kSmallest;
}

double source(const Term& term, size_t i = 0) { return static_cast<double>(term.sources.at(i).value); }

class Formula {
 public:
  explicit Formula(const Explanation& explanation) : e_(explanation) {}

  testing::AssertionResult check() {
    Approximate wanted;
    if (e_.form == "leaf") {
      expect(e_.terms.empty(), "a leaf has no terms");
      return said();
    }
    if (e_.form == "dot") {
      wanted = dot();
    } else if (e_.form == "softmax") {
      wanted = softmax();
    } else if (e_.form == "choice") {
      wanted = choice();
    } else if (e_.form == "entmax") {
      wanted = entmax();
    } else if (e_.form == "layer_norm" || e_.form == "rms_norm") {
      wanted = norm(e_.form == "layer_norm");
    } else if (e_.form == "cross_entropy") {
      wanted = cross_entropy();
    } else {
      wanted = of_single_sources();
      // A masked score stands as -inf already.
      for (const Term& term : e_.terms) expect_term(term, {e_.form == "mask" ? wanted.value : source(term), 0});
    }
    expect(agrees(static_cast<double>(e_.value), wanted, e_.terms.size()),
           "the sources give " + std::to_string(wanted.value) + ", not " + std::to_string(e_.value));
    return said();
  }

 private:
  Approximate of_single_sources() {
    const double first = source(e_.terms.at(0));
    if (e_.form == "copy" || e_.form == "gather") return {first, 0};
    if (e_.form == "scale") return {first * fact("factor"), 0};
    if (e_.form == "mask") return {source(e_.terms.at(0), 1) == 1 ? first : -kInfinity, 0};
    if (e_.form == "map") return map(text("fn"), first);
    if (e_.form == "rank") return rank();
    if (e_.form == "max") {
      Approximate largest{first, 0};
      for (const Term& term : e_.terms) largest.value = std::max(largest.value, source(term));
      return largest;
    }
    if (e_.form == "quotient") {
      const double below = source(e_.terms.at(1));
      expect(below != 0 || !e_.remark.empty(), "a share of nothing is explained in words");
      return {below == 0 ? 0 : first / below, 0};
    }
    Approximate sum, product{1, 0};
    for (const Term& term : e_.terms) {
      sum.value += source(term), sum.scale += std::fabs(source(term));
      product.value *= source(term);
    }
    if (e_.form == "sum") return sum;
    if (e_.form == "product") return product;
    if (e_.form == "mean") {
      expect(fact("count") == static_cast<double>(e_.terms.size()), "count");
      return {sum.value / fact("count"), sum.scale / fact("count")};
    }
    expect(false, "unknown form " + std::string(e_.form));
    return {};
  }

  Approximate dot() {
    Approximate sum;
    for (const Term& term : e_.terms) {
      double product = 1;
      for (size_t i = 0; i < term.sources.size(); ++i) product *= source(term, i);
      expect_term(term, {product, 0});
      sum.value += product, sum.scale += std::fabs(product);
    }
    return sum;
  }

  Approximate softmax() {
    double max = -kInfinity, sum = 0;
    for (const Term& term : e_.terms) max = std::max(max, source(term));
    expect_fact("max", {max, 0});
    const Term& own = e_.terms.at(static_cast<size_t>(fact("own")));
    if (max == -kInfinity) {  // nothing may be read
      expect_fact("sum", {0, 0});
      expect(!e_.remark.empty(), "a zero row is explained in words");
      return {0, 0};
    }
    for (const Term& term : e_.terms) {
      // The distance to the maximum was rounded before the exponential, which multiplies that error by itself.
      const double distance = source(term) - max, share = std::exp(distance);
      expect_term(term, {share, share == 0 ? 0 : share * (1 - distance)});
      sum += share;
    }
    expect_fact("sum", {sum, 0});
    const double distance = source(own) - max, value = std::exp(distance) / sum;
    return {value, value == 0 ? 0 : value * (1 - distance)};
  }

  // Terms: the row, and the draw where one decides.
  Approximate choice() {
    const bool drawn = text("by") == "draw";
    const int64_t n = static_cast<int64_t>(e_.terms.size()) - (drawn ? 1 : 0),
                  chosen = static_cast<int64_t>(fact("chosen"));
    for (const Term& term : e_.terms) expect_term(term, {source(term), 0});
    expect(drawn || text("by") == "largest", "by " + text("by"));
    double sum = 0, before = 0, most = -kInfinity;
    int64_t first = -1;
    for (int64_t j = 0; j < n; ++j) {
      const double value = source(e_.terms[static_cast<size_t>(j)]);
      sum += value, before += j < chosen ? value : 0;
      if (value > most) most = value, first = j;
    }
    if (drawn) {
      const double at = source(e_.terms.back()) * sum;
      const double own = chosen < 0 ? 0 : source(e_.terms[static_cast<size_t>(chosen)]);
      const double roundings = 1e-6 * sum;
      expect(chosen < 0 ? sum == 0 : own > 0 && before <= at + roundings && at <= before + own + roundings,
             "the draw does not fall on " + std::to_string(chosen));
    } else {
      expect(chosen == first, "the largest is " + std::to_string(first));
    }
    expect(chosen >= 0 || !e_.remark.empty(), "a row without a choice is explained in words");
    return {fact("own") == fact("chosen") ? 1.0 : 0.0, 0};
  }

  // Terms: the row, its gain, and for the layer norm its bias.
  Approximate norm(bool centred) {
    const size_t n = e_.terms.size() - (centred ? 2 : 1);
    double mean = 0, magnitude = 0, squares = 0;
    for (size_t i = 0; i < n; ++i) {
      mean += centred ? source(e_.terms[i]) / static_cast<double>(n) : 0;
      magnitude = std::max(magnitude, std::fabs(source(e_.terms[i])));
    }
    for (size_t i = 0; i < n; ++i) squares += std::pow(source(e_.terms[i]) - mean, 2) / static_cast<double>(n);
    const double inverse = 1 / std::sqrt(squares + fact("epsilon"));
    expect_fact("mean", {mean, magnitude});
    expect_fact("inverse_deviation", {inverse, 0});
    for (const Term& term : e_.terms) expect_term(term, {source(term), 0});
    const double gain = source(e_.terms[n]), bias = centred ? source(e_.terms[n + 1]) : 0;
    const double own = source(e_.terms.at(static_cast<size_t>(fact("own"))));
    return {(own - mean) * inverse * gain + bias, magnitude * inverse * std::fabs(gain) + std::fabs(bias)};
  }

  // Terms: the logits, then the target.
  Approximate cross_entropy() {
    const size_t n = e_.terms.size() - 1;
    double max = -kInfinity, sum = 0, all = 0;
    for (const Term& term : e_.terms) expect_term(term, {source(term), 0});
    for (size_t i = 0; i < n; ++i) max = std::max(max, source(e_.terms[i]));
    for (size_t i = 0; i < n; ++i) sum += std::exp(source(e_.terms[i]) - max), all += source(e_.terms[i]);
    expect_fact("max", {max, 0});
    expect_fact("sum", {sum, 0});
    if (source(e_.terms[n]) < 0) {
      expect(!e_.remark.empty(), "that nothing is asked is explained in words");
      return {0, 0};
    }
    const double own = source(e_.terms.at(static_cast<size_t>(fact("own"))));
    expect_fact("share", {std::exp(own - max) / sum, 1});
    const double log_sum = max + std::log(sum), smoothing = fact("smoothing");
    const double value = (1 - smoothing) * (log_sum - own) + smoothing * (log_sum - all / static_cast<double>(n));
    return {value, std::fabs(max) + std::fabs(log_sum) + std::fabs(own)};
  }

  // How many beat the own one, those before it that equal it among them unless ties are all taken.
  Approximate rank() {
    const size_t own = static_cast<size_t>(fact("own"));
    double before = 0;
    for (size_t i = 0; i < e_.terms.size(); ++i) {
      const double lead = source(e_.terms[i]) - source(e_.terms.at(own));
      before += lead > 0 || (source(e_.terms[i]) == source(e_.terms[own]) && i < own && fact("ties") == 0) ? 1 : 0;
    }
    expect(before == fact("before"), "so many come before: " + std::to_string(before));
    return {before < fact("take") ? 1.0 : 0.0, 0};
  }

  // The threshold over the sorted row, found anew by bisection: the weights fall as it rises, and add up to 1.
  Approximate entmax() {
    double max = -kInfinity;
    for (const Term& term : e_.terms) {
      expect_term(term, {source(term), 0});
      max = std::max(max, source(term));
    }
    expect_fact("max", {max, 0});
    if (max == -kInfinity) {  // nothing may be read
      expect_fact("support", {0, 0});
      expect(!e_.remark.empty(), "a zero row is explained in words");
      return {0, 0};
    }
    const auto weight = [&](const Term& term, double threshold) {
      return std::pow(std::max((source(term) - max) * fact("scale") - threshold, 0.0), fact("power"));
    };
    double low = -1, high = 0;
    for (int i = 0; i < 100; ++i) {
      const double middle = 0.5 * (low + high);
      double sum = 0;
      for (const Term& term : e_.terms) sum += weight(term, middle);
      (sum > 1 ? low : high) = middle;
    }
    expect_fact("threshold", {low, 1});
    double support = 0;
    for (const Term& term : e_.terms) support += weight(term, fact("threshold")) > 0 ? 1 : 0;
    expect_fact("support", {support, 0});
    return {weight(e_.terms.at(static_cast<size_t>(fact("own"))), low), 1};
  }

  Approximate map(const std::string& fn, double x) {
    const double half = 0.5 * x, logistic = 1 / (1 + std::exp(-x));
    const std::map<std::string, double> values = {
        {"exp", std::exp(x)},
        {"log", std::log(x)},
        {"tanh", std::tanh(x)},
        {"sigmoid", logistic},
        {"relu", std::max(x, 0.0)},
        {"silu", x * logistic},
        {"elu", x > 0 ? x : std::expm1(x)},
        {"gelu", half * (1 + std::erf(x / std::sqrt(2.0)))},
        {"gelu_tanh", half * (1 + std::tanh(std::sqrt(2 / std::acos(-1.0)) * (x + 0.044715 * x * x * x)))},
        {"sqrt", std::sqrt(x)},
        {"elu_plus_one", x > 0 ? x + 1 : std::exp(x)},
        {"softplus", std::max(x, 0.0) + std::log1p(std::exp(-std::fabs(x)))},
        {"log_sigmoid", std::min(x, 0.0) - std::log1p(std::exp(-std::fabs(x)))},
        {"floor", std::floor(x)},
        {"positive", x > 0 ? 1 : 0},
        {"absolute", std::fabs(x)},
        {"leaky_relu", x > 0 ? x : 0.01 * x},
        {"reciprocal", std::fabs(x) < static_cast<double>(std::numeric_limits<float>::min()) ? 0 : 1 / x},
    };
    if (fn == "within") return {std::fabs(x) <= fact("limit") ? 1.0 : 0.0, 0};
    const auto found = values.find(fn);
    expect(found != values.end(), "unknown function " + fn);
    // Relative to the argument too: a gelu far left of 0 is a small difference of two near ones.
    return found == values.end() ? Approximate{} : Approximate{found->second, std::fabs(x)};
  }

  double fact(std::string_view name) {
    for (const Fact& fact : e_.facts) {
      if (fact.name == name) return fact.value;
    }
    expect(false, "no fact " + std::string(name));
    return 0;
  }
  std::string text(std::string_view name) {
    for (const Fact& fact : e_.facts) {
      if (fact.name == name) return fact.text;
    }
    return {};
  }
  void expect_fact(std::string_view name, Approximate wanted) {
    expect(agrees(fact(name), wanted, e_.terms.size()), std::string(name) + " is " + std::to_string(wanted.value));
  }
  void expect_term(const Term& term, Approximate wanted) {
    expect(agrees(static_cast<double>(term.value), wanted, 1), "a term is " + std::to_string(wanted.value));
  }
  void expect(bool holds, const std::string& what) {
    if (!holds) wrong_ += "\n  " + what;
  }
  testing::AssertionResult said() const {
    if (wrong_.empty()) return testing::AssertionSuccess();
    return testing::AssertionFailure() << "an explanation by " << e_.form << " does not add up:" << wrong_;
  }

  const Explanation& e_;
  std::string wrong_;
};

}  // namespace

testing::AssertionResult adds_up(const Explanation& explanation) { return Formula(explanation).check(); }

}  // namespace attn::test
