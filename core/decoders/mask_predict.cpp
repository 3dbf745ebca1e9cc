// Mask-predict: all places are said at once, then those that were least sure are asked again, fewer each time
// (Ghazvininejad et al. 2019, section 3.3).
#include <algorithm>
#include <limits>
#include <numeric>

#include "core/attention/pipeline.h"
#include "core/kernels/softmax.h"
#include "core/layers/parallel_parts.h"
#include "core/runs/asking.h"

namespace attn::decoders {
namespace {

bool fills_masks(const Model& model) { return model.masked != nullptr; }

// A text of a length that was thought likely.
struct Candidate {
  int64_t length = 0;
  std::vector<int64_t> pieces;
  std::vector<double> log_shares;  // of each piece when it was last said

  double mean() const {
    if (pieces.empty()) return 0;
    return std::accumulate(log_shares.begin(), log_shares.end(), 0.0) / static_cast<double>(pieces.size());
  }
};

// The `count` likeliest of `shares`, of equals the first.
std::vector<int64_t> likeliest(const std::vector<float>& shares, int64_t count) {
  std::vector<int64_t> order(shares.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
    return shares[static_cast<size_t>(a)] > shares[static_cast<size_t>(b)];
  });
  order.resize(static_cast<size_t>(std::min<int64_t>(count, static_cast<int64_t>(order.size()))));
  return order;
}

class MaskPredictSteps final : public DecoderSteps {
 public:
  explicit MaskPredictSteps(const DecoderInput& input)
      : input_(input),
        asking_(input.models[0]),
        passes_(input.params->integer("passes")),
        lengths_(input.params->integer("lengths")) {}

  Status advance(DecoderCall* call) override {
    if (asking_.rows() == 0) return asking_.read(input_.source, call);
    return candidates_.empty() ? measure(call) : pass(call);
  }

  bool done() const override { return pass_ == passes_; }

  // Of each row the candidate whose pieces are surest in the mean.
  std::vector<Decoded> rows() const override {
    std::vector<Decoded> rows;
    for (const std::vector<Candidate>& row : candidates_) {
      const auto best = std::max_element(row.begin(), row.end(),
                                         [](const Candidate& a, const Candidate& b) { return a.mean() < b.mean(); });
      Decoded& said = rows.emplace_back();
      said.pieces.assign(best->pieces.begin(), best->pieces.end());
      said.log_probability = std::accumulate(best->log_shares.begin(), best->log_shares.end(), 0.0);
      said.ended = true;  // its length was said first
    }
    return rows;
  }

 private:
  const MaskedParts& parts() const { return *asking_.model().masked; }

  Status measure(DecoderCall* call) {
    call->kind = CallKind::kLatent;
    std::vector<Tensor> said;
    Status status = asking_.call(
        [&](Recorder& recorder, const Memory& memory) { return std::vector<Value>{parts().lengths(recorder, memory)}; },
        &said, call);
    if (!status.ok()) return status;
    places_ = parts().places(asking_.params(), input_.source.shape.columns());
    const int64_t longest = std::min(places_, input_.longest);
    const int64_t entries = said[0].shape.columns();
    for (int64_t row = 0; row < asking_.rows(); ++row) {
      std::vector<float> shares(static_cast<size_t>(entries));
      kernels::log_softmax_row(said[0].values.data() + row * entries, shares.data(), entries);
      shares.resize(static_cast<size_t>(std::min(entries, longest + 1)));
      shares[0] = -std::numeric_limits<float>::infinity();  // a text has a piece at least
      std::vector<Candidate>& candidates = candidates_.emplace_back();
      for (const int64_t length : likeliest(shares, lengths_)) {
        candidates.push_back({length, std::vector<int64_t>(static_cast<size_t>(length)),
                              std::vector<double>(static_cast<size_t>(length))});
        call->filled.push_back({row, 0, length, static_cast<double>(shares[static_cast<size_t>(length)]), true,
                                static_cast<int64_t>(candidates.size()) - 1});
      }
    }
    call->decided = call->kept = static_cast<int64_t>(call->filled.size());
    return {};
  }

