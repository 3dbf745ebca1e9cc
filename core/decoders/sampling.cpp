// Sampling: every piece is drawn by its share, perhaps of the likeliest few only.
#include "core/attention/pipeline.h"
#include "core/runs/piece_by_piece.h"
#include "core/runs/shares.h"
#include "core/tensor/random.h"

namespace attn::decoders {

Decoder sampling() {
  Decoder decoder;
  EntryText& text = decoder.text;
  text.name = "Sampling";
  text.family = "one at a time";
  text.summary = "Asks for the next piece and draws it by chance, by the share that the model gives it.";
  text.latex = R"(y_t \sim p(y \mid y_{<t}, x)^{1/T})";
  text.params = bending_params();
  decoder.models = {the_model()};
  decoder.exact_params = {{"temperature", "0"}};
  decoder.start = [](const DecoderInput& input, Status*) {
    const Bending bending = bending_of(*input.params);
    const uint64_t seed = input.seed;
    return piece_by_piece(input, [=](const std::vector<float>& log_shares, int64_t row, int64_t place) {
      const uint64_t stream = stream_of("sampling") + static_cast<uint64_t>(row);
      return draw_piece(bent_shares(log_shares, bending), uniform(seed, stream, static_cast<uint64_t>(place)));
    });
  };
  return decoder;
}

EntryDocs sampling_docs() {
  EntryDocs docs;
  docs.papers = {
      {"Hierarchical Neural Story Generation", "Fan, Lewis, Dauphin", 2018, "https://arxiv.org/abs/1805.04833"},
      {"The Curious Case of Neural Text Degeneration", "Holtzman, Buys, Du, Forbes, Choi", 2020,
       "https://arxiv.org/abs/1904.09751"}};
  docs.differs =
      "Top k and top p may be used together: first the temperature, then the likeliest few, then the fewest that have "
      "enough. Random numbers depend on seed, row and place alone.";
  return docs;
}

}  // namespace attn::decoders
