// How models that say many places at once are asked, each kind with parts of its own. What the source says is read
// first, by Model::encode.
#ifndef CORE_LAYERS_PARALLEL_PARTS_H_
#define CORE_LAYERS_PARALLEL_PARTS_H_

#include <vector>

#include "core/layers/model.h"

namespace attn {

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

}  // namespace attn

#endif  // CORE_LAYERS_PARALLEL_PARTS_H_
