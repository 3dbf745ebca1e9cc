#include "core/runs/settings.h"

#include <gtest/gtest.h>

#include <set>

#include "core/catalog/learning.h"

namespace attn::test {
namespace {

// A name that nothing takes would leave a model with the defaults, and nobody would hear of it.
TEST(TrainingSettings, TakeWhatEveryModelIsTrainedWith) {
  for (const CatalogModel& entry : catalog_models()) {
    Params params(training_specs());
    std::set<std::string_view> named;
    for (const ParamValue& value : entry.model.training) {
      const Status status = set_from_text(&params, value.param, value.value);
      EXPECT_TRUE(status.ok()) << entry.id << ": " << status.argument << ": got " << status.got;
      EXPECT_TRUE(named.insert(value.param).second) << entry.id << " names " << value.param << " twice";
    }
  }
}

}  // namespace
}  // namespace attn::test
