// How models that say many places at once are asked, each kind with parts of its own. What the source says is read
// first, by Model::encode.
#ifndef CORE_LAYERS_PARALLEL_PARTS_H_
#define CORE_LAYERS_PARALLEL_PARTS_H_

#include <cstdint>
#include <vector>

#include "core/layers/model.h"

namespace attn {

// A text gets so many places more than its source has pieces. Of the 133,940 pronunciations of the CMU dictionary 7 are
// longer than that, the end included (fyi, aol).
inline constexpr int64_t kRoom = 8;

// Plans in latents, then says all places (Kaiser et al. 2018).
struct LatentParts {
  // How many latents stand for a text whose source has so many pieces, and how many places they become.
  int64_t (*latents)(const Params& params, int64_t source_pieces) = nullptr;
  int64_t (*places)(const Params& params, int64_t latents) = nullptr;
  // Scores of the next code: of every block [batch, query, code], given the codes before, of every block [batch,
  // query]; the first query has none before it and reads the number of entries. Goes on from call to call
  // (Recorder::carried).
  std::vector<Value> (*predict)(Recorder& recorder, const Memory& memory, const std::vector<Value>& before) = nullptr;
  // Logits [batch, query, piece] of all places, from the codes of every block [batch, query].
  Value (*say)(Recorder& recorder, const Memory& memory, const std::vector<Value>& codes) = nullptr;
};

// Says all places again and again, those that were least sure each time (Ghazvininejad et al. 2019).
struct MaskedParts {
  // How many places there are for a source of so many pieces: a text's own, and its end at all that are left.
  int64_t (*places)(const Params& params, int64_t source_pieces) = nullptr;
  // Scores of every length that a text can have: [batch, piece], entry n for n pieces without the end.
  Value (*lengths)(Recorder& recorder, const Memory& memory) = nullptr;
  // Logits [batch, query, piece] of all places, given what stands there [batch, query]: pieces, and at a place that is
  // asked the number of pieces.
  Value (*fill)(Recorder& recorder, const Memory& memory, Value inputs) = nullptr;
};

}  // namespace attn

#endif  // CORE_LAYERS_PARALLEL_PARTS_H_
