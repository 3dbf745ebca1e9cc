// Blockwise parallel decoding: the model guesses a block of pieces, and in the next call says what it would have said
// at each of them; the longest run of guesses that agree is kept (Stern, Shazeer & Uszkoreit 2018, section 4).
#include <algorithm>
#include <optional>

#include "core/attention/pipeline.h"
#include "core/runs/piece_by_piece.h"

namespace attn::decoders {
namespace {

bool guesses_ahead(const Model& model) { return says_pieces(model) && model.looks_ahead; }

// Rows take turns: each keeps another number of guesses, so they cannot go on side by side.
class BlockwiseSteps final : public DecoderSteps {
 public:
  explicit BlockwiseSteps(const DecoderInput& input) : input_(input) {
    rows_.resize(static_cast<size_t>(input.source.shape[0].size));
  }

  Status advance(DecoderCall* call) override { return decoding_ ? check_and_guess(call) : read(call); }
  bool done() const override { return row_ == rows_.size(); }
  std::vector<Decoded> rows() const override { return rows_; }

 private:
  Status read(DecoderCall* call) {
    call->kind = CallKind::kEncode;
    decoding_.emplace(input_.models[0].run, input_.models[0].parameters);
    decoding_->keep_states();
    unread_ = kStartPiece, guesses_.clear();
    const Status status = decoding_->read(source_of_row(input_.source, row_));
    call->multiplications = decoding_->multiplications();
    return status;
  }

  // One call checks the block that the call before guessed, and guesses the next one (section 4.1).
  Status check_and_guess(DecoderCall* call) {
    call->kind = CallKind::kCheck;
    std::vector<int64_t> asked = {unread_};
    asked.insert(asked.end(), guesses_.begin(), guesses_.end());
    std::vector<NextPiece> said;
    Status status = decoding_->extend({asked}, &said);
    if (!status.ok()) return status;
    call->multiplications = decoding_->multiplications();
    Decoded& row = rows_[row_];
    const auto first = static_cast<int64_t>(row.pieces.size());
    // said[i] is what the model says behind the i-th piece asked: its own choice for the place of guess i.
    size_t kept = 0;
    for (bool open = true; open; kept += open ? 1 : 0) {
      const int64_t own = likeliest_piece(said[kept].log_shares);
      take(call, own, said[kept]);
      open = !row.ended && !full(row) && kept < guesses_.size() && guesses_[kept] == own;
    }
    for (size_t i = kept; i < guesses_.size(); ++i) refuse(call, guesses_[i], said[i], first + static_cast<int64_t>(i));
    call->decided = static_cast<int64_t>(said.size());
    call->kept = static_cast<int64_t>(kept) + 1;
    if (row.ended || full(row)) {
      ++row_;
      decoding_.reset();
      return {};
    }
    // Read so far: what was asked; true of it is the piece asked first and the guesses that were kept.
    decoding_->take_back(static_cast<int64_t>(guesses_.size() - kept));
    unread_ = static_cast<int64_t>(row.pieces.back());
    guesses_.clear();
    for (const std::vector<float>& further : said[kept].ahead) {
      if (!guesses_.empty() && guesses_.back() == kEndPiece) break;  // nothing is guessed behind an end
      guesses_.push_back(likeliest_piece(further));
    }
    // No text grows beyond the longest.
    const int64_t room = input_.longest - static_cast<int64_t>(row.pieces.size()) - 1;
    guesses_.resize(static_cast<size_t>(std::clamp<int64_t>(room, 0, static_cast<int64_t>(guesses_.size()))));
    if (!guesses_.empty() && guesses_.back() == kEndPiece) guesses_.pop_back();  // an end is not read, but said
    return {};
  }

  bool full(const Decoded& row) const { return static_cast<int64_t>(row.pieces.size()) >= input_.longest; }

  void take(DecoderCall* call, int64_t piece, const NextPiece& said) {
    Decoded& row = rows_[row_];
    const double share = static_cast<double>(said.log_shares[static_cast<size_t>(piece)]);
    call->filled.push_back({static_cast<int64_t>(row_), static_cast<int64_t>(row.pieces.size()), piece, share});
    say_next(&row, piece, said);
  }

  void refuse(DecoderCall* call, int64_t piece, const NextPiece& said, int64_t place) const {
    const double share = static_cast<double>(said.log_shares[static_cast<size_t>(piece)]);
    call->filled.push_back({static_cast<int64_t>(row_), place, piece, share, /*kept=*/false});
  }

  DecoderInput input_;
  size_t row_ = 0;
  std::optional<Decoding> decoding_;  // of this row
  int64_t unread_ = kStartPiece;      // the last piece that is certain, which the model has not read yet
  std::vector<int64_t> guesses_;      // behind it
  std::vector<Decoded> rows_;
};

}  // namespace

Decoder blockwise_parallel() {
  Decoder decoder;
  EntryText& text = decoder.text;
  text.name = "Blockwise";
  text.family = "guess ahead";
  text.summary =
      "The model guesses a few pieces itself, checks all of them in its next call and keeps those that agree.";
  text.latex =
      R"(\hat y_{t+j} = \operatorname{argmax} p_j, \quad \text{kept while } \hat y_{t+j} = \operatorname{argmax} p_1)";
  decoder.models = {{"model", "model", "Guesses and checks.", guesses_ahead}};
  decoder.exact = true;
  decoder.start = [](const DecoderInput& input, Status*) -> std::unique_ptr<DecoderSteps> {
    return std::make_unique<BlockwiseSteps>(input);
  };
  return decoder;
}

EntryDocs blockwise_parallel_docs() {
  EntryDocs docs;
  docs.papers = {{"Blockwise Parallel Decoding for Deep Autoregressive Models", "Stern, Shazeer, Uszkoreit", 2018,
                  "https://arxiv.org/abs/1811.03115"}};
  docs.differs =
      "Guesses are kept only where they are the model's own choice, so the text is greedy decoding's; the paper also "
      "tries looser rules. The texts of a batch take turns, since each keeps another number of guesses.";
  return docs;
}

}  // namespace attn::decoders
