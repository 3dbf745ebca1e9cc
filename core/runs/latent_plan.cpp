#include "core/runs/latent_plan.h"

#include <algorithm>

#include "core/kernels/softmax.h"
#include "core/layers/discretizer.h"
#include "core/layers/parallel_parts.h"

namespace attn {
namespace {

// What the first latent reads in place of one before it.
Tensor none_before(int64_t rows, int64_t entries) {
  return {{{axis::kBatch, rows}, {axis::kQuery, 1}},
          std::vector<float>(static_cast<size_t>(rows), static_cast<float>(entries))};
}

Tensor last_of(const Tensor& codes) {
  const int64_t rows = codes.shape[0].size, places = codes.shape[1].size;
  Tensor last{{codes.shape[0], {axis::kQuery, 1}}, {}};
  for (int64_t row = 0; row < rows; ++row)
    last.values.push_back(codes.values[static_cast<size_t>((row + 1) * places - 1)]);
  return last;
}

void append(Tensor* codes, const std::vector<int64_t>& chosen) {
  const int64_t rows = codes->shape[0].size, places = codes->shape[1].size;
  for (int64_t row = rows - 1; row >= 0; --row)
    codes->values.insert(codes->values.begin() + (row + 1) * places,
                         static_cast<float>(chosen[static_cast<size_t>(row)]));
  codes->shape = {codes->shape[0], {axis::kQuery, places + 1}};
}

}  // namespace

bool plans_latents(const Model& model) { return model.latent != nullptr; }

Status LatentPlan::read(const Tensor& source, DecoderCall* call) {
  const Discretization& how = asking_.discretization();
  const CodeSizes sizes = how.discretizer->sizes(*how.params);
  entries_ = sizes.entries, place_ = 0;
  latents_ = parts().latents(asking_.params(), source.shape.columns());
  Status status = asking_.read(source, call);
  codes_.assign(static_cast<size_t>(sizes.blocks), {{{axis::kBatch, rows()}, {axis::kQuery, 0}}, {}});
  log_probability_.assign(static_cast<size_t>(rows()), 0);
  return status;
}

Status LatentPlan::next(const ChooseCode& choose, DecoderCall* call) {
  call->kind = CallKind::kLatent;
  std::vector<Tensor> scores;
  Status status = asking_.call(
      [&](Recorder& recorder, const Memory& memory) {
        std::vector<Value> before;
        for (const Tensor& block : codes_)
          before.push_back(
              given(recorder.graph(), place_ == 0 ? none_before(rows(), entries_) : last_of(block), "before", "k"));
        return parts().predict(recorder, memory, before);
      },
      &scores, call);
  if (!status.ok()) return status;
  std::vector<int64_t> numbers(static_cast<size_t>(rows()));
  std::vector<double> shares(numbers.size());
  int64_t worth = 1;  // of a block's code in the number of them all: the first block has the low digits
  for (size_t block = 0; block < codes_.size(); ++block, worth *= entries_) {
    const std::vector<std::vector<float>> log_shares = last_log_shares(scores[block]);
    std::vector<int64_t> chosen;
    for (size_t row = 0; row < log_shares.size(); ++row) {
      chosen.push_back(choose(log_shares[row], static_cast<int64_t>(row),
                              place_ * static_cast<int64_t>(codes_.size()) + static_cast<int64_t>(block)));
      shares[row] += static_cast<double>(log_shares[row][static_cast<size_t>(chosen.back())]);
      numbers[row] += chosen.back() * worth;
    }
    append(&codes_[block], chosen);
  }
  for (size_t row = 0; row < numbers.size(); ++row) {
    call->filled.push_back({static_cast<int64_t>(row), place_, numbers[row], shares[row]});
    log_probability_[row] += shares[row];
  }
  call->decided = call->kept = rows();
  ++place_;
  return {};
}

Status LatentPlan::say(int64_t longest, DecoderCall* call, std::vector<Decoded>* out) {
  call->kind = CallKind::kDecode;
  std::vector<Tensor> said;
  Status status = asking_.call(
      [&](Recorder& recorder, const Memory& memory) {
        std::vector<Value> codes;
        for (const Tensor& block : codes_) codes.push_back(given(recorder.graph(), block, "codes", "k"));
        return std::vector<Value>{parts().say(recorder, memory, codes)};
      },
      &said, call);
  if (!status.ok()) return status;
  const int64_t places = said[0].shape[1].size, pieces = said[0].shape.columns();
  std::vector<float> shares(static_cast<size_t>(pieces));
  out->assign(static_cast<size_t>(rows()), {});
  for (int64_t row = 0; row < rows(); ++row) {
    Decoded& text = (*out)[static_cast<size_t>(row)];
    text.log_probability = log_probability_[static_cast<size_t>(row)];
    for (int64_t place = 0; place < std::min(places, longest) && !text.ended; ++place) {
      kernels::log_softmax_row(said[0].values.data() + (row * places + place) * pieces, shares.data(), pieces);
      // The start is nothing that could be said.
      const int64_t piece = std::max_element(shares.begin() + kEndPiece, shares.end()) - shares.begin();
      const double share = static_cast<double>(shares[static_cast<size_t>(piece)]);
      text.log_probability += share;
      text.ended = piece == kEndPiece;
      if (!text.ended) text.pieces.push_back(static_cast<float>(piece));
      call->filled.push_back({row, place, piece, share});
    }
  }
  call->decided = call->kept = static_cast<int64_t>(call->filled.size());
  return {};
}

}  // namespace attn
