// What every way to make vectors discrete must do, at every bound of its parameters. It runs on each of the list, so a
// new one is covered without a word.
#include <gtest/gtest.h>

#include <cmath>
#include <deque>
#include <string>

#include "core/catalog/list.h"
#include "tests/core/discretizers/code_run.h"
#include "tests/core/layers/recurrent_case.h"

namespace attn {

// GoogleTest prints bytes otherwise.
static void PrintTo(const DiscretizerEntry& entry, std::ostream* out) { *out << entry.stem; }

namespace test {
namespace {

constexpr int64_t kWidth = 8;

class Discretizers : public testing::TestWithParam<DiscretizerEntry> {
 protected:
  // Calls check(run) with every parameter at its default, and each at its bounds, choices and switches in turn.
  template <class F>
  static void at_every_bound(const Shape& shape, F check) {
    const std::string_view stem = GetParam().stem;
    const Discretizer discretizer = GetParam().make();
    std::deque<std::string> texts;  // that forms point at
    std::vector<std::vector<ParamValue>> forms = {{}};
    for (const ParamSpec& spec : discretizer.text.params) {
      for (const Choice& choice : spec.choices) forms.push_back({{spec.id, choice.value}});
      if (spec.kind == ParamKind::kFlag) forms.push_back({{spec.id, "true"}});
      if (spec.kind != ParamKind::kNumber && spec.kind != ParamKind::kInteger) continue;
      for (const double bound : {spec.min, spec.max})
        forms.push_back({{spec.id, texts.emplace_back(std::to_string(bound))}});
    }
    for (const std::vector<ParamValue>& form : forms) {
      SCOPED_TRACE(form.empty() ? "defaults" : std::string(form[0].param) + '=' + std::string(form[0].value));
      CodeRun run(stem, shape, form);
      check(run);
    }
  }

  // A few steps of plain descent on sum(vectors) + penalty, so that nothing stands where it started.
  static void train(CodeRun& run) {
    for (int64_t step = 1; step <= 3; ++step) {
      const auto coded = run.record(/*training=*/true, step);
      ASSERT_TRUE(coded->status().ok()) << coded->status().argument;
      check_codes(run, coded->graph(), coded->discrete());
      run.parameters().clear_gradients();
      run.settle(coded.get());
      for (const auto& parameter : run.parameters().all()) {
        for (size_t i = 0; i < parameter->values->size() && parameter->learned; ++i)
          (*parameter->values)[i] -= 0.01F * parameter->gradient[i];
      }
    }
  }

