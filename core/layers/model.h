// What a file of core/models states: the words, the sizes that can be chosen, how its paper trains it, and how it is
// recorded. Training, decoding, pages, links and tests are made from this.
#ifndef CORE_LAYERS_MODEL_H_
#define CORE_LAYERS_MODEL_H_

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/attention/entry.h"
#include "core/layers/discretizer.h"
#include "core/layers/recorder.h"
#include "core/training/task.h"

namespace attn {

// What a model says about a batch.
struct Prediction {
  Value output;                  // logits [batch, query, piece], [batch, piece], or numbers [batch, one]
  std::vector<Value> attention;  // weights worth a look: [..., batch, ..., query, key], the first of them the alignment
  Value penalty;                 // of shape [one], added to the loss where the model has one
  // What is asked of each place [batch, query] where that is not the batch's targets: kNoTarget where nothing is.
  Value targets = {};
  // Logits [batch, query, piece] of the pieces behind the next one: the second, the third, ...
  std::vector<Value> ahead = {};
  // Where the model chooses by chance while it trains: of what every target costs [batch, query] it makes a value 0,
  // of shape [one], to be added to the loss, whose gradient stands in for the one that a choice lets not pass.
  std::function<Value(Value surprise)> estimate = {};
  // Where the alignment settles on one place: the weights by which that was chosen.
  Value chances = {};
  // Which place of the text a key stands for, -1 where for none; empty where key j is place j.
  std::function<int64_t(int64_t query, int64_t key)> place_of_key = {};
  // Of pixels that are written from a smaller picture: weights over that, [head, batch, query, key].
  std::vector<Value> reading = {};
  // Of models that make vectors discrete: the vectors, and what became of them.
  Value encoded = {};  // [..., model]
  Discrete discrete = {};
};

// What the encoder hands to the decoder, by name.
using Memory = std::map<std::string, Value>;

// What models that say many places at once have besides (core/layers/parallel_parts.h).
struct LatentParts;
struct MaskedParts;

// core/models/<id>.cpp: `Model attn::models::<id>()` and `EntryDocs attn::models::<id>_docs()`.
struct Model {
  EntryText text;
  TaskKind takes = TaskKind::kSequences;
  // Settings of training (core/runs/settings.h) as its paper has them, where they differ from the defaults.
  std::vector<ParamValue> training;
  // May use any attention of the catalogue in place of its own (Recorder::mechanism).
  bool takes_mechanism = false;
  // Makes vectors discrete by any discretizer of the catalogue (Recorder::discretization); this one, by its file's
  // name, where none is chosen. Empty for models that do not.
  std::string_view discretizer = {};

  // Models of sequences (kSequences, kPictures) come in two parts, so that decoding reads the source once.
  // `source`: as in Batch. `inputs`: ids [batch, query], what stands before each target, kStartPiece first.
  Memory (*encode)(Recorder& recorder, Value source) = nullptr;
  Prediction (*decode)(Recorder& recorder, const Memory& memory, Value inputs) = nullptr;
  // Does `decode` say the pieces behind the next one as well (Prediction::ahead)?
  bool looks_ahead = false;
  // May `decode` be given a text in parts, one call going on from what the one before carried?
  bool continues = false;

  // Models of sequences that do not learn piece by piece: from source and targets, both as in Batch, to what is said of
  // every place. In place of `decode` while they learn and are scored.
  Prediction (*learn)(Recorder& recorder, Value source, Value target) = nullptr;
  // And how each kind of them is decoded, where a model is of that kind.
  const LatentParts* latent = nullptr;
  const MaskedParts* masked = nullptr;

  // All others: from the batch's source to its prediction; kPixels are given `inputs` as source, and what they are
  // made of, if of anything, as Recorder::beside. Attention of kDocuments: of each sentence over its words [batch,
  // query, key], then of the document over sentences [batch, query 1, key].
  Prediction (*predict)(Recorder& recorder, Value source) = nullptr;

  // Of kCopies: what is said where the codes of every block [batch, row, column] are given.
  Value (*from_codes)(Recorder& recorder, const std::vector<Value>& codes) = nullptr;
};

}  // namespace attn

#endif  // CORE_LAYERS_MODEL_H_