  // Which places are asked in this pass: all of them at first, then n = N (T - t) / T of the least sure.
  std::vector<int64_t> asked(const Candidate& candidate) const {
    std::vector<int64_t> order(candidate.pieces.size());
    std::iota(order.begin(), order.end(), 0);
    if (pass_ == 0) return order;
    std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
      return candidate.log_shares[static_cast<size_t>(a)] < candidate.log_shares[static_cast<size_t>(b)];
    });
    order.resize(static_cast<size_t>(candidate.length * (passes_ - pass_) / passes_));
    return order;
  }

  Status pass(DecoderCall* call) {
    call->kind = CallKind::kDecode;
    // Candidates side by side, the i-th of all rows together: each reads its row's memory.
    std::vector<std::vector<std::vector<int64_t>>> where(candidates_.size());
    for (size_t row = 0; row < candidates_.size(); ++row)
      for (const Candidate& candidate : candidates_[row]) where[row].push_back(asked(candidate));
    std::vector<Tensor> said;
    Status status = asking_.call(
        [&](Recorder& recorder, const Memory& memory) {
          std::vector<Value> logits;
          for (size_t i = 0; i < candidates_[0].size(); ++i)
            logits.push_back(
                parts().fill(recorder, memory, given(recorder.graph(), inputs_of(i, where), "inputs", "y")));
          return logits;
        },
        &said, call);
    if (!status.ok()) return status;
    for (size_t row = 0; row < candidates_.size(); ++row)
      for (size_t i = 0; i < candidates_[row].size(); ++i) take(call, row, i, where[row][i], said[i]);
    call->decided = call->kept = static_cast<int64_t>(call->filled.size());
    ++pass_;
    return {};
  }

  Tensor inputs_of(size_t candidate, const std::vector<std::vector<std::vector<int64_t>>>& where) const {
    Tensor inputs{{{axis::kBatch, asking_.rows()}, {axis::kQuery, places_}}, {}};
    inputs.values.assign(static_cast<size_t>(inputs.shape.count()), static_cast<float>(kEndPiece));
    const float mask = static_cast<float>(input_.models[0].run.examples->sizes().target_pieces);
    for (size_t row = 0; row < candidates_.size(); ++row) {
      const auto first = inputs.values.begin() + static_cast<std::ptrdiff_t>(row) * places_;
      const std::vector<int64_t>& pieces = candidates_[row][candidate].pieces;
      std::copy(pieces.begin(), pieces.end(), first);
      for (const int64_t place : where[row][candidate]) *(first + place) = mask;
    }
    return inputs;
  }

  void take(DecoderCall* call, size_t row, size_t i, const std::vector<int64_t>& places, const Tensor& logits) {
    Candidate& candidate = candidates_[row][i];
    const int64_t pieces = logits.shape.columns();
    std::vector<float> shares(static_cast<size_t>(pieces));
    for (const int64_t place : places) {
      kernels::log_softmax_row(logits.values.data() + (static_cast<int64_t>(row) * places_ + place) * pieces,
                               shares.data(), pieces);
      // A text's length is said already: neither start nor end stands within it.
      const int64_t piece = std::max_element(shares.begin() + kFirstPiece, shares.end()) - shares.begin();
      const auto at = static_cast<size_t>(place);
      candidate.pieces[at] = piece;
      candidate.log_shares[at] = static_cast<double>(shares[static_cast<size_t>(piece)]);
      call->filled.push_back(
          {static_cast<int64_t>(row), place, piece, candidate.log_shares[at], true, static_cast<int64_t>(i)});
    }
  }

  DecoderInput input_;
  Asking asking_;
  int64_t passes_, lengths_;
  int64_t pass_ = 0, places_ = 0;
  std::vector<std::vector<Candidate>> candidates_;  // of every row equally many
};

}  // namespace

Decoder mask_predict() {
  Decoder decoder;
  EntryText& text = decoder.text;
  text.name = "Mask-predict";
  text.family = "all at once";
  text.summary = "Says all places at once, then asks those again that were least sure, fewer each time.";
  text.latex = R"(n_t = N\,\frac{T - t}{T})";
  text.params = {
      shared::whole_number("passes", "Passes T", "How often places are said.", 4, 1, 20),
      shared::whole_number("lengths", "Lengths l", "Texts of so many likely lengths; the surest wins.", 3, 1, 8)};
  decoder.models = {{"model", "model", "Says hidden places.", fills_masks}};
  decoder.start = [](const DecoderInput& input, Status*) -> std::unique_ptr<DecoderSteps> {
    return std::make_unique<MaskPredictSteps>(input);
  };
  return decoder;
}

EntryDocs mask_predict_docs() {
  EntryDocs docs;
  docs.papers = {{"Mask-Predict: Parallel Decoding of Conditional Masked Language Models",
                  "Ghazvininejad, Levy, Liu, Zettlemoyer", 2019, "https://arxiv.org/abs/1904.09324"}};
  docs.differs =
      "The number of places that are asked again is rounded down. Candidates of several lengths are said in the same "
      "call. The lengths are asked in a call of their own, behind the encoder's.";
  return docs;
}

}  // namespace attn::decoders
