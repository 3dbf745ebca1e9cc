// Grapheme to phoneme: English spelling to sounds, by the CMU pronouncing dictionary without stress; single words, or
// phrases of one to six words. Sounds follow letters in order, but not one for one: "thought" has four. So the
// alignment runs along the diagonal in steps of its own. How the data are read: core/tasks/g2p/dictionary.h. How they
// are made and split: scripts/data/g2p.mjs.
#include "core/tasks/g2p/dictionary.h"

#include <algorithm>
#include <utility>

#include "core/attention/pipeline.h"
#include "core/text/alphabet.h"
#include "core/training/draws.h"
#include "core/training/pair_examples.h"

namespace attn::tasks {
namespace {

using g2p::Dictionary;
using g2p::Range;

// Training text is cut into phrases once, the same for every seed of training.
constexpr uint64_t kDataSeed = 1;
constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz'";
// Stands between the words of a phrase on the side of the sounds.
constexpr std::string_view kWordBorder = "|";
// Ways to say a phrase that are listed; the data have no more.
constexpr size_t kMostWays = 64;

std::vector<std::string> target_symbols(const Dictionary& dictionary) {
  std::vector<std::string> symbols = dictionary.phonemes();
  symbols.emplace_back(kWordBorder);
  return symbols;
}

// What words and phrases have in common. Vocabularies are the same for both, so that weights can move over.
class Spelled : public PairExamples {
 public:
  explicit Spelled(Dictionary dictionary)
      : dictionary_(std::move(dictionary)),
        letters_(text::Alphabet::of_characters(std::string(kLetters) + ' ', kFirstPiece)),
        sounds_(target_symbols(dictionary_), kFirstPiece, " ") {}

  std::string source_text(std::span<const float> ids) const override { return letters_.text(ids); }
  std::string target_text(std::span<const float> ids) const override { return sounds_.text(ids); }

 protected:
  TaskSizes sizes_of(int64_t longest_source, int64_t longest_target) const {
    TaskSizes sizes;
    sizes.source_pieces = letters_.end(), sizes.target_pieces = sounds_.end();
    sizes.longest_source = longest_source, sizes.longest_target = longest_target + 1;
    return sizes;
  }

  void spell(int32_t word, std::vector<float>* ids) const {
    for (const char letter : dictionary_.spelling(word)) {
      const auto place = static_cast<int64_t>(kLetters.find(letter));
      ids->push_back(static_cast<float>(kFirstPiece + place));
    }
  }
  void say(int32_t word, int32_t way, std::vector<float>* ids) const {
    for (const uint8_t sound : dictionary_.sounds(word, way)) ids->push_back(static_cast<float>(kFirstPiece + sound));
  }

  Dictionary dictionary_;
  text::Alphabet letters_, sounds_;
};

class Words final : public Spelled {
 public:
  Words(Dictionary dictionary, bool test)
      : Spelled(std::move(dictionary)), held_(test ? dictionary_.test() : dictionary_.validation()) {
    std::vector<int32_t> training, held_out;
    const Range words = dictionary_.training();
    for (int32_t word = words.begin; word < words.end; ++word) {
      // Each way to say a word is an example of its own.
      for (int32_t way = 0; way < dictionary_.ways(word); ++way) {
        examples_.emplace_back(word, way);
        training.push_back(static_cast<int32_t>(dictionary_.spelling(word).size()));
      }
    }
    for (int32_t word = held_.begin; word < held_.end; ++word) {
      held_out.push_back(static_cast<int32_t>(dictionary_.spelling(word).size()));
    }
    set_lengths(training, std::move(held_out));
  }

  TaskSizes sizes() const override { return sizes_of(g2p::kLongestWord, g2p::kLongestWord); }

  std::vector<float> source_ids(std::string_view typed, Status* status) const override {
    std::vector<float> ids;
    // The letters' ids are the same without the space.
    *status = text::Alphabet::of_characters(kLetters, kFirstPiece).ids(typed, g2p::kLongestWord, &ids);
    return ids;
  }

