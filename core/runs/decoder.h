// What a file of core/decoders states: the words, the parameters, which models it decodes with, and how one text is
// found call by call. Pages, links, measurements and tests are made from this.
//
// A call is a piece of work that had to wait for the one before it: one pass through a model, as a rule. Between calls
// anybody may stop, look, or never go on.
#ifndef CORE_RUNS_DECODER_H_
#define CORE_RUNS_DECODER_H_

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "core/runs/decoding.h"

namespace attn {

// A model to decode with. Both live elsewhere and longer.
struct Speaker {
  Run run;
  Parameters* parameters = nullptr;
};

// Reading the source; asking for pieces; asking for a latent that stands for several; guessing ahead; and looking
// whether a guess is what would have been said.
enum class CallKind { kEncode, kDecode, kLatent, kDraft, kCheck };

// What a call put where: a piece (or a latent's code) at a place of a row.
struct Filled {
  int64_t row = 0;
  int64_t place = 0;
  int64_t piece = 0;
  double log_probability = 0;  // by whom the call asked
  bool kept = true;
  // Of several texts that grow side by side: which, and which of the call before it goes on from; -1 for none.
  int64_t candidate = 0;
  int64_t parent = -1;
};

struct DecoderCall {
  CallKind kind = CallKind::kEncode;
  int64_t decided = 0;  // positions (or candidates) that were decided on, of all rows
  int64_t kept = 0;     // and how many of these stayed
  // Milliseconds that the decoder has had since the source was given, before and after this call: where one call ends
  // the next begins. What happens between calls (a page that draws) is nobody's.
  double begin = 0;
  double end = 0;
  double multiplications = 0;
  std::vector<Filled> filled;
};

struct DecoderInput {
  std::vector<Speaker> models;     // as Decoder::models lists them
  const Params* params = nullptr;  // the decoder's
  Tensor source;                   // of one batch (core/training/task.h)
  int64_t longest = 0;             // pieces of a text, the end included
  uint64_t seed = 1;               // of every draw
};

// One decoding under way.
class DecoderSteps {
 public:
  virtual ~DecoderSteps() = default;
  // The next call. Fills all of `call` but its times.
  virtual Status advance(DecoderCall* call) = 0;
  virtual bool done() const = 0;
  // What is said so far, a row each.
  virtual std::vector<Decoded> rows() const = 0;
};

// A model that a decoder needs: a word for the page, and which models will do.
struct DecoderModel {
  std::string_view id;
  std::string_view label;
  std::string_view doc;
  bool (*fits)(const Model& model) = nullptr;
};

// core/decoders/<id>.cpp: `Decoder attn::decoders::<id>()` and `EntryDocs attn::decoders::<id>_docs()`. The family says
// by which idea it goes; `base` is the decoder that all are measured against.
struct Decoder {
  EntryText text;
  std::vector<DecoderModel> models;
  // Under these parameters it says what the base decoder says of its last model, piece for piece; `exact` without any
  // means always.
  bool exact = false;
  std::vector<ParamValue> exact_params = {};
  std::unique_ptr<DecoderSteps> (*start)(const DecoderInput& input, Status* status) = nullptr;
};

// What a row says next: the piece, its log-share and where it was looked for; an end ends it.
void say_next(Decoded* row, int64_t piece, const NextPiece& said);
// One row of a batch's source, where rows take turns.
Tensor source_of_row(const Tensor& source, size_t row);

// A model that can be asked for piece after piece.
bool says_pieces(const Model& model);
DecoderModel the_model();

// A decoding with its clock.
class TimedDecoding {
 public:
  // Nothing and a status where the models do not fit the decoder or one another.
  static std::unique_ptr<TimedDecoding> start(const Decoder& decoder, const DecoderInput& input, Status* status);

  // One call; `done` tells whether there is another.
  Status advance();
  bool done() const { return steps_->done(); }
  const std::vector<DecoderCall>& calls() const { return calls_; }
  std::vector<Decoded> rows() const { return steps_->rows(); }

 private:
  explicit TimedDecoding(std::unique_ptr<DecoderSteps> steps) : steps_(std::move(steps)) {}
  std::unique_ptr<DecoderSteps> steps_;
  std::vector<DecoderCall> calls_;
};

// All calls at once.
Status decode_all(const Decoder& decoder, const DecoderInput& input, std::vector<Decoded>* out);

}  // namespace attn

#endif  // CORE_RUNS_DECODER_H_
