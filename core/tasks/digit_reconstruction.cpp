// Digits to make whole again: handwritten digits as brightness, to be said back by a model that may keep only a few
// whole numbers of them (van den Oord et al. 2017, section 4).
#include <utility>

#include "core/attention/pipeline.h"
#include "core/tasks/digits/digit_set.h"
#include "core/training/length_batches.h"
#include "core/training/task.h"

namespace attn::tasks {
namespace {

// As near as half a grey level of the data: no eye tells them apart.
constexpr double kNear = 0.5 / (digits::kLevels - 1);

class DigitReconstruction final : public Examples {
 public:
  explicit DigitReconstruction(digits::DigitSet set) : set_(std::move(set)) {
    training_ = LengthBatches(std::vector<int32_t>(static_cast<size_t>(set_.training())));
  }

  TaskSizes sizes() const override {
    TaskSizes sizes;
    sizes.rows = sizes.columns = digits::kSide;
    return sizes;
  }

  Batch batch(uint64_t seed, int64_t step, int64_t size) const override {
    Batch batch;
    batch.examples = training_.batch(seed, step, size);
    for (const int64_t i : batch.examples) add(set_.training_digit(i), &batch.source);
    batch.target = batch.source;
    return batch;
  }

  int64_t held_out() const override { return set_.held_out(); }

  std::vector<Batch> held_out_batches(int64_t begin, int64_t end, int64_t size) const override {
    std::vector<Batch> batches;
    const std::vector<int32_t> alike(static_cast<size_t>(held_out()));
    for (std::vector<int64_t>& which : grouped_by_length(alike, begin, end, size)) {
      Batch& batch = batches.emplace_back();
      batch.examples = std::move(which);
      for (const int64_t i : batch.examples) add(set_.held_out_digit(i), &batch.source);
      batch.target = batch.source;
    }
    return batches;
  }

  double tolerance() const override { return kNear; }

 private:
  static void add(const digits::Digit& digit, Tensor* pictures) {
    for (const uint8_t level : digit.pixels)
      pictures->values.push_back(static_cast<float>(level) / static_cast<float>(digits::kLevels - 1));
    const auto count = static_cast<int64_t>(pictures->values.size()) / digits::kPixels;
    pictures->shape = {{axis::kBatch, count}, {axis::kRow, digits::kSide}, {axis::kColumn, digits::kSide}};
  }

  digits::DigitSet set_;
  LengthBatches training_;
};

}  // namespace

Task digit_reconstruction() {
  EntryText text;
  text.name = "Digits to make whole again";
  text.family = "real data";
  text.summary = "Say a handwritten digit back, pixel for pixel, from the few numbers that were kept of it.";
  text.latex = R"(\hat x \approx x)";
  return {text, TaskKind::kCopies, "digits",
          [](const Params&, std::span<const uint8_t> data, Status* status) -> std::unique_ptr<Examples> {
            digits::DigitSet set;
            *status = digits::DigitSet::open(data, &set);
            if (!status->ok()) return nullptr;
            return std::make_unique<DigitReconstruction>(std::move(set));
          }};
}

EntryDocs digit_reconstruction_docs() {
  EntryDocs docs;
  docs.papers = {{"Gradient-based learning applied to document recognition", "LeCun, Bottou, Bengio, Haffner", 1998,
                  "https://doi.org/10.1109/5.726791"}};
  docs.differs =
      "10,000 digits of MNIST's training part, reduced to 14 by 14 pixels of 16 grey levels; one in ten of each kind "
      "is "
      "held out. A pixel counts as right within half a grey level.";
  return docs;
}

}  // namespace attn::tasks
