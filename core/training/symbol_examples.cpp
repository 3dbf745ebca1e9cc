#include "core/training/symbol_examples.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "core/attention/pipeline.h"
#include "core/text/alphabet.h"
#include "core/training/draws.h"
#include "core/training/pair_examples.h"

namespace attn {
namespace {

constexpr int64_t kHeldOut = 1000;
// One string in so many is held out, by a hash of its letters.
constexpr uint64_t kOneIn = 8;
// The set of held-out strings is the same for every seed of training.
constexpr uint64_t kDataSeed = 1;

class SymbolExamples final : public Examples {
 public:
  SymbolExamples(int64_t vocabulary, int64_t shortest, int64_t longest, SymbolRule rule)
      : alphabet_(text::Alphabet::of_characters(
            std::string_view("abcdefghijklmnopqrstuvwxyz").substr(0, static_cast<size_t>(vocabulary)), kFirstPiece)),
        shortest_(shortest),
        longest_(longest),
        rule_(rule) {
    for (int64_t i = 0; i < kHeldOut; ++i) held_out_lengths_.push_back(static_cast<int32_t>(length(i)));
  }

  TaskSizes sizes() const override {
    TaskSizes sizes;
    sizes.source_pieces = sizes.target_pieces = alphabet_.end();
    sizes.longest_source = longest_, sizes.longest_target = longest_ + 1;
    return sizes;
  }

  Batch batch(uint64_t seed, int64_t step, int64_t size) const override {
    const uint64_t stream = stream_of("symbols") + static_cast<uint64_t>(step);
    const int64_t count = length(Draws(seed, stream, 0).below(longest_ - shortest_ + 1));
    std::vector<Pair> pairs;
    for (int64_t i = 1; i <= size; ++i)
      pairs.push_back(draw(Draws(seed, stream, static_cast<uint64_t>(i)), count, false));
    return batch_of_pairs(pairs);
  }

  int64_t held_out() const override { return kHeldOut; }

  std::vector<Batch> held_out_batches(int64_t begin, int64_t end, int64_t size) const override {
    std::vector<Batch> batches;
    for (std::vector<int64_t>& which : grouped_by_length(held_out_lengths_, begin, end, size)) {
      std::vector<Pair> pairs;
      for (const int64_t i : which) {
        pairs.push_back(draw(Draws(kDataSeed, stream_of("held_out"), static_cast<uint64_t>(i)), length(i), true));
      }
      batches.push_back(batch_of_pairs(pairs));
      batches.back().examples = std::move(which);
    }
    return batches;
  }

  std::string source_text(std::span<const float> ids) const override { return alphabet_.text(ids); }
  std::string target_text(std::span<const float> ids) const override { return alphabet_.text(ids); }
  std::vector<float> source_ids(std::string_view typed, Status* status) const override {
    std::vector<float> ids;
    *status = alphabet_.ids(typed, longest_, &ids);
    return ids;
  }

 private:
  // Lengths in turn: as many held-out strings of each.
  int64_t length(int64_t i) const { return shortest_ + i % (longest_ - shortest_ + 1); }

  static bool is_held_out(const std::vector<float>& ids) {
    std::string letters;
    for (const float id : ids) letters += static_cast<char>(id);
    return philox(kDataSeed, stream_of(letters), 0)[0] % kOneIn == 0;
  }

  // Drawn again until it stands on the wanted side: of the 64 and more strings of a length there are some on either.
  Pair draw(Draws draws, int64_t count, bool held_out) const {
    std::vector<float> source(static_cast<size_t>(count));
    do {
      for (float& id : source) id = static_cast<float>(kFirstPiece + draws.below(alphabet_.end() - kFirstPiece));
    } while (is_held_out(source) != held_out);
    return {source, rule_(source)};
  }

  text::Alphabet alphabet_;
  int64_t shortest_, longest_;
  SymbolRule rule_;
  std::vector<int32_t> held_out_lengths_;
};

}  // namespace

std::vector<ParamSpec> symbol_params() {
  // At least 4 letters and 3 places: 64 strings, so that there are some to learn from and some to hold out.
  return {shared::whole_number("vocabulary", "Letters", "How many different letters there are.", 10, 4, 26),
          shared::whole_number("shortest", "Shortest", "Letters of the shortest string.", 3, 3, 100),
          shared::whole_number("longest", "Longest", "Letters of the longest string.", 10, 3, 100)};
}

Status refuse_data(std::span<const uint8_t> data) {
  if (data.empty()) return {};
  return invalid_input("data", std::to_string(data.size()) + " bytes", "nothing: the examples are made by a rule");
}

std::unique_ptr<Examples> open_symbols(const Params& params, std::span<const uint8_t> data, SymbolRule target,
                                       Status* status) {
  *status = refuse_data(data);
  if (!status->ok()) return nullptr;
  const int64_t shortest = params.integer("shortest"), longest = params.integer("longest");
  if (shortest > longest) {
    *status =
        invalid_input("params.shortest", std::to_string(shortest), "at most the longest, " + std::to_string(longest));
    return nullptr;
  }
  return std::make_unique<SymbolExamples>(params.integer("vocabulary"), shortest, longest, target);
}

}  // namespace attn
