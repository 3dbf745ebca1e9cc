#include "tests/core/tasks/task_checks.h"

namespace attn::test {
namespace {

TEST(CopyTask, HoldsItsRules) {
  const Opened opened = open_task("copy"), other = open_task("copy");
  expect_sequence_task(opened, other, 300);
}

TEST(CopyTask, AnswersAsItSays) {
  const Opened opened = open_task("copy", {{"vocabulary", 26}, {"shortest", 4}, {"longest", 20}});
  std::set<int64_t> lengths;
  for (int64_t step = 1; step <= 200; ++step) {
    const Batch batch = opened.examples->batch(1, step, 4);
    lengths.insert(batch.source.shape[1].size);
    for (int64_t b = 0; b < 4; ++b) {
      const std::vector<float> source = ids_of_row(batch.source, b);
      EXPECT_EQ(ids_of_row(batch.target, b), source);
    }
  }
  EXPECT_EQ(lengths.size(), 17U);  // 4 to 20
}

TEST(CopyTask, HasStringsOnEitherSideHoweverFewThereAre) {
  const Opened opened = open_task("copy", {{"vocabulary", 4}, {"shortest", 3}, {"longest", 3}});
  std::set<std::vector<float>> trained, held_out;
  for (int64_t step = 1; step <= 100; ++step) trained.insert(ids_of_row(opened.examples->batch(1, step, 1).source, 0));
  for (const Batch& batch : opened.examples->held_out_batches(0, 100, 1)) held_out.insert(ids_of_row(batch.source, 0));
  EXPECT_GT(trained.size(), 20U);
  EXPECT_GT(held_out.size(), 2U);
  for (const std::vector<float>& source : held_out) EXPECT_FALSE(trained.contains(source));
}

TEST(CopyTask, ReadsTypedLetters) {
  const Opened opened = open_task("copy");
  Status status;
  const std::vector<float> ids = opened.examples->source_ids("aBj", &status);
  EXPECT_TRUE(status.ok());
  EXPECT_EQ(ids, (std::vector<float>{2, 3, 11}));
  EXPECT_EQ(opened.examples->source_text(ids), "abj");
  EXPECT_TRUE(opened.examples->source_ids("abk", &status).empty());
  EXPECT_EQ(status.got, "\"k\"");
  EXPECT_EQ(status.takes, "1 to 10 characters of: a-j");
}

TEST(CopyTask, RefusesWhatItCannotBe) {
  const Opened opened = open_task("copy", {{"shortest", 20}, {"longest", 10}});
  EXPECT_EQ(opened.status.argument, "params.shortest");
  const std::vector<uint8_t> bytes(3);
  EXPECT_EQ(open_task("copy", {}, {}, bytes).status.got, "3 bytes");
}

TEST(CopyTask, GivesTheTargetAsReference) {
  const Opened opened = open_task("copy");
  const Batch batch = opened.examples->held_out_batches(5, 6, 1)[0];
  EXPECT_EQ(opened.examples->references(5), std::vector<std::vector<float>>{ids_of_row(batch.target, 0)});
}

}  // namespace
}  // namespace attn::test
