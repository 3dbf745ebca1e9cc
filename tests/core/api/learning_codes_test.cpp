#include "core/api/learning.h"
#include "tests/core/api/calls.h"
#include "tests/core/runs/coding_case.h"

namespace attn::api::test {
namespace {

using attn::test::CodingTest;

class CodesCall : public CodingTest {
 protected:
  CodesCall() {
    const std::string open = R"({"call":"open","model":")" + std::string(chosen_->model.id) + R"(","task":")" +
                             std::string(chosen_->task.id) + R"(","discretizer":")" +
                             std::string(chosen_->discretizer->id) +
                             R"(","model_params":{"width":4,"hidden":8},"discretizer_params":{"bits":4},)" +
                             R"("settings":{"batch":8},"seed":3})";
    run_ = std::to_string(Reply(learn(open, data_))["run"].GetInt64());
  }
  ~CodesCall() override { ask("close"); }

  Reply ask(const std::string& call, const std::string& fields = "") {
    return Reply(learn(R"({"call":")" + call + R"(","run":)" + run_ + fields + "}", {}));
  }

  std::string run_;
};

TEST_P(CodesCall, SaysHowTheBatchesUsedTheCodes) {
  const Reply before = ask("codes", R"(,"examples":[0,4,2])");
  EXPECT_EQ(before["use"]["batches"].GetInt64(), 0);
  EXPECT_EQ(before["pictures"].GetInt64(), 3);
  EXPECT_TRUE(refuses(ask("codes", R"(,"examples":[0,10])"), "examples"));
  EXPECT_EQ(before["nearest"].GetBool(), ask("codes")["nearest"].GetBool());
  ASSERT_TRUE(ask("step").ok());
  const Reply after = ask("codes", R"(,"examples":[0,4,2])");
  const int64_t codes = after["codes"].GetInt64();
  const float* counts = after.buffer() + after["count"].GetInt64() - codes;
  double sum = 0, dead = 0;
  for (int64_t i = 0; i < codes; ++i) sum += static_cast<double>(counts[i]), dead += counts[i] == 0 ? 1 : 0;
  EXPECT_EQ(sum, after["use"]["vectors"].GetDouble());
  EXPECT_EQ(dead, after["use"]["dead"].GetDouble());
  EXPECT_LE(after["use"]["perplexity"].GetDouble(), static_cast<double>(codes));
}

TEST_P(CodesCall, TellsTheCodeOfEveryFieldOfThePlane) {
  const Reply cells = ask("cells", R"(,"from":[-1,-1],"to":[1,1],"rows":3,"columns":5)");
  ASSERT_TRUE(cells.ok()) << cells.text();
  EXPECT_EQ(cells["count"].GetInt64(), 15);
  EXPECT_TRUE(refuses(ask("cells", R"(,"from":[-1],"to":[1,1])"), "from"));
  EXPECT_TRUE(refuses(ask("cells", R"(,"from":[0,0],"to":[1,1],"rows":1000)"), "rows"));
}

TEST_P(CodesCall, DrawsFromCodesThatThereAre) {
  std::string list = "0";
  for (int i = 1; i < 16; ++i) list += ",1";
  EXPECT_EQ(ask("from_codes", R"(,"codes":[)" + list + "]")["count"].GetInt64(), digits::kPixels);
  EXPECT_TRUE(refuses(ask("from_codes", R"(,"codes":[)" + list + ",2]"), "codes"));
  EXPECT_TRUE(refuses(ask("from_codes", R"(,"codes":[)" + list.substr(2) + ",-1]"), "codes"));
  EXPECT_TRUE(refuses(ask("from_codes"), "codes"));
}

TEST_P(CodesCall, TakesOtherParametersOnTheWayButNotAnotherSize) {
  EXPECT_TRUE(refuses(ask("set", R"(,"discretizer_params":{"bits":5})"), "discretizer_params"));
  EXPECT_TRUE(refuses(ask("set"), "rate"));
  EXPECT_FALSE(ask("set", R"(,"discretizer_params":{"nothing":5})").ok());
  EXPECT_TRUE(ask("set", R"(,"discretizer_params":{"bits":4},"rate":0.01)").ok());
  EXPECT_EQ(ask("step")["updates"][0]["rate"].GetDouble(), 0.01);
}

// One after another or side by side, the same digits make the same codes.
TEST_P(CodesCall, TellsOfExamplesInTheOrderOfTheRequest) {
  const Reply alone = ask("codes", R"(,"examples":[4])");
  const auto each = static_cast<size_t>(2 * 16);
  const std::vector<float> vectors(alone.buffer(), alone.buffer() + each);
  const Reply three = ask("codes", R"(,"examples":[0,4,2])");
  EXPECT_EQ(vectors, std::vector<float>(three.buffer() + each, three.buffer() + 2 * each));
}

INSTANTIATE_TEST_SUITE_P(Every, CodesCall, attn::test::every_discretizer(), attn::test::discretizer_name);

}  // namespace
}  // namespace attn::api::test
