#include "core/tasks/spam/messages.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/tasks/spam/words.h"
#include "core/tensor/container.h"

namespace attn::spam {
namespace {

constexpr int32_t kUnknown = -1, kLineEnds = -2, kMessageEnds = -3;

Status bad(std::string got, std::string takes) {
  return {ErrorKind::kBadModel, "spam data", std::move(got), std::move(takes)};
}

}  // namespace

int32_t Messages::find(uint32_t hash) const {
  const auto at = std::lower_bound(vocabulary_.begin(), vocabulary_.end(), hash);
  return at == vocabulary_.end() || *at != hash ? kUnknown : static_cast<int32_t>(at - vocabulary_.begin());
}

int64_t Messages::lines(int64_t message) const {
  const auto i = static_cast<size_t>(message);
  return first_line_[i + 1] - first_line_[i];
}

std::span<const int32_t> Messages::line(int64_t message, int64_t i) const {
  const auto which = static_cast<size_t>(first_line_[static_cast<size_t>(message)] + i);
  const auto begin = static_cast<size_t>(first_word_[which]), end = static_cast<size_t>(first_word_[which + 1]);
  return std::span(words_).subspan(begin, end - begin);
}

Status Messages::read(const std::vector<int32_t>& codes) {
  first_word_ = first_line_ = {0};
  const auto open_words = [&] { return static_cast<int64_t>(words_.size()) - first_word_.back(); };
  const auto open_lines = [&] { return static_cast<int64_t>(first_word_.size()) - 1 - first_line_.back(); };
  for (const int32_t code : codes) {
    if (code == kLineEnds) {
      if (open_words() < 1 || open_words() > kWords) {
        return bad("a line of " + std::to_string(open_words()) + " words", "1 to " + std::to_string(kWords));
      }
      first_word_.push_back(static_cast<int32_t>(words_.size()));
    } else if (code == kMessageEnds) {
      if (open_words() > 0 || open_lines() < 1 || open_lines() > kLines) {
        return bad("a message of " + std::to_string(open_lines()) + " lines", "1 to " + std::to_string(kLines));
      }
      first_line_.push_back(static_cast<int32_t>(first_word_.size()) - 1);
    } else if (code < kUnknown || code >= static_cast<int32_t>(vocabulary_.size())) {
      return bad("word " + std::to_string(code), "-1 to " + std::to_string(vocabulary_.size() - 1));
    } else {
      words_.push_back(code);
    }
  }
  if (open_words() > 0 || open_lines() > 0) return bad("an open message", "all closed by -3");
  if (first_line_.size() != classes_.size() + 1) {
    return bad(std::to_string(first_line_.size() - 1) + " messages", std::to_string(classes_.size()) + " as classes");
  }
  return {};
}

Status Messages::open(std::span<const uint8_t> bytes, Messages* out) {
  Container file;
  Messages made;
  std::vector<int32_t> vocabulary, codes, counts;
  Status status = Container::open(bytes, &file);
  if (status.ok()) status = file.integers("vocabulary", {-1}, &vocabulary);
  if (status.ok()) status = file.integers("words", {-1}, &codes);
  if (status.ok()) status = file.bytes("classes", {-1}, &made.classes_);
  if (status.ok()) status = file.integers("counts", {2}, &counts);
  if (!status.ok()) return status;
  for (const int32_t hash : vocabulary) {
    made.vocabulary_.push_back(static_cast<uint32_t>(hash));
    const size_t n = made.vocabulary_.size();
    if (n > 1 && made.vocabulary_[n - 2] >= made.vocabulary_[n - 1]) return bad("hashes in disorder", "rising ones");
  }
  if (vocabulary.empty()) return bad("no words", "a vocabulary");
  for (const uint8_t is_spam : made.classes_) {
    if (is_spam > 1) return bad("class " + std::to_string(is_spam), "0 or 1");
  }
  if (counts[0] < 0 || counts[1] < 0 || static_cast<size_t>(int64_t{counts[0]} + counts[1]) != made.classes_.size()) {
    return bad(std::to_string(made.classes_.size()) + " classes", "as many as the counts say");
  }
  made.training_ = counts[0];
  status = made.read(codes);
  if (status.ok()) *out = std::move(made);
  return status;
}

}  // namespace attn::spam
