// Digits to draw: handwritten digits as pixels row by row, each of a few grey levels, to be said one after another as
// the Image Transformer says a picture (Parmar et al. 2018, arXiv 1802.05751).
#include <algorithm>
#include <utility>

#include "core/attention/pipeline.h"
#include "core/tasks/digits/digit_examples.h"

namespace attn::tasks {
namespace {

class DigitCompletion final : public digits::DigitExamples {
 public:
  DigitCompletion(digits::DigitSet set, int64_t side, int64_t levels, bool doubles)
      : DigitExamples(std::move(set)), side_(side), levels_(levels), doubles_(doubles) {}

  TaskSizes sizes() const override {
    TaskSizes sizes;
    sizes.target_pieces = kFirstPiece + levels_, sizes.longest_target = side_ * side_;
    sizes.rows = sizes.columns = side_;
    if (doubles_) sizes.longest_source = side_ / 2 * (side_ / 2);
    return sizes;
  }

  // A line of signs for each row, darker ink for more.
  std::string target_text(std::span<const float> ids) const override {
    constexpr std::string_view kInk = " .:-=+*#%@";
    std::string text;
    for (size_t i = 0; i < ids.size(); ++i) {
      if (i > 0 && i % static_cast<size_t>(side_) == 0) text += '\n';
      const int64_t level = std::clamp<int64_t>(static_cast<int64_t>(ids[i]) - kFirstPiece, 0, levels_ - 1);
      text += kInk[static_cast<size_t>(level * (static_cast<int64_t>(kInk.size()) - 1) / (levels_ - 1))];
    }
    return text;
  }

 private:
  // The digit in the middle, black around it.
  void add(const digits::Digit& digit, Batch* batch) const override {
    const int64_t border = (side_ - digits::kSide) / 2;
    const size_t first = batch->target.values.size();
    for (int64_t y = 0; y < side_; ++y) {
      for (int64_t x = 0; x < side_; ++x) {
        const int64_t row = y - border, column = x - border;
        const bool inside = row >= 0 && row < digits::kSide && column >= 0 && column < digits::kSide;
        const int64_t grey = inside ? digit.pixels[static_cast<size_t>(row * digits::kSide + column)] : 0;
        batch->target.values.push_back(static_cast<float>(kFirstPiece + grey * levels_ / digits::kLevels));
      }
    }
    const auto count = static_cast<int64_t>(batch->target.values.size()) / (side_ * side_);
    batch->target.shape = {{axis::kBatch, count}, {axis::kQuery, side_ * side_}};
    if (doubles_) halve(batch->target.values.data() + first, count, &batch->source);
  }

  // The picture of half the size: brightness 0 to 1, a mean of two by two pixels.
  void halve(const float* ids, int64_t count, Tensor* source) const {
    const int64_t half = side_ / 2;
    const float white = static_cast<float>(4 * (levels_ - 1));  // of four pixels together
    for (int64_t y = 0; y < half; ++y) {
      for (int64_t x = 0; x < half; ++x) {
        const float* corner = ids + 2 * y * side_ + 2 * x;
        const float sum = corner[0] + corner[1] + corner[side_] + corner[side_ + 1];
        source->values.push_back((sum - 4 * static_cast<float>(kFirstPiece)) / white);
      }
    }
    source->shape = {{axis::kBatch, count}, {axis::kRow, half}, {axis::kColumn, half}};
  }

  int64_t side_, levels_;
  bool doubles_;  // the same digit at half the size stands beside it
};

}  // namespace

Task digit_completion() {
  EntryText text;
  text.name = "Digits to draw";
  text.family = "real data";
  text.summary = "Draw handwritten digits pixel by pixel, each from all that was drawn before it.";
  text.latex = R"(p(y) = \prod_t p(y_t \mid y_{<t}))";
  text.params = {shared::choice("goal", "Goal", "What the digit is drawn from.",
                                {{"complete", "complete", "Nothing but its own pixels so far."},
                                 {"double", "double", "The digit at half the size, each pixel a mean of two by two."}}),
                 shared::choice("side", "Size", "Pixels of a side.",
                                {{"14", "14 by 14", "As large as the digits are."},
                                 {"16", "16 by 16", "With a black border, so that blocks of 4 and 8 fit."}}),
                 shared::whole_number("levels", "Grey levels", "How many grey levels a pixel may have.", 4, 2, 16)};
  return {text, TaskKind::kPixels, "digits", [](const Params& params, std::span<const uint8_t> data, Status* status) {
            return digits::open_digits(data, status, [&](digits::DigitSet set) -> std::unique_ptr<Examples> {
              return std::make_unique<DigitCompletion>(std::move(set), params.choice("side") == "16" ? 16 : 14,
                                                       params.integer("levels"), params.choice("goal") == "double");
            });
          }};
}

EntryDocs digit_completion_docs() {
  EntryDocs docs;
  docs.papers = {{"Image Transformer", "Parmar, Vaswani, Uszkoreit, Kaiser, Shazeer, Ku, Tran", 2018,
                  "https://arxiv.org/abs/1802.05751"},
                 {"Gradient-based learning applied to document recognition", "LeCun, Bottou, Bengio, Haffner", 1998,
                  "https://doi.org/10.1109/5.726791"}};
  docs.differs =
      "The paper's pictures have three channels of 256 levels and 32 by 32 pixels or more. Here 10,000 digits of "
      "MNIST's training part are reduced to 14 by 14 pixels of a few grey levels; one in ten of each kind is held out. "
      "The paper makes 8 by 8 pixels into 32 by 32; here the small picture has half the height and width. "
      "Bits for a pixel cannot be compared with those of other levels or sizes.";
  return docs;
}

}  // namespace attn::tasks
