// Universal Sentence Encoder Lite, Cer et al. 2018 (arXiv 1803.11175): a real, trained transformer encoder.
// How it is recorded: core/encoders/sentence_encoder/encoder.h. Where its weights come from, under which licence, and
// its exact wiring: web/models/sentence_encoder/README.md.
#include "core/attention/pipeline.h"
#include "core/encoders/sentence_encoder/encoder.h"

namespace attn::encoders {

Encoder sentence_encoder() {
  EntryText text;
  text.name = "Sentence encoder";
  text.family = "trained model";
  text.summary =
      "A trained transformer encoder of two layers with four heads each: step through every layer and head on your own "
      "sentence.";
  text.latex =
      R"(\z{Y} = [\z{Z^1};\dots;\z{Z^4}]\,\z{W_O} + X, \quad X' = \z{Y} + \max(0, \z{Y} W_1 + b_1)\,W_2 + b_2)";
  text.params = {shared::temperature()};
  append(&text.params, shared::mask());
  constexpr int64_t kDownload = 7'718'720;  // build/models/sentence_encoder.bin; a test compares
  return {text,
          {4, 4},
          kDownload,
          [](std::span<const uint8_t> bytes, Status* status) -> std::unique_ptr<TextModel> {
            return SentenceEncoder::load(bytes, status);
          },
          // Only models that this file loaded come here.
          [](Setting& setting, const TextModel& model, const Tokenized& tokenized) {
            return static_cast<const SentenceEncoder&>(model).record(setting, tokenized);
          }};
}

EntryDocs sentence_encoder_docs() {
  EntryDocs docs;
  docs.papers = {
      {"Universal Sentence Encoder",
       "Cer, Yang, Kong, Hua, Limtiaco, St. John, Constant, Guajardo-Céspedes, Yuan, Tar, Sung, Strope, Kurzweil", 2018,
       "https://arxiv.org/abs/1803.11175"},
      shared::vaswani_2017()};
  docs.differs =
      "Layer norm stands before each block, not after it; layer 1 reads vectors of 256 channels and writes 512; the "
      "embedding is "
      "added twice; only the first 128 pieces are read.";
  docs.laws = {{LawKind::kRowsSumToOne, "In every layer and head the weights of a row add up to 1."}};
  docs.slots = shared::slots_but({{"project", "learned matrices make q, k and v for each head"},
                                  {"position", "sines and cosines added to the embeddings"},
                                  {"output", "heads side by side, mixed by a learned matrix"}});
  return docs;
}

}  // namespace attn::encoders
