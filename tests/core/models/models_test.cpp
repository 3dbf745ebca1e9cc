// Every model at tiny size, in every form: its gradients, its rows, its decoding in parts, and whether it can learn a
// few examples by heart.
#include <gtest/gtest.h>

#include <cmath>

#include "core/catalog/list.h"
#include "tests/core/models/model_harness.h"

namespace attn {

// GoogleTest prints bytes otherwise.
static void PrintTo(const ModelEntry& entry, std::ostream* out) { *out << entry.stem; }

namespace test {
namespace {

class Models : public testing::TestWithParam<ModelEntry> {
 protected:
  // Calls check(learner, batch, says) for every form of the model.
  template <class F>
  static void for_each_form(const Params& base, const Model& model, F check) {
    for (const ModelForm& form : model_forms(model, base)) {
      SCOPED_TRACE(form.says);
      Learner learner(model, form.params, model.takes);
      check(learner, tiny_batch(model.takes, 1), form.says);
    }
  }
};

TEST_P(Models, GradientsEqualCentralDifferences) {
  const Model model = GetParam().make();
  for_each_form(smallest(model), model, [](Learner& learner, const Batch& batch, const std::string& says) {
    check_gradients(learner, batch, /*training=*/says == "dropout");
  });
}

TEST_P(Models, RowsStandAlone) {
  const Model model = GetParam().make();
  for_each_form(smallest(model), model, [](Learner& learner, const Batch& batch, const std::string&) {
    check_rows_stand_alone(learner, batch);
  });
}

TEST_P(Models, PartsSayWhatTheWholeSays) {
  const Model model = GetParam().make();
  if (!model.continues) GTEST_SKIP() << "reads a text only whole";
  for_each_form(smallest(model), model,
                [](Learner& learner, const Batch& batch, const std::string&) { check_parts(learner, batch); });
}

// 200 steps: a second or two each. A loss of 0.05 gives the right piece 95 % each time. Pictures that are written from
// nothing begin alike: which of three it is must be guessed once in 16 pixels.
TEST_P(Models, LearnsAFewExamplesByHeart) {
  const Model model = GetParam().make();
  const float guess = model.takes == TaskKind::kPixels ? std::log(3.0F) / 16 : 0.0F;
  for_each_form(learnable(model), model, [&](Learner& learner, const Batch& batch, const std::string& says) {
    if (says == "dropout") return;  // is there to make this harder
    EXPECT_LT(loss_after(learner, batch, 200), 0.05F + guess);
  });
}

INSTANTIATE_TEST_SUITE_P(Every, Models, testing::ValuesIn(model_list()),
                         [](const testing::TestParamInfo<ModelEntry>& info) { return std::string(info.param.stem); });
// A list without models is no failure.
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Models);

}  // namespace
}  // namespace test
}  // namespace attn
