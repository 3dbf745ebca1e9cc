// A run that makes digits whole numbers and back, with every discretizer of the catalogue: what its tests share.
#ifndef TESTS_CORE_RUNS_CODING_CASE_H_
#define TESTS_CORE_RUNS_CODING_CASE_H_

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "core/catalog/chosen_run.h"
#include "core/runs/trainer.h"
#include "tests/core/tasks/digits_data.h"

namespace attn::test {

// Discretizers by number: their ids are nobody's business here.
class CodingTest : public testing::TestWithParam<size_t> {
 protected:
  CodingTest() {
    const CatalogModel* model = nullptr;
    const CatalogTask* task = nullptr;
    for (const CatalogModel& entry : catalog_models())
      if (entry.model.from_codes) model = &entry;
    for (const CatalogTask& entry : catalog_tasks())
      if (model && entry.task.kind == model->model.takes) task = &entry;
    const std::string_view discretizer = catalog_discretizers()[GetParam()].id;
    EXPECT_TRUE(choose_run({model->id, task->id, "", discretizer}, &chosen_).ok());
    EXPECT_TRUE(chosen_->model_params.set_number("width", 4).ok());
    EXPECT_TRUE(chosen_->model_params.set_number("hidden", 8).ok());
    EXPECT_TRUE(chosen_->discretizer_params.set_number("bits", 4).ok());
    EXPECT_TRUE(chosen_->settings.set_number("batch", 8).ok());
    EXPECT_TRUE(chosen_->open(data_).ok());
    trainer_ = std::make_unique<Trainer>(chosen_->run(3), chosen_->settings);
    EXPECT_TRUE(trainer_->prepare().ok());
  }

  void train(int64_t steps) {
    Update update;
    for (int64_t i = 0; i < steps; ++i) ASSERT_TRUE(trainer_->step(&update).ok());
  }
  Parameters* parameters() { return &trainer_->parameters(); }

  const std::vector<uint8_t> data_ = data_file(small_digits());
  std::unique_ptr<ChosenRun> chosen_;
  std::unique_ptr<Trainer> trainer_;
};

inline testing::internal::ParamGenerator<size_t> every_discretizer() {
  return testing::Range(size_t{0}, catalog_discretizers().size());
}

inline std::string discretizer_name(const testing::TestParamInfo<size_t>& info) {
  return std::string(catalog_discretizers()[info.param].stem);
}

}  // namespace attn::test

#endif  // TESTS_CORE_RUNS_CODING_CASE_H_
