// Speculative decoding: a small model guesses a few pieces ahead, the large one looks at all of them in one call and
// keeps what it would have said itself (Leviathan, Kalman & Matias 2023; Chen et al. 2023).
#include <algorithm>
#include <numeric>
#include <optional>

#include "core/attention/pipeline.h"
#include "core/runs/decoder.h"
#include "core/runs/shares.h"
#include "core/tensor/random.h"

namespace attn::decoders {
namespace {

// Greedy decoding is sampling where the likeliest piece has all: then a guess is kept if and only if it is the target's
// own choice.
Bending bending(const Params& params) {
  return params.choice("choose") == "likeliest" ? Bending{.temperature = 0} : bending_of(params);
}

// max(p - q, 0), 1 together: what the target says more often than the draft.
std::vector<double> residual_shares(const std::vector<double>& p, const std::vector<double>& q) {
  std::vector<double> rest(p.size());
  for (size_t i = 0; i < p.size(); ++i) rest[i] = std::max(p[i] - q[i], 0.0);
  const double sum = std::accumulate(rest.begin(), rest.end(), 0.0);
  if (!(sum > 0)) return p;  // alike but for rounding
  for (double& share : rest) share /= sum;
  return rest;
}

// Rows take turns: each keeps another number of guesses, so they cannot go on side by side.
class SpeculativeSteps final : public DecoderSteps {
 public:
  explicit SpeculativeSteps(const DecoderInput& input)
      : input_(input), bending_(bending(*input.params)), guesses_(input.params->integer("guesses")) {
    rows_.resize(static_cast<size_t>(input.source.shape[0].size));
  }

  Status advance(DecoderCall* call) override {
    if (!draft_) return read(&draft_, input_.models[0], call);
    if (!target_) return read(&target_, input_.models[1], call);
    const int64_t room = input_.longest - static_cast<int64_t>(text_.size());  // the text has its start
    const bool ended = !guessed_.empty() && guessed_.back().piece == kEndPiece;
    const bool guesses = !ended && static_cast<int64_t>(guessed_.size()) < std::min(guesses_, room);
    return guesses ? guess(call) : check(call);
  }

  bool done() const override { return row_ == rows_.size(); }
  std::vector<Decoded> rows() const override { return rows_; }

 private:
  struct Guess {
    int64_t piece;
    std::vector<double> shares;  // by which it was drawn
  };

  Status read(std::optional<Decoding>* decoding, const Speaker& speaker, DecoderCall* call) {
    call->kind = CallKind::kEncode;
    decoding->emplace(speaker.run, speaker.parameters);
    (*decoding)->keep_states();
    text_ = {kStartPiece};
    const Status status = (*decoding)->read(source_of_row(input_.source, row_));
    call->multiplications = (*decoding)->multiplications();
    return status;
  }

  double draw() { return static_cast<double>(uniform(input_.seed, stream_of("speculative") + row_, drawn_++)); }

  // The pieces that a model has not read yet, guesses included.
  std::vector<int64_t> unread(const Decoding& decoding, size_t guesses) const {
    std::vector<int64_t> all = text_;
    for (size_t i = 0; i < guesses; ++i) all.push_back(guessed_[i].piece);
    return {all.begin() + decoding.length(), all.end()};
  }

  void fill(DecoderCall* call, size_t place, int64_t piece, const NextPiece& said, bool kept) const {
    const double share = static_cast<double>(said.log_shares[static_cast<size_t>(piece)]);
    call->filled.push_back({static_cast<int64_t>(row_), static_cast<int64_t>(place), piece, share, kept});
  }

  Status guess(DecoderCall* call) {
    call->kind = CallKind::kDraft, call->decided = 1;
    std::vector<NextPiece> said;
    Status status = draft_->extend({unread(*draft_, guessed_.size())}, &said);
    if (!status.ok()) return status;
    call->multiplications = draft_->multiplications();
    Guess& guess = guessed_.emplace_back();
    guess.shares = bent_shares(said.back().log_shares, bending_);
    guess.piece = draw_piece(guess.shares, draw());
    fill(call, text_.size() + guessed_.size() - 2, guess.piece, said.back(), /*kept=*/false);
    return {};
  }

