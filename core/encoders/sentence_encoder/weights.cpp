#include "core/encoders/sentence_encoder/weights.h"

#include <utility>

namespace attn::encoders {
namespace {

// [rows, columns] -> [columns, rows]
std::vector<float> transposed(const std::vector<float>& from, int64_t rows, int64_t columns) {
  std::vector<float> to(from.size());
  for (int64_t r = 0; r < rows; ++r) {
    for (int64_t c = 0; c < columns; ++c)
      to[static_cast<size_t>(c * rows + r)] = from[static_cast<size_t>(r * columns + c)];
  }
  return to;
}

}  // namespace

void Weights::put(const std::string& name, std::vector<int64_t> sizes, std::vector<float> values) {
  offers_[name] = {std::move(sizes), std::make_shared<const std::vector<float>>(std::move(values)), Origin::kTrained};
}

Offer Weights::get(std::string_view name) const {
  const auto found = offers_.find(name);
  return found == offers_.end() ? Offer{} : found->second;
}

Status Weights::read_vector(const Container& container, const std::string& from, int64_t size, const std::string& to) {
  std::vector<float> values;
  Status status = container.floats(from, {size}, &values);
  if (status.ok()) put(to, {size}, std::move(values));
  return status;
}

Status Weights::read_matrix(const Container& container, const std::string& from, int64_t in, int64_t out,
                            const std::string& to) {
  std::vector<float> values;
  Status status = container.floats(from, {out, in}, &values);
  if (status.ok()) put(to, {in, out}, transposed(values, out, in));
  return status;
}

// The way into layer 1: piece vectors, position frequencies, its layer norm.
Status Weights::read_front(const Container& container) {
  const Container::Entry* table = container.find("embedding");
  std::vector<float> values;
  Status status = container.floats("embedding", {-1, kEmbedding}, &values);
  if (!status.ok()) return status;
  put("embedding", {table->shape[0], kEmbedding}, std::move(values));
  return read_vector(container, "timing_frequency", kEmbedding / 2, "frequency");
}

Status Weights::read_full(const Container& container, Weights* out) {
  Weights made;
  Status status = made.read_front(container);
  for (int layer = 1; status.ok() && layer <= kLayers; ++layer) {
    const std::string file = "layer_" + std::to_string(layer) + ".", to = "layer_" + std::to_string(layer) + "/";
    const int64_t width = layer_width(layer), d = head_width(layer);
    const auto vector = [&](const char* from, int64_t size, const char* name) {
      if (status.ok()) status = made.read_vector(container, file + from, size, to + name);
    };
    const auto matrix = [&](const char* from, int64_t in, int64_t outputs, const char* name) {
      if (status.ok()) status = made.read_matrix(container, file + from, in, outputs, to + name);
    };
    vector("attention_norm.scale", width, "norm_gain");
    vector("attention_norm.bias", width, "norm_bias");
    matrix("out.weight", width, kModel, "w_o");
    vector("out.bias", kModel, "b_o");
    vector("ffn_norm.scale", kModel, "ffn_gain");
    vector("ffn_norm.bias", kModel, "ffn_bias");
    matrix("ffn_1.weight", kModel, kFeedForward, "w_1");
    vector("ffn_1.bias", kFeedForward, "b_1");
    matrix("ffn_2.weight", kFeedForward, kModel, "w_2");
    vector("ffn_2.bias", kModel, "b_2");
    if (layer == 1) matrix("residual.weight", kEmbedding, kModel, "w_r");
    if (layer == 1) vector("residual.bias", kModel, "b_r");
    // One matrix makes queries, keys and values of all heads: its output channels are [q k v, head, channel].
    std::vector<float> qkv, bias;
    if (status.ok()) status = container.floats(file + "qkv.weight", {3 * width, width}, &qkv);
    if (status.ok()) status = container.floats(file + "qkv.bias", {3 * width}, &bias);
    if (!status.ok()) return status;
    for (int part = 0; part < 3; ++part) {
      std::vector<float> w, b(bias.begin() + part * width, bias.begin() + (part + 1) * width);
      for (int64_t head = 0; head < kHeads; ++head) {
        const auto rows = qkv.begin() + (part * width + head * d) * width;
        const std::vector<float> block = transposed({rows, rows + d * width}, d, width);  // [model, channel]
        w.insert(w.end(), block.begin(), block.end());
      }
      const std::string letter(1, "qkv"[part]);
      made.put(std::string(to).append("w_").append(letter), {kHeads, width, d}, std::move(w));
      made.put(std::string(to).append("b_").append(letter), {kHeads, d}, std::move(b));
    }
  }
  if (status.ok()) status = made.read_vector(container, "pool.bias", kModel, "pool_bias");
  // Kept as stored, [out, in]: `dot` reads it so.
  std::vector<float> pool;
  if (status.ok()) status = container.floats("pool.weight", {kModel, kModel}, &pool);
  if (!status.ok()) return status;
  made.put("pool", {kModel, kModel}, std::move(pool));
  *out = std::move(made);
  return {};
}

Status Weights::read_starter(const Container& container, int layer, int head, Weights* out) {
  Weights made;
  const std::string file = "layer_" + std::to_string(layer) + ".", to = "layer_" + std::to_string(layer) + "/";
  const std::string part = file + "head_" + std::to_string(head) + ".";
  const int64_t width = layer_width(layer), d = head_width(layer);
  Status status = made.read_front(container);
  if (status.ok()) status = made.read_vector(container, file + "attention_norm.scale", width, to + "norm_gain");
  if (status.ok()) status = made.read_vector(container, file + "attention_norm.bias", width, to + "norm_bias");
  if (status.ok()) status = made.read_matrix(container, part + "out.weight", d, kModel, to + "w_o");
  for (const char* const letter : {"q", "k", "v"}) {
    std::vector<float> w, b;
    if (status.ok()) status = container.floats(part + letter + ".weight", {d, width}, &w);
    if (status.ok()) status = container.floats(part + letter + ".bias", {d}, &b);
    if (!status.ok()) return status;
    made.put(std::string(to).append("w_").append(letter), {1, width, d}, transposed(w, d, width));
    made.put(std::string(to).append("b_").append(letter), {1, d}, std::move(b));
  }
  *out = std::move(made);
  return {};
}

}  // namespace attn::encoders
