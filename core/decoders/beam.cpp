// Beam search: several texts grow side by side, and the likeliest of them go on.
#include <algorithm>
#include <set>

#include "core/attention/pipeline.h"
#include "core/runs/beam.h"
#include "core/runs/decoder.h"

namespace attn::decoders {
namespace {

class BeamSteps final : public DecoderSteps {
 public:
  explicit BeamSteps(const DecoderInput& input)
      : beams_(input.models[0].run, input.models[0].parameters, input.params->integer("beams"),
               input.params->number("alpha"), input.longest),
        source_(input.source) {}

  Status advance(DecoderCall* call) override {
    call->kind = read_ ? CallKind::kDecode : CallKind::kEncode;
    const int64_t live = beams_.live();
    std::vector<size_t> before;
    for (const BeamSearch& search : beams_.searches()) before.push_back(search.steps.size());
    Status status = read_ ? beams_.step() : beams_.read(source_);
    if (!status.ok()) return status;
    call->multiplications = beams_.decoding().multiplications();
    if (read_) fill(call, live, before);
    read_ = true;
    return {};
  }

  bool done() const override { return read_ && beams_.done(); }

  std::vector<Decoded> rows() const override {
    std::vector<Decoded> rows;
    for (const BeamSearch& search : beams_.searches()) {
      Decoded& row = rows.emplace_back();
      int64_t entry = search.entry;
      for (int64_t step = search.steps.empty() ? -1 : search.step; step >= 0; --step) {
        const BeamEntry& at = search.steps[static_cast<size_t>(step)][static_cast<size_t>(entry)];
        if (step == search.step) row.ended = at.ended(), row.log_probability = at.log_probability;
        if (!at.ended()) row.pieces.push_back(static_cast<float>(at.piece));
        row.alignment.push_back(at.alignment);
        entry = at.parent;
      }
      std::reverse(row.pieces.begin(), row.pieces.end());
      std::reverse(row.alignment.begin(), row.alignment.end());
    }
    return rows;
  }

 private:
  // Candidates are the texts that were asked how they go on; kept are those that any of the next go on from.
  void fill(DecoderCall* call, int64_t live, const std::vector<size_t>& before) {
    call->decided = live;
    for (size_t row = 0; row < before.size(); ++row) {
      const auto& steps = beams_.searches()[row].steps;
      if (steps.size() == before[row]) continue;
      std::set<int64_t> parents;
      for (size_t i = 0; i < steps.back().size(); ++i) {
        const BeamEntry& entry = steps.back()[i];
        const double so_far =
            entry.parent < 0 ? 0 : steps[steps.size() - 2][static_cast<size_t>(entry.parent)].log_probability;
        parents.insert(entry.parent);
        call->filled.push_back({static_cast<int64_t>(row), static_cast<int64_t>(steps.size()) - 1, entry.piece,
                                entry.log_probability - so_far, true, static_cast<int64_t>(i), entry.parent});
      }
      call->kept += static_cast<int64_t>(parents.size());
    }
  }

  Beams beams_;
  Tensor source_;
  bool read_ = false;
};

}  // namespace

Decoder beam() {
  Decoder decoder;
  EntryText& text = decoder.text;
  text.name = "Beam search";
  text.family = "one at a time";
  text.summary = "Several texts grow side by side; after every piece the likeliest few go on.";
  text.latex = R"(\operatorname{argmax}_y\, \frac{\log p(y \mid x)}{\left(\frac{5 + |y|}{6}\right)^{\alpha}})";
  // 16: each is a row of every pass, and more than a tree on a page can show.
  text.params = {
      shared::whole_number("beams", "Beams", "Texts that grow side by side.", 4, 1, 16),
      shared::number("alpha", "Length penalty", "Above 0 long texts are not at a disadvantage.", 0, 0, 2, 0.1)};
  decoder.models = {the_model()};
  decoder.exact_params = {{"beams", "1"}};
  decoder.start = [](const DecoderInput& input, Status*) -> std::unique_ptr<DecoderSteps> {
    return std::make_unique<BeamSteps>(input);
  };
  return decoder;
}

EntryDocs beam_docs() {
  EntryDocs docs;
  docs.papers = {
      {"Sequence Transduction with Recurrent Neural Networks", "Graves", 2012, "https://arxiv.org/abs/1211.3711"},
      {"Google's Neural Machine Translation System", "Wu, Schuster, Chen, Le, Norouzi et al.", 2016,
       "https://arxiv.org/abs/1609.08144"}};
  docs.differs =
      "Ended texts leave the beam and keep their place in it. Without a penalty for length the search stops as soon as "
      "nothing can pass the best that has ended. No penalty for what the attention did not read.";
  return docs;
}

}  // namespace attn::decoders
