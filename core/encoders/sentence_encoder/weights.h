// The trained numbers of the sentence encoder, read once from a model file and shared with every graph.
#ifndef CORE_ENCODERS_SENTENCE_ENCODER_WEIGHTS_H_
#define CORE_ENCODERS_SENTENCE_ENCODER_WEIGHTS_H_

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/attention/setting.h"
#include "core/tensor/container.h"
#include "core/tensor/status.h"

namespace attn::encoders {

// The network's sizes; a file with others is refused.
inline constexpr int kLayers = 2;
inline constexpr int kHeads = 4;
inline constexpr int64_t kEmbedding = 256;  // width of a piece's vector, and of what layer 1 reads
inline constexpr int64_t kModel = 512;      // width of every layer's output
inline constexpr int64_t kFeedForward = 1536;
inline constexpr int64_t kMaxPieces = 128;  // the network drops later pieces (ClipToMaxLength)
inline constexpr double kNormEpsilon = 1e-6;
inline constexpr int kReserved = 6;  // markers at the beginning of the vocabulary

constexpr int64_t layer_width(int layer) { return layer == 1 ? kEmbedding : kModel; }
constexpr int64_t head_width(int layer) { return layer_width(layer) / kHeads; }

// Weights under "layer_1/w_q" and the like, in the orientation that ops read: matrices [in, out], projections
// [head, model, channel].
class Weights {
 public:
  // All of the full model, or what the starter has.
  static Status read_full(const Container& container, Weights* out);
  static Status read_starter(const Container& container, int layer, int head, Weights* out);

  // Sizes and numbers; an empty offer where the file has no such weight.
  Offer get(std::string_view name) const;
  bool has(std::string_view name) const { return offers_.find(name) != offers_.end(); }

 private:
  Status read_vector(const Container& container, const std::string& from, int64_t size, const std::string& to);
  // Stored [out, in], kept [in, out].
  Status read_matrix(const Container& container, const std::string& from, int64_t in, int64_t out,
                     const std::string& to);
  Status read_front(const Container& container);
  void put(const std::string& name, std::vector<int64_t> sizes, std::vector<float> values);

  std::map<std::string, Offer, std::less<>> offers_;
};

}  // namespace attn::encoders

#endif  // CORE_ENCODERS_SENTENCE_ENCODER_WEIGHTS_H_
