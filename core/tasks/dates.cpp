// Dates as people write them, in several languages, to ISO 8601: "mercoledì 5 marzo 2014" -> "2014-03-05". The parts
// change their order, so what the alignment learns can be seen: the year is looked at first.
// How they are written: core/tasks/dates/languages.cpp.
#include <algorithm>

#include "core/attention/pipeline.h"
#include "core/tasks/dates/calendar.h"
#include "core/tasks/dates/languages.h"
#include "core/text/alphabet.h"
#include "core/text/tokenizer.h"
#include "core/training/draws.h"
#include "core/training/pair_examples.h"
#include "core/training/symbol_examples.h"

namespace attn::tasks {
namespace {

// 1900 to 2099: two centuries of living memory and plans, years of four digits.
constexpr int64_t kFirstDay = dates::days_before(1900), kDays = dates::days_before(2100) - kFirstDay;
// One day in so many is held out, however it is written, so that no held-out answer was ever seen.
constexpr uint64_t kOneIn = 10;
constexpr int64_t kHeldOut = 2000;
// The set is the same for every seed of training.
constexpr uint64_t kDataSeed = 1;

bool is_held_out(int64_t day) {
  return philox(kDataSeed, stream_of("day"), static_cast<uint64_t>(day))[0] % kOneIn == 0;
}

class Dates final : public PairExamples {
 public:
  Dates(int64_t examples, std::string_view language) {
    std::string characters;
    for (const dates::Language& one : dates::languages()) {
      if (language == "all" || language == one.id) languages_.push_back(&one);
      for (const std::string_view word : one.months) characters += word;
      for (const std::string_view word : one.short_months) characters += word;
      for (const std::string_view word : one.weekdays) characters += word;
    }
    // One alphabet for all languages, digits and signs first, then as the words bring them.
    source_ = text::Alphabet::of_characters("0123456789 .,-/abcdefghijklmnopqrstuvwxyzº" + characters, kFirstPiece);
    target_ = text::Alphabet::of_characters("0123456789-", kFirstPiece);
    set_lengths(lengths(examples, false), lengths(kHeldOut, true));
  }

  TaskSizes sizes() const override {
    TaskSizes sizes;
    sizes.source_pieces = source_.end(), sizes.target_pieces = target_.end();
    sizes.longest_source = kLongest;
    sizes.longest_target = 11;  // yyyy-mm-dd and the end
    return sizes;
  }

  std::string source_text(std::span<const float> ids) const override { return source_.text(ids); }
  std::string target_text(std::span<const float> ids) const override { return target_.text(ids); }
  std::vector<float> source_ids(std::string_view typed, Status* status) const override {
    std::vector<float> ids;
    *status = source_.ids(typed, kLongest, &ids);
    return ids;
  }

 protected:
  Pair training_pair(int64_t example) const override { return pair(example, false); }
  Pair held_out_pair(int64_t example) const override { return pair(example, true); }

 private:
  // A few more than the longest line of any language has, for what people type.
  static constexpr int64_t kLongest = 40;

  struct Written {
    std::string text;
    int64_t day = 0;
  };
  // Language, pattern and day by chance; the day again until it stands on the wanted side.
  Written draw(int64_t example, bool held_out) const {
    Draws draws(kDataSeed, stream_of(held_out ? "held-out dates" : "dates"), static_cast<uint64_t>(example));
    const dates::Language& language =
        *languages_[static_cast<size_t>(draws.below(static_cast<int64_t>(languages_.size())))];
    const std::string_view pattern =
        language.patterns[static_cast<size_t>(draws.below(static_cast<int64_t>(language.patterns.size())))];
    int64_t day = 0;
    do {
      day = kFirstDay + draws.below(kDays);
    } while (is_held_out(day) != held_out);
    return {dates::write_date(language, pattern, day), day};
  }

  Pair pair(int64_t example, bool held_out) const {
    const Written written = draw(example, held_out);
    Pair pair;
    // All characters are in the alphabets, which a test holds the languages to.
    (void)source_.ids(written.text, kLongest, &pair.source);
    (void)target_.ids(dates::write_iso(written.day), 10, &pair.target);
    return pair;
  }

  std::vector<int32_t> lengths(int64_t count, bool held_out) const {
    std::vector<int32_t> lengths;
    for (int64_t i = 0; i < count; ++i) {
      int32_t length = 0;
      const std::string text = draw(i, held_out).text;
      for (const char byte : text)
        length += (static_cast<uint8_t>(byte) & 0xc0U) != 0x80 ? 1 : 0;  // not characters' tails
      lengths.push_back(length);
    }
    return lengths;
  }

  std::vector<const dates::Language*> languages_;
  text::Alphabet source_, target_;
};

ParamSpec language_param() {
  ParamSpec spec = shared::choice("language", "Language", "In which languages the dates are written.",
                                  {{"all", "all", "Dates of all languages, mixed."}});
  for (const dates::Language& language : dates::languages()) {
    spec.choices.push_back({language.id, language.name, "Dates of this language alone."});
  }
  return spec;
}

}  // namespace

Task dates() {
  EntryText text;
  text.name = "Dates";
  text.family = "by rule";
  text.summary =
      "Read a date as people write it, in nine languages, and say it as year, month and day: what is said first often "
      "stands last.";
  text.latex = R"(\text{5 mars 2014} \;\mapsto\; \text{2014-03-05})";
  text.params = {
      language_param(),
      shared::whole_number("examples", "Examples", "How many lines there are to learn from.", 50000, 1000, 200000)};
  return {text,
          TaskKind::kSequences,
          {},
          [](const Params& params, std::span<const uint8_t> data, Status* status) -> std::unique_ptr<Examples> {
            *status = refuse_data(data);
            if (!status->ok()) return nullptr;
            return std::make_unique<Dates>(params.integer("examples"), params.choice("language"));
          }};
}

EntryDocs dates_docs() {
  EntryDocs docs;
  docs.differs =
      "A task of this project: days of 1900 to 2099, drawn evenly, in patterns drawn evenly from those of a language. "
      "All in small letters; numbers come day first, never month first, so that each line has one meaning. One day in "
      "ten, by a hash, is never trained on in any way of writing; 2,000 lines of such days are held out.";
  return docs;
}

}  // namespace attn::tasks
