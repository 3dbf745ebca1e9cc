// Latent decoding: a few whole numbers are planned one after another, then all places are said in one call (Kaiser et
// al. 2018, "Fast Decoding in Sequence Models using Discrete Latent Variables").
#include <algorithm>

#include "core/attention/pipeline.h"
#include "core/layers/discretizer.h"
#include "core/runs/latent_plan.h"

namespace attn::decoders {
namespace {

// Of equals the first.
int64_t likeliest_code(const std::vector<float>& log_shares, int64_t, int64_t) {
  return std::max_element(log_shares.begin(), log_shares.end()) - log_shares.begin();
}

class LatentSteps final : public DecoderSteps {
 public:
  explicit LatentSteps(const DecoderInput& input) : input_(input), plan_(input.models[0]) {}

  Status advance(DecoderCall* call) override {
    if (plan_.rows() == 0) return plan_.read(input_.source, call);
    return plan_.planned() ? plan_.say(input_.longest, call, &rows_) : plan_.next(likeliest_code, call);
  }
  bool done() const override { return !rows_.empty(); }
  std::vector<Decoded> rows() const override { return rows_; }

 private:
  DecoderInput input_;
  LatentPlan plan_;
  std::vector<Decoded> rows_;
};

}  // namespace

Decoder latent_parallel() {
  Decoder decoder;
  EntryText& text = decoder.text;
  text.name = "Latent";
  text.family = "plan in latents, then all at once";
  text.summary = "Plans a few whole numbers, one after another; then says every place at once.";
  text.latex =
      R"(k_j = \operatorname{argmax}_k\, p(k \mid k_{<j}, x), \quad y = \operatorname{argmax}\, p(y \mid k, x))";
  decoder.models = {{"model", "model", "Plans and says.", plans_latents}};
  decoder.start = [](const DecoderInput& input, Status*) -> std::unique_ptr<DecoderSteps> {
    return std::make_unique<LatentSteps>(input);
  };
  return decoder;
}

EntryDocs latent_parallel_docs() {
  EntryDocs docs;
  docs.papers = {shared::fast_decoding_2018()};
  docs.differs =
      "The likeliest code is taken for every latent, as the paper's code does, which notes that larger beams work "
      "badly. "
      "Keys and values of latents are carried from call to call.";
  return docs;
}

}  // namespace attn::decoders
