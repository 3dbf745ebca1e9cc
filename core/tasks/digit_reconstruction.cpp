// Digits to make whole again: handwritten digits as brightness, to be said back by a model that may keep only a few
// whole numbers of them (van den Oord et al. 2017, section 4).
#include <utility>

#include "core/attention/pipeline.h"
#include "core/tasks/digits/digit_examples.h"

namespace attn::tasks {
namespace {

// As near as half a grey level of the data: no eye tells them apart.
constexpr double kNear = 0.5 / (digits::kLevels - 1);

class DigitReconstruction final : public digits::DigitExamples {
 public:
  using DigitExamples::DigitExamples;

  TaskSizes sizes() const override {
    TaskSizes sizes;
    sizes.rows = sizes.columns = digits::kSide;
    return sizes;
  }

  double tolerance() const override { return kNear; }

 private:
  void add(const digits::Digit& digit, Batch* batch) const override {
    for (Tensor* picture : {&batch->source, &batch->target}) {
      for (const uint8_t level : digit.pixels)
        picture->values.push_back(static_cast<float>(level) / static_cast<float>(digits::kLevels - 1));
      const auto count = static_cast<int64_t>(picture->values.size()) / digits::kPixels;
      picture->shape = {{axis::kBatch, count}, {axis::kRow, digits::kSide}, {axis::kColumn, digits::kSide}};
    }
  }
};

}  // namespace

Task digit_reconstruction() {
  EntryText text;
  text.name = "Digits to make whole again";
  text.family = "real data";
  text.summary = "Say a handwritten digit back, pixel for pixel, from the few numbers that were kept of it.";
  text.latex = R"(\hat x \approx x)";
  return {text, TaskKind::kCopies, "digits", [](const Params&, std::span<const uint8_t> data, Status* status) {
            return digits::open_digits(data, status, [](digits::DigitSet set) -> std::unique_ptr<Examples> {
              return std::make_unique<DigitReconstruction>(std::move(set));
            });
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
