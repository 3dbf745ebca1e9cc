// A recurrent layer on numbers of a test, and cases of others' suites.
#ifndef TESTS_CORE_LAYERS_RECURRENT_CASE_H_
#define TESTS_CORE_LAYERS_RECURRENT_CASE_H_

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "core/graph/evaluation.h"
#include "core/layers/recorder.h"

namespace attn::test {

// Parameters that a layer has asked for, and a record to run it on.
class LayerRun {
 public:
  LayerRun() : params_(specs_) {
    context_.parameters = &parameters_;
    context_.params = &params_;
  }

  // Records build(recorder) and computes what it returns, in float.
  template <class Build>
  std::vector<std::vector<float>> compute(Build build) {
    Graph graph;
    Recorder recorder(graph, context_);
    const std::vector<Value> outputs = build(recorder);
    EXPECT_TRUE(graph.status().ok()) << graph.status().argument << ": " << graph.status().got;
    Evaluation<float> values(graph);
    EXPECT_TRUE(values.run().ok());
    std::vector<std::vector<float>> all;
    for (const Value output : outputs) {
      std::vector<float> out(static_cast<size_t>(output.shape().count()));
      values.rows(output.node(), {0, output.shape().rows()}, out.data());
      all.push_back(std::move(out));
    }
    return all;
  }

  Parameters& parameters() { return parameters_; }
  const std::vector<float>& of(std::string_view name) { return *parameters_.find(name)->values; }
  // Sets a parameter that build(recorder) asks for.
  void set(std::string_view name, const std::vector<float>& values) {
    Parameter* parameter = parameters_.find(name);
    ASSERT_NE(parameter, nullptr) << name;
    ASSERT_EQ(parameter->values->size(), values.size()) << name;
    *parameter->values = values;
  }

 private:
  std::vector<ParamSpec> specs_;
  Params params_;
  Parameters parameters_{1};
  Recorder::Context context_;
};

inline std::vector<float> random_numbers(int64_t count, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<float> numbers(static_cast<size_t>(count));
  for (float& number : numbers) number = (static_cast<float>(random() % 4096) - 2048.0F) * 0x1p-11F;
  return numbers;
}

inline Value text_leaf(Recorder& r, Shape shape, const std::vector<float>& values) {
  return r.graph().leaf(std::move(shape), values, Origin::kGiven, {});
}

inline double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

// sum over i of x[i] w[gate, i, j], w [gate, in, n]
inline double through(const std::vector<double>& x, const std::vector<float>& w, int64_t gate, int64_t n, int64_t j) {
  const int64_t in = static_cast<int64_t>(x.size());
  double sum = 0;
  for (int64_t i = 0; i < in; ++i)
    sum += x[static_cast<size_t>(i)] * static_cast<double>(w[static_cast<size_t>((gate * in + i) * n + j)]);
  return sum;
}

// A case of ../shared/conformance; empty where that folder is absent.
inline std::string conformance_case(const std::string& name) {
  std::ifstream file("../shared/conformance/" + name + ".json");
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// All numbers of the list that follows `key` behind `from`, however nested.
inline std::vector<float> numbers_behind(const std::string& json, const std::string& from, const std::string& key) {
  size_t at = json.find(from);
  if (at != std::string::npos) at = json.find('"' + key + '"', at);
  if (at == std::string::npos) return {};
  at = json.find('[', at);
  std::vector<float> numbers;
  for (int depth = 0; at < json.size();) {
    if (json[at] == '[') ++depth;
    if (json[at] == ']' && --depth == 0) break;
    if (json[at] == '-' || (json[at] >= '0' && json[at] <= '9')) {
      char* end = nullptr;
      numbers.push_back(std::strtof(json.c_str() + at, &end));
      at = static_cast<size_t>(end - json.c_str());
    } else {
      ++at;
    }
  }
  return numbers;
}

// ONNX's weights [direction 1, gates * width, in] as [gate, in, width], for a layer's parameter.
inline std::vector<float> from_onnx(const std::vector<float>& w, int64_t gates, int64_t width) {
  const int64_t in = static_cast<int64_t>(w.size()) / (gates * width);
  std::vector<float> turned(w.size());
  for (int64_t g = 0; g < gates; ++g) {
    for (int64_t j = 0; j < width; ++j) {
      for (int64_t i = 0; i < in; ++i)
        turned[static_cast<size_t>((g * in + i) * width + j)] = w[static_cast<size_t>((g * width + j) * in + i)];
    }
  }
  return turned;
}

}  // namespace attn::test

#endif  // TESTS_CORE_LAYERS_RECURRENT_CASE_H_
