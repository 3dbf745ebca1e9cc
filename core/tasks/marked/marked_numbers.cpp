#include "core/tasks/marked/marked_numbers.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/attention/pipeline.h"
#include "core/tensor/number_text.h"
#include "core/training/draws.h"
#include "core/training/length_batches.h"
#include "core/training/symbol_examples.h"

namespace attn::marked {
namespace {

// As the paper measures: a thousand rows of the shortest length and a little more, or ten of each of a hundred lengths.
constexpr int64_t kHeldOut = 1000, kOfEachLength = 10;
// A target is met if it is as near as this.
constexpr double kTolerance = .04;
constexpr int64_t kFeatures = 2;
// The held-out rows are the same for every seed of training.
constexpr uint64_t kDataSeed = 1;

class MarkedNumbers final : public Examples {
 public:
  MarkedNumbers(bool variable, int64_t shortest, int64_t longest, const Rule& rule)
      : variable_(variable), shortest_(shortest), longest_(longest), rule_(rule) {
    for (int64_t i = 0; i < kHeldOut; ++i) held_out_steps_.push_back(static_cast<int32_t>(held_out_steps(i)));
  }

  TaskSizes sizes() const override {
    TaskSizes sizes;
    sizes.features = kFeatures, sizes.longest_source = longest_, sizes.longest_target = 1;
    return sizes;
  }

  Batch batch(uint64_t seed, int64_t step, int64_t size) const override {
    const uint64_t stream = stream_of("marked numbers") + static_cast<uint64_t>(step);
    const int64_t steps = variable_ ? shortest_ + Draws(seed, stream, 0).below(longest_ - shortest_ + 1) : longest_;
    Batch batch = empty(steps, size);
    for (int64_t i = 1; i <= size; ++i) add_row(Draws(seed, stream, static_cast<uint64_t>(i)), steps, &batch);
    return batch;
  }

  int64_t held_out() const override { return kHeldOut; }

  std::vector<Batch> held_out_batches(int64_t begin, int64_t end, int64_t size) const override {
    std::vector<Batch> batches;
    for (std::vector<int64_t>& which : grouped_by_length(held_out_steps_, begin, end, size)) {
      Batch& batch = batches.emplace_back(empty(held_out_steps(which[0]), static_cast<int64_t>(which.size())));
      for (const int64_t i : which) {
        add_row(Draws(kDataSeed, stream_of("held-out numbers"), static_cast<uint64_t>(i)), held_out_steps(i), &batch);
      }
      batch.examples = std::move(which);
    }
    return batches;
  }

  // The numbers of a row, marked ones in brackets.
  std::string source_text(std::span<const float> row) const override {
    std::string text;
    for (size_t i = 0; i + 1 < row.size(); i += kFeatures) {
      if (!text.empty()) text += ' ';
      const std::string number = number_text(static_cast<double>(row[i]));
      text += row[i + 1] == 1 ? '[' + number + ']' : number;
    }
    return text;
  }
  std::string target_text(std::span<const float> row) const override {
    return row.empty() ? std::string() : number_text(static_cast<double>(row[0]));
  }
  double tolerance() const override { return kTolerance; }

 private:
  static Batch empty(int64_t steps, int64_t size) {
    Batch batch;
    batch.source.shape = {{axis::kBatch, size}, {axis::kTime, steps}, {axis::kFeature, kFeatures}};
    batch.target.shape = {{axis::kBatch, size}, {axis::kOne, 1}};
    batch.source.values.reserve(static_cast<size_t>(batch.source.shape.count()));
    return batch;
  }

  // Evenly from the shortest to the longest.
  int64_t held_out_steps(int64_t i) const {
    if (!variable_) return longest_;
    const int64_t last = kHeldOut / kOfEachLength - 1;
    return shortest_ + (longest_ - shortest_) * (i / kOfEachLength) / last;
  }

  // A row of `steps` steps. Of those that are equally long in a batch some end earlier, by less than a tenth.
  void add_row(Draws draws, int64_t steps, Batch* batch) const {
    // n: evenly from shortest to longest - 1, as the code's randint leaves its upper bound out.
    const int64_t n = variable_ ? steps : shortest_ + draws.below(std::max<int64_t>(longest_ - shortest_, 1));
    const int64_t first = 1 + draws.below(9);
    // Of 1 to floor(n / 2) - 2 without N1: one fewer, and those from N1 on move up.
    const int64_t most = std::max(n / 2 - 2, first - 1);  // N1 may lie behind all of them
    const bool within = first <= n / 2 - 2;
    int64_t second = 1 + draws.below(within ? most - 1 : most);
    if (within && second >= first) ++second;
    std::vector<float> row(static_cast<size_t>(steps * kFeatures));
    for (int64_t t = 0; t < n; ++t) {
      row[static_cast<size_t>(t * kFeatures)] = rule_.low + (rule_.high - rule_.low) * draws.uniform();
    }
    const auto mark = [&](int64_t t) -> float& { return row[static_cast<size_t>(t * kFeatures + 1)]; };
    const auto number = [&](int64_t t) { return row[static_cast<size_t>(t * kFeatures)]; };
    mark(first) = mark(second) = 1;
    mark(0) = mark(n - 1) = -1;
    batch->source.values.insert(batch->source.values.end(), row.begin(), row.end());
    batch->target.values.push_back(rule_.target(number(first), number(second)));
  }

  bool variable_;
  int64_t shortest_, longest_;
  Rule rule_;
  std::vector<int32_t> held_out_steps_;
};

}  // namespace

std::vector<ParamSpec> params() {
  // 20: the second half then begins behind all places of the first mark but the last. 10,000: the paper's longest.
  return {shared::choice("lengths", "Lengths", "How long the rows are.",
                         {{"fixed", "T0 to 1.1 T0", "Filled up with zeros to 1.1 T0; nothing says where a row ends."},
                          {"variable", "T0 to the longest", "Another length for each batch, nothing filled up."}}),
          shared::whole_number("shortest", "T0", "Steps of the shortest rows.", 50, 20, 10000),
          shared::when("lengths", "variable",
                       shared::whole_number("longest", "Longest", "Steps of the longest rows.", 2000, 20, 10000))};
}

std::unique_ptr<Examples> open(const Params& params, std::span<const uint8_t> data, const Rule& rule, Status* status) {
  *status = refuse_data(data);
  if (!status->ok()) return nullptr;
  const bool variable = params.choice("lengths") == "variable";
  const int64_t shortest = params.integer("shortest");
  // ceil(1.1 T0), in whole numbers.
  const int64_t longest = variable ? params.integer("longest") : (11 * shortest + 9) / 10;
  if (shortest > longest) {
    *status =
        invalid_input("params.shortest", std::to_string(shortest), "at most the longest, " + std::to_string(longest));
    return nullptr;
  }
  return std::make_unique<MarkedNumbers>(variable, shortest, longest, rule);
}

EntryDocs docs(std::string_view differs) {
  EntryDocs docs;
  docs.papers = {
      {"Feed-forward networks with attention can solve some long-term memory problems", "Raffel, Ellis", 2015,
       "https://arxiv.org/abs/1512.08756"},
      {"Long short-term memory", "Hochreiter, Schmidhuber", 1997, "https://doi.org/10.1162/neco.1997.9.8.1735"}};
  docs.differs = differs;
  return docs;
}

}  // namespace attn::marked