  Status check(DecoderCall* call) {
    call->kind = CallKind::kCheck;
    // Nothing is asked behind an end.
    const bool ends = !guessed_.empty() && guessed_.back().piece == kEndPiece;
    const size_t place = text_.size() - 1;
    std::vector<NextPiece> said;
    Status status = target_->extend({unread(*target_, guessed_.size() - (ends ? 1 : 0))}, &said);
    if (!status.ok()) return status;
    call->multiplications = target_->multiplications();
    call->decided = static_cast<int64_t>(said.size());
    size_t kept = 0;
    bool refused = false;
    for (; kept < guessed_.size() && !refused; kept += refused ? 0 : 1) {
      const Guess& guess = guessed_[kept];
      const std::vector<double> p = bent_shares(said[kept].log_shares, bending_);
      const auto at = static_cast<size_t>(guess.piece);
      // Kept with chance min(1, p / q).
      refused = draw() * guess.shares[at] >= p[at];
      fill(call, place + kept, guess.piece, said[kept], !refused);
      if (!refused) {
        take(guess.piece, said[kept]);
      } else {
        own(call, place + kept, said[kept], residual_shares(p, guess.shares));
      }
    }
    // All are kept: the call has said one piece more.
    if (!refused && !ends) own(call, place + kept, said[kept], bent_shares(said[kept].log_shares, bending_));
    call->kept = static_cast<int64_t>(kept) + (refused || !ends ? 1 : 0);

    // Both have read what is true so far: the start, the text before, and the guesses that were kept.
    const auto read = static_cast<int64_t>(place + 1 + kept);
    for (Decoding* decoding : {&*draft_, &*target_})
      decoding->take_back(std::max<int64_t>(decoding->length() - read, 0));
    guessed_.clear();
    if (rows_[row_].ended || static_cast<int64_t>(text_.size()) > input_.longest) {
      ++row_, drawn_ = 0;
      draft_.reset(), target_.reset();
    }
    return {};
  }

  // The target's own piece in place of a guess, or behind all of them.
  void own(DecoderCall* call, size_t place, const NextPiece& said, const std::vector<double>& shares) {
    const int64_t piece = draw_piece(shares, draw());
    fill(call, place, piece, said, /*kept=*/true);
    take(piece, said);
  }

  void take(int64_t piece, const NextPiece& said) {
    text_.push_back(piece);
    say_next(&rows_[row_], piece, said);
  }

  DecoderInput input_;
  Bending bending_;
  int64_t guesses_;
  size_t row_ = 0;
  uint64_t drawn_ = 0;
  std::optional<Decoding> draft_, target_;  // of this row
  std::vector<int64_t> text_;               // of this row, the start included
  std::vector<Guess> guessed_;
  std::vector<Decoded> rows_;
};

}  // namespace

Decoder speculative() {
  Decoder decoder;
  EntryText& text = decoder.text;
  text.name = "Speculative";
  text.family = "guess ahead";
  text.summary =
      "A small model guesses a few pieces; the large one checks all of them in one call and keeps what it likes.";
  text.latex = R"(P(\text{keep } y) = \min\!\left(1, \frac{p(y)}{q(y)}\right))";
  text.params = {
      shared::whole_number("guesses", "Guesses", "Pieces that the small model guesses before each check.", 4, 1, 16),
      shared::choice("choose", "Choose", "How pieces are chosen.",
                     {{"likeliest", "The likeliest", "A guess stays if it is the large model's own choice."},
                      {"sampled", "By chance",
                       "A guess stays so often that the result is drawn as by the "
                       "large model alone."}})};
  for (ParamSpec& spec : bending_params()) text.params.push_back(shared::when("choose", "sampled", std::move(spec)));
  decoder.models = {{"draft", "draft", "The small model, which guesses.", says_pieces},
                    {"target", "target", "The large model, which checks.", says_pieces}};
  decoder.exact_params = {{"choose", "likeliest"}};
  decoder.start = [](const DecoderInput& input, Status*) -> std::unique_ptr<DecoderSteps> {
    return std::make_unique<SpeculativeSteps>(input);
  };
  return decoder;
}

EntryDocs speculative_docs() {
  EntryDocs docs;
  docs.papers = {{"Fast Inference from Transformers via Speculative Decoding", "Leviathan, Kalman, Matias", 2023,
                  "https://arxiv.org/abs/2211.17192"},
                 {"Accelerating Large Language Model Decoding with Speculative Sampling",
                  "Chen, Borgeaud, Irving, Lespiau, Sifre, Jumper", 2023, "https://arxiv.org/abs/2302.01318"}};
  docs.differs =
      "The texts of a batch take turns, since each keeps another number of guesses. A model whose state cannot be cut "
      "back reads the guesses that were kept once more, together with the next ones.";
  return docs;
}

}  // namespace attn::decoders