  std::vector<std::vector<float>> references(int64_t example) const override {
    std::vector<std::vector<float>> all;
    if (example < 0 || example >= held_.size()) return all;
    const int32_t word = held_.begin + static_cast<int32_t>(example);
    for (int32_t way = 0; way < dictionary_.ways(word); ++way) say(word, way, &all.emplace_back());
    return all;
  }

 protected:
  Pair training_pair(int64_t example) const override {
    const auto [word, way] = examples_[static_cast<size_t>(example)];
    return pair(word, way);
  }
  Pair held_out_pair(int64_t example) const override { return pair(held_.begin + static_cast<int32_t>(example), 0); }

 private:
  Pair pair(int32_t word, int32_t way) const {
    Pair pair;
    spell(word, &pair.source), say(word, way, &pair.target);
    return pair;
  }

  Range held_;
  std::vector<std::pair<int32_t, int32_t>> examples_;  // word, way
};

class Phrases final : public Spelled {
 public:
  Phrases(Dictionary dictionary, bool test)
      : Spelled(std::move(dictionary)), held_(test ? dictionary_.test_phrases() : dictionary_.validation_phrases()) {
    cut_text();
    // Each word by itself too: few of the dictionary's words stand in the text.
    for (int32_t i = dictionary_.training().begin; i < dictionary_.training().end; ++i) alone_.push_back(i);
    std::vector<int32_t> training, held_out;
    const auto count = static_cast<int64_t>(cuts_.size() + alone_.size());
    for (int64_t i = 0; i < count; ++i) training.push_back(length(training_words(i)));
    for (int32_t i = held_.begin; i < held_.end; ++i) held_out.push_back(length(dictionary_.phrase(i)));
    set_lengths(training, std::move(held_out));
  }

  TaskSizes sizes() const override { return sizes_of(g2p::kLongestPhrase, g2p::kLongestSaid); }

  std::vector<float> source_ids(std::string_view typed, Status* status) const override {
    std::vector<float> ids;
    *status = letters_.ids(typed, g2p::kLongestPhrase, &ids);
    return ids;
  }

  // Every way to say every word, in all combinations.
  std::vector<std::vector<float>> references(int64_t example) const override {
    if (example < 0 || example >= held_.size()) return {};
    const std::span<const int32_t> words = dictionary_.phrase(held_.begin + static_cast<int32_t>(example));
    std::vector<std::vector<float>> all(1);
    for (size_t i = 0; i < words.size(); ++i) {
      std::vector<std::vector<float>> longer;
      for (const std::vector<float>& begun : all) {
        for (int32_t way = 0; way < dictionary_.ways(words[i]) && longer.size() < kMostWays; ++way) {
          std::vector<float>& ids = longer.emplace_back(begun);
          if (i > 0) ids.push_back(border());
          say(words[i], way, &ids);
        }
      }
      all = std::move(longer);
    }
    return all;
  }

 protected:
  Pair training_pair(int64_t example) const override { return pair(training_words(example)); }
  Pair held_out_pair(int64_t example) const override {
    return pair(dictionary_.phrase(held_.begin + static_cast<int32_t>(example)));
  }

 private:
  struct Cut {
    int32_t begin = 0;
    int32_t words = 0;
  };

  // The text from its beginning to its end in phrases of 1 to 6 words, as many as chance has it and as there is room.
  void cut_text() {
    Draws draws(kDataSeed, stream_of("phrases"), 0);
    const std::vector<int32_t>& text = dictionary_.text();
    for (size_t at = 0; at < text.size();) {
      if (text[at] < 0) {
        ++at;
        continue;
      }
      const auto wanted = static_cast<size_t>(1 + draws.below(g2p::kPhraseWords));
      size_t end = at;
      int64_t letters = -1, sounds = -1;
      while (end < text.size() && end < at + wanted && text[end] >= 0) {
        letters += 1 + static_cast<int64_t>(dictionary_.spelling(text[end]).size());
        sounds += 1 + static_cast<int64_t>(dictionary_.sounds(text[end], 0).size());
        if (letters > g2p::kLongestPhrase || sounds > g2p::kLongestSaid) break;
        ++end;  // always past the first word: no word is as long
      }
      cuts_.push_back({static_cast<int32_t>(at), static_cast<int32_t>(end - at)});
      at = end;
    }
  }