  // Whole numbers in range, a share of 1 in each row, and numbers everywhere.
  static void check_codes(CodeRun& run, const Graph& graph, const Discrete& discrete) {
    const CodeSizes sizes = run.sizes();
    ASSERT_EQ(static_cast<int64_t>(discrete.codes.size()), sizes.blocks);
    EXPECT_EQ(discrete.vectors.shape(), run.shape());
    std::vector<Value> all = discrete.codes;
    all.insert(all.end(), discrete.shares.begin(), discrete.shares.end());
    all.push_back(discrete.vectors);
    if (discrete.penalty.valid()) all.push_back(discrete.penalty);
    const auto got = in_float(graph, all);
    for (size_t i = 0; i < all.size(); ++i) {
      for (const float one : got[i]) ASSERT_TRUE(std::isfinite(one));
      if (i < discrete.codes.size()) {
        EXPECT_EQ(all[i].shape(), run.shape().without(run.shape().rank() - 1));
        for (const float code : got[i]) ASSERT_TRUE(code == std::floor(code) && code >= 0 && code < sizes.entries);
      } else if (i < discrete.codes.size() + discrete.shares.size()) {
        ASSERT_EQ(all[i].shape().columns(), sizes.entries);
        for (size_t first = 0; first < got[i].size(); first += static_cast<size_t>(sizes.entries)) {
          float sum = 0;
          for (size_t j = 0; j < static_cast<size_t>(sizes.entries); ++j) sum += got[i][first + j];
          ASSERT_NEAR(sum, 1, 1e-4F);
        }
      }
    }
  }
};

TEST_P(Discretizers, CodesAreInRangeAndNothingTurnsNan) {
  for (const Shape& shape : {text_shape(kWidth), picture_shape(kWidth)}) {
    at_every_bound(shape, [](CodeRun& run) {
      train(run);
      const auto trained = run.record(/*training=*/false);
      check_codes(run, trained->graph(), trained->discrete());
      EXPECT_TRUE(trained->drawn().empty()) << "nothing is left to chance";
    });
  }
}

// What a decoder makes of codes alone is what it would have had from the vectors.
TEST_P(Discretizers, LookingUpGivesTheVectorsToTheLastBit) {
  for (const Shape& shape : {text_shape(kWidth), picture_shape(kWidth)}) {
    at_every_bound(shape, [](CodeRun& run) {
      train(run);
      const auto coded = run.record(/*training=*/false);
      std::vector<Value> wanted = coded->discrete().codes;
      wanted.push_back(coded->discrete().vectors);
      const auto got = in_float(coded->graph(), wanted);
      Graph graph;
      Recorder recorder(graph, run.context(/*training=*/false));
      std::vector<Value> codes;
      for (size_t block = 0; block + 1 < got.size(); ++block)
        codes.push_back(graph.leaf(wanted[block].shape(), got[block], Origin::kGiven, {}));
      const Value vectors = look_up(recorder, codes, kWidth);
      ASSERT_TRUE(graph.status().ok()) << graph.status().argument;
      EXPECT_EQ(vectors.shape(), run.shape());
      EXPECT_EQ(in_float(graph, {vectors})[0], got.back());
    });
  }
}

// Outside of training an example's codes do not hang on who stands beside it.
TEST_P(Discretizers, ExamplesStandAlone) {
  CodeRun run(GetParam().stem, text_shape(kWidth));
  train(run);
  const auto both = run.record(/*training=*/false);
  const auto wanted = in_float(both->graph(), {both->discrete().vectors})[0];
  Graph graph;
  Recorder recorder(graph, run.context(/*training=*/false));
  std::vector<Dim> dims = run.shape().dims();
  dims[0].size = 1;
  const std::vector<float>& x = *run.parameters().find("x")->values;
  const size_t half = x.size() / 2;
  const std::vector<float> second(x.begin() + static_cast<int64_t>(half), x.end());
  const Value alone = quantise(recorder, graph.leaf(Shape(dims), second, Origin::kGiven, {})).vectors;
  EXPECT_EQ(in_float(graph, {alone})[0], std::vector<float>(wanted.begin() + static_cast<int64_t>(half), wanted.end()));
}

TEST_P(Discretizers, EveryStepHasItsWords) {
  at_every_bound(text_shape(kWidth), [](CodeRun& run) {
    const auto coded = run.record(/*training=*/true);
    size_t steps = 0;
    for (const Node& node : coded->graph().nodes()) {
      const StepText& text = node.text;
      if (text.stage.empty()) continue;
      ++steps;
      EXPECT_FALSE(text.id.empty() || text.label.empty() || text.title.empty() || text.note.empty() ||
                   text.latex.empty() || text.symbol.empty())
          << text.id;
    }
    EXPECT_GE(steps, 3U);
  });
}

TEST(DiscretizerDocs, NameAPaperAndSayWhatDiffers) {
  ASSERT_EQ(discretizer_docs_list().size(), discretizer_list().size());
  for (const DocsEntry& entry : discretizer_docs_list()) {
    const EntryDocs docs = entry.make();
    EXPECT_FALSE(docs.papers.empty()) << entry.stem;
    EXPECT_FALSE(docs.differs.empty()) << entry.stem;
  }
}

INSTANTIATE_TEST_SUITE_P(Every, Discretizers, testing::ValuesIn(discretizer_list()),
                         [](const auto& info) { return std::string(info.param.stem); });

}  // namespace
}  // namespace test
}  // namespace attn
