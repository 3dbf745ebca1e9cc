// Digits to name: two to four handwritten digits on a small canvas, named in reading order. For models that look at one
// part of a picture after another, as Show, Attend and Tell does (Xu et al. 2015, arXiv 1502.03044): where they look
// can be checked against where the digits are.
#include <algorithm>
#include <utility>

#include "core/attention/pipeline.h"
#include "core/tasks/digits/digit_set.h"
#include "core/text/alphabet.h"
#include "core/training/draws.h"
#include "core/training/pair_examples.h"

namespace attn::tasks {
namespace {

using digits::kSide;

constexpr int64_t kFewest = 2, kMost = 4, kHeldOut = 1000;
// Held-out pictures are the same for every seed of training.
constexpr uint64_t kDataSeed = 1;

// Lines of text: a grid of annotations a quarter as wide and high has about a hundred places to look at.
struct Canvas {
  int64_t rows = 24;
  int64_t columns = 64;
  int64_t lines = 1;
};

class DigitsCaption final : public Examples {
 public:
  DigitsCaption(digits::DigitSet set, const Canvas& canvas)
      : set_(std::move(set)),
        canvas_(canvas),
        names_(text::Alphabet({"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"}, kFirstPiece, " ")) {}

  TaskSizes sizes() const override {
    TaskSizes sizes;
    sizes.target_pieces = names_.end(), sizes.longest_target = kMost + 1;
    sizes.rows = canvas_.rows, sizes.columns = canvas_.columns;
    return sizes;
  }

  Batch batch(uint64_t seed, int64_t step, int64_t size) const override {
    const uint64_t stream = stream_of("digits") + static_cast<uint64_t>(step);
    std::vector<Pair> pairs;
    for (int64_t i = 0; i < size; ++i) pairs.push_back(draw(Draws(seed, stream, static_cast<uint64_t>(i)), false));
    return batch_of(pairs);
  }

  int64_t held_out() const override { return kHeldOut; }

  std::vector<Batch> held_out_batches(int64_t begin, int64_t end, int64_t size) const override {
    std::vector<Batch> batches;
    const std::vector<int32_t> alike(kHeldOut);
    for (std::vector<int64_t>& which : grouped_by_length(alike, begin, end, size)) {
      std::vector<Pair> pairs;
      for (const int64_t i : which) {
        pairs.push_back(draw(Draws(kDataSeed, stream_of("held-out digits"), static_cast<uint64_t>(i)), true));
      }
      batches.push_back(batch_of(pairs));
      batches.back().examples = std::move(which);
    }
    return batches;
  }

  std::string target_text(std::span<const float> ids) const override { return names_.text(ids); }

 private:
  Batch batch_of(const std::vector<Pair>& pairs) const {
    Batch batch = batch_of_pairs(pairs);
    batch.source.shape = {{axis::kBatch, static_cast<int64_t>(pairs.size())},
                          {axis::kRow, canvas_.rows},
                          {axis::kColumn, canvas_.columns}};
    return batch;
  }

  // A picture and its names. Lines are as full as can be told from their number, the first one fuller: that, and that
  // digits of a line never stand above each other, makes their order plain.
  Pair draw(Draws draws, bool held_out) const {
    Pair pair;
    pair.source.assign(static_cast<size_t>(canvas_.rows * canvas_.columns), 0.0F);
    int64_t left = kFewest + draws.below(kMost - kFewest + 1);
    const int64_t height = canvas_.rows / canvas_.lines;
    for (int64_t line = 0; line < canvas_.lines; ++line) {
      const int64_t count = (left + canvas_.lines - line - 1) / (canvas_.lines - line);
      left -= count;
      // Room beside the digits is shared out evenly: as many places by chance, in order.
      std::vector<int64_t> room(static_cast<size_t>(count));
      for (int64_t& x : room) x = draws.below(canvas_.columns - count * kSide + 1);
      std::sort(room.begin(), room.end());
      for (int64_t i = 0; i < count; ++i) {
        const int64_t y = line * height + draws.below(height - kSide + 1);
        const digits::Digit digit = held_out ? set_.held_out_digit(draws.below(set_.held_out()))
                                             : set_.training_digit(draws.below(set_.training()));
        put(digit, y, room[static_cast<size_t>(i)] + i * kSide, &pair.source);
        pair.target.push_back(static_cast<float>(kFirstPiece + digit.name));
      }
    }
    return pair;
  }

  void put(const digits::Digit& digit, int64_t top, int64_t left, std::vector<float>* picture) const {
    constexpr float kWhite = digits::kLevels - 1;
    for (int64_t y = 0; y < kSide; ++y) {
      for (int64_t x = 0; x < kSide; ++x) {
        (*picture)[static_cast<size_t>((top + y) * canvas_.columns + left + x)] =
            static_cast<float>(digit.pixels[static_cast<size_t>(y * kSide + x)]) / kWhite;
      }
    }
  }

  digits::DigitSet set_;
  Canvas canvas_;
  text::Alphabet names_;
};

}  // namespace

Task digits_caption() {
  EntryText text;
  text.name = "Digits to name";
  text.family = "real data";
  text.summary = "Two to four handwritten digits stand on a canvas: name them in reading order.";
  text.latex = R"(y_t = \text{name of digit } t)";
  text.params = {shared::choice("layout", "Layout", "Where digits may stand.",
                                {{"line", "one line", "From left to right, on 24 by 64 pixels."},
                                 {"two_lines", "two lines", "Line by line, on 40 by 40 pixels."}})};
  return {text, TaskKind::kPictures, "digits",
          [](const Params& params, std::span<const uint8_t> data, Status* status) -> std::unique_ptr<Examples> {
            digits::DigitSet set;
            *status = digits::DigitSet::open(data, &set);
            if (!status->ok()) return nullptr;
            return std::make_unique<DigitsCaption>(
                std::move(set), params.choice("layout") == "line" ? Canvas{24, 64, 1} : Canvas{40, 40, 2});
          }};
}

EntryDocs digits_caption_docs() {
  EntryDocs docs;
  docs.papers = {
      {"Show, attend and tell: neural image caption generation with visual attention",
       "Xu, Ba, Kiros, Cho, Courville, Salakhutdinov, Zemel, Bengio", 2015, "https://arxiv.org/abs/1502.03044"},
      {"Gradient-based learning applied to document recognition", "LeCun, Bottou, Bengio, Haffner", 1998,
       "https://doi.org/10.1109/5.726791"}};
  docs.differs =
      "The paper names what is on photographs in sentences. Here 10,000 digits of MNIST's training part are reduced to "
      "14 by 14 pixels; one in ten of each kind is held out, and 1,000 pictures are made of these alone.";
  return docs;
}

}  // namespace attn::tasks