  std::span<const int32_t> training_words(int64_t example) const {
    const auto i = static_cast<size_t>(example);
    if (i >= cuts_.size()) return std::span(alone_).subspan(i - cuts_.size(), 1);
    return std::span(dictionary_.text())
        .subspan(static_cast<size_t>(cuts_[i].begin), static_cast<size_t>(cuts_[i].words));
  }

  int32_t length(std::span<const int32_t> words) const {
    size_t letters = words.size() - 1;
    for (const int32_t word : words) letters += dictionary_.spelling(word).size();
    return static_cast<int32_t>(letters);
  }

  float space() const { return static_cast<float>(letters_.end() - 1); }
  float border() const { return static_cast<float>(sounds_.end() - 1); }

  Pair pair(std::span<const int32_t> words) const {
    Pair pair;
    for (size_t i = 0; i < words.size(); ++i) {
      if (i > 0) pair.source.push_back(space()), pair.target.push_back(border());
      spell(words[i], &pair.source), say(words[i], 0, &pair.target);
    }
    return pair;
  }

  Range held_;
  std::vector<Cut> cuts_;
  std::vector<int32_t> alone_;
};

}  // namespace

Task g2p() {
  EntryText text;
  text.name = "Spelling to sound";
  text.family = "real data";
  text.summary =
      "Read English words letter by letter and say their sounds, as the CMU pronouncing dictionary has them, without "
      "stress.";
  text.latex = R"(\text{thought} \;\mapsto\; \text{TH AO T})";
  text.params = {shared::choice("mode", "Examples", "Words by themselves, or as they follow each other.",
                                {{"words", "words", "One word of the dictionary at a time."},
                                 {"phrases", "phrases", "One to six words as they follow each other in books."}}),
                 shared::choice("split", "Held out", "Which words are asked for when measuring; neither is trained on.",
                                {{"test", "test", "12,000 words, to be measured at the end."},
                                 {"validation", "validation", "2,000 others, to choose between runs by."}})};
  return {text, TaskKind::kSequences, "g2p",
          [](const Params& params, std::span<const uint8_t> data, Status* status) -> std::unique_ptr<Examples> {
            Dictionary dictionary;
            *status = Dictionary::open(data, &dictionary);
            if (!status->ok()) return nullptr;
            const bool test = params.choice("split") == "test";
            if (params.choice("mode") == "words") return std::make_unique<Words>(std::move(dictionary), test);
            return std::make_unique<Phrases>(std::move(dictionary), test);
          }};
}

EntryDocs g2p_docs() {
  EntryDocs docs;
  docs.papers = {{"Sequence-to-sequence neural net models for grapheme-to-phoneme conversion", "Yao, Zweig", 2015,
                  "https://arxiv.org/abs/1506.00196"},
                 {"Jointly learning to align and convert graphemes to phonemes with neural attention models",
                  "Toshniwal, Livescu", 2016, "https://arxiv.org/abs/1610.06540"}};
  docs.differs =
      "The split has the size of the papers', 12,000 words of test, but is one of our own: words of letters and "
      "apostrophes, by a hash of the spelling, all pronunciations of a word on one side; 2,000 words of validation. "
      "Stress is removed, and pronunciations that are then alike count once. Any pronunciation of the dictionary is "
      "right. Phrases come from Moby Dick and the State of the Union addresses; a word that is held out ends a "
      "phrase to train on, and each held-out phrase has such a word. Words by themselves are trained on with each of "
      "their pronunciations, phrases with the first of each word; the phrases of one word are all words of the "
      "training part besides those that the text has. A page gets 34,000 of the words to train on, and all that are "
      "held out.";
  return docs;
}

}  // namespace attn::tasks
