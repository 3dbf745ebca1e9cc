// What must hold of every task, and how tests open one.
#ifndef TESTS_CORE_TASKS_TASK_CHECKS_H_
#define TESTS_CORE_TASKS_TASK_CHECKS_H_

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/catalog/list.h"
#include "core/training/task.h"

namespace attn::test {

// A task by its file's name, with its parameters, which outlive its examples.
struct Opened {
  Task task;
  std::vector<ParamSpec> specs;
  std::unique_ptr<Params> params;
  Status status;
  std::unique_ptr<Examples> examples;
};

using Settings = std::vector<std::pair<std::string, double>>;
using Choices = std::vector<std::pair<std::string, std::string>>;

inline Opened open_task(const std::string& stem, const Settings& numbers = {}, const Choices& choices = {},
                        std::span<const uint8_t> data = {}) {
  Opened opened;
  for (const TaskEntry& entry : task_list()) {
    if (entry.stem != stem) continue;
    opened.task = entry.make();
    opened.specs = opened.task.text.params;
    opened.params = std::make_unique<Params>(opened.specs);
    for (const auto& [id, value] : numbers) EXPECT_TRUE(opened.params->set_number(id, value).ok()) << id;
    for (const auto& [id, value] : choices) EXPECT_TRUE(opened.params->set_choice(id, value).ok()) << id;
    opened.examples = opened.task.open(*opened.params, data, &opened.status);
    EXPECT_EQ(opened.examples != nullptr, opened.status.ok());
    return opened;
  }
  ADD_FAILURE() << "no task " << stem;
  return opened;
}

// The ids of one row, without the end and what stands behind it.
inline std::vector<float> ids_of_row(const Tensor& tensor, int64_t row) {
  const int64_t columns = tensor.shape.count() / tensor.shape[0].size;
  std::vector<float> ids;
  for (int64_t i = 0; i < columns; ++i) {
    const float id = tensor.values[static_cast<size_t>(row * columns + i)];
    if (id == kNoTarget || id == static_cast<float>(kEndPiece)) break;
    ids.push_back(id);
  }
  return ids;
}

inline void expect_same(const Batch& a, const Batch& b) {
  EXPECT_EQ(a.source.shape, b.source.shape);
  EXPECT_EQ(a.source.values, b.source.values);
  EXPECT_EQ(a.target.shape, b.target.shape);
  EXPECT_EQ(a.target.values, b.target.values);
  EXPECT_EQ(a.examples, b.examples);
}

inline void expect_ids(const Tensor& tensor, int64_t first, int64_t end, bool padded) {
  ASSERT_EQ(tensor.shape.count(), static_cast<int64_t>(tensor.values.size()));
  for (const float id : tensor.values) {
    if (padded && id == kNoTarget) continue;
    ASSERT_EQ(id, static_cast<float>(static_cast<int64_t>(id)));
    ASSERT_GE(static_cast<int64_t>(id), first);
    ASSERT_LT(static_cast<int64_t>(id), end);
  }
}

// Shapes, ids and ends of a batch of sequences (`pictures`: the source holds brightness instead of ids).
inline void expect_sequences(const Batch& batch, const TaskSizes& sizes, bool pictures = false) {
  ASSERT_EQ(batch.target.shape.rank(), 2);
  ASSERT_EQ(batch.target.shape[0].axis, axis::kBatch);
  ASSERT_EQ(batch.target.shape[1].axis, axis::kQuery);
  ASSERT_LE(batch.target.shape[1].size, sizes.longest_target);
  expect_ids(batch.target, kEndPiece, sizes.target_pieces, true);
  if (!pictures) {
    ASSERT_EQ(batch.source.shape[0], batch.target.shape[0]);
    ASSERT_EQ(batch.source.shape[1].axis, axis::kKey);
    ASSERT_GE(batch.source.shape[1].size, 1);
    ASSERT_LE(batch.source.shape[1].size, sizes.longest_source);
    expect_ids(batch.source, kFirstPiece, sizes.source_pieces, false);
  }
  const int64_t columns = batch.target.shape[1].size;
  int64_t longest = 0;
  for (int64_t b = 0; b < batch.size(); ++b) {
    const auto length = static_cast<int64_t>(ids_of_row(batch.target, b).size());
    longest = std::max(longest, length + 1);
    ASSERT_LT(length, columns);
    for (int64_t i = length; i < columns; ++i) {
      ASSERT_EQ(batch.target.values[static_cast<size_t>(b * columns + i)],
                i == length ? static_cast<float>(kEndPiece) : kNoTarget);
    }
  }
  ASSERT_EQ(longest, columns);  // no column of nothing
}

// Every held-out example comes once, and comes again alike; parts are as the whole.
inline void expect_held_out_whole(const Examples& examples, int64_t end) {
  std::set<int64_t> seen;
  for (const Batch& batch : examples.held_out_batches(0, end, 64)) {
    ASSERT_LE(batch.size(), 64);
    ASSERT_EQ(batch.size(), static_cast<int64_t>(batch.examples.size()));
    for (const int64_t example : batch.examples) ASSERT_TRUE(seen.insert(example).second);
  }
  EXPECT_EQ(static_cast<int64_t>(seen.size()), end);
  EXPECT_EQ(*seen.begin(), 0);
  EXPECT_EQ(*seen.rbegin(), end - 1);
  const std::vector<Batch> one = examples.held_out_batches(end - 1, end, 8),
                           again = examples.held_out_batches(end - 1, end, 8);
  ASSERT_EQ(one.size(), 1U);
  expect_same(one[0], again[0]);
  EXPECT_EQ(one[0].examples, std::vector<int64_t>{end - 1});
  EXPECT_TRUE(examples.held_out_batches(end, end, 8).empty());
  EXPECT_TRUE(examples.held_out_batches(examples.held_out(), examples.held_out() + 5, 8).empty());
}

// Batches depend on (seed, step, size) alone: another set of examples, asked in another order, gives the same.
inline void expect_repeatable(const Examples& examples, const Examples& other, int64_t size) {
  std::vector<Batch> forth;
  for (const int64_t step : {1, 2, 3, 200, 4}) forth.push_back(examples.batch(7, step, size));
  (void)other.batch(8, 1, size);
  size_t i = forth.size();
  for (const int64_t step : {4, 200, 3, 2, 1}) expect_same(other.batch(7, step, size), forth[--i]);
  const Batch elsewhere = examples.batch(8, 1, size);
  EXPECT_FALSE(elsewhere.source.values == forth[0].source.values && elsewhere.target.values == forth[0].target.values);
}

// All of the above, and that no training source of `steps` batches is held out.
inline void expect_sequence_task(const Opened& opened, const Opened& other, int64_t steps) {
  const Examples& examples = *opened.examples;
  const TaskSizes sizes = examples.sizes();
  std::set<std::vector<float>> held_out;
  const int64_t end = examples.held_out();
  for (const Batch& batch : examples.held_out_batches(0, end, 64)) {
    expect_sequences(batch, sizes);
    for (int64_t b = 0; b < batch.size(); ++b) held_out.insert(ids_of_row(batch.source, b));
  }
  for (int64_t step = 1; step <= steps; ++step) {
    const Batch batch = examples.batch(3, step, 16);
    ASSERT_EQ(batch.size(), 16);
    expect_sequences(batch, sizes);
    for (int64_t b = 0; b < batch.size(); ++b) ASSERT_FALSE(held_out.contains(ids_of_row(batch.source, b)));
  }
  expect_held_out_whole(examples, end);
  expect_repeatable(examples, *other.examples, 16);
}

}  // namespace attn::test

#endif  // TESTS_CORE_TASKS_TASK_CHECKS_H_
