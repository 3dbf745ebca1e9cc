#include "core/runs/piece_by_piece.h"

#include <algorithm>

namespace attn {
namespace {

class PieceByPiece final : public DecoderSteps {
 public:
  PieceByPiece(const DecoderInput& input, ChoosePiece choose)
      : decoding_(input.models[0].run, input.models[0].parameters),
        source_(input.source),
        longest_(input.longest),
        choose_(std::move(choose)) {}

  Status advance(DecoderCall* call) override {
    if (rows_.empty()) return read(call);
    std::vector<NextPiece> said;
    Status status = decoding_.next(pieces_, &said);
    if (!status.ok()) return status;
    call->kind = CallKind::kDecode;
    call->multiplications = decoding_.multiplications();
    for (size_t row = 0; row < rows_.size(); ++row) {
      const std::vector<float>& shares = said[row].log_shares;
      Decoded& decoded = rows_[row];
      // A row that has ended is carried along with the others, and nobody listens to it.
      pieces_[row] = decoded.ended ? kEndPiece : choose_(shares, static_cast<int64_t>(row), length_);
      if (decoded.ended) continue;
      const double share = static_cast<double>(shares[static_cast<size_t>(pieces_[row])]);
      say_next(&decoded, pieces_[row], said[row]);
      call->filled.push_back({static_cast<int64_t>(row), length_, pieces_[row], share});
    }
    call->decided = call->kept = static_cast<int64_t>(call->filled.size());
    ++length_;
    return {};
  }

  bool done() const override {
    return !rows_.empty() &&
           (length_ >= longest_ || std::all_of(rows_.begin(), rows_.end(), [](const Decoded& d) { return d.ended; }));
  }

  std::vector<Decoded> rows() const override { return rows_; }

 private:
  Status read(DecoderCall* call) {
    Status status = decoding_.read(source_);
    if (!status.ok()) return status;
    call->kind = CallKind::kEncode;
    call->multiplications = decoding_.multiplications();
    rows_.resize(static_cast<size_t>(decoding_.rows()));
    pieces_.assign(rows_.size(), kStartPiece);
    return {};
  }

  Decoding decoding_;
  Tensor source_;
  int64_t longest_;
  ChoosePiece choose_;
  int64_t length_ = 0;
  std::vector<int64_t> pieces_;
  std::vector<Decoded> rows_;
};

}  // namespace

std::unique_ptr<DecoderSteps> piece_by_piece(const DecoderInput& input, ChoosePiece choose) {
  return std::make_unique<PieceByPiece>(input, std::move(choose));
}

int64_t likeliest_piece(const std::vector<float>& log_shares) {
  return std::max_element(log_shares.begin() + kEndPiece, log_shares.end()) - log_shares.begin();
}

}  // namespace attn
