#include "core/attention/setting.h"

#include "core/kernels/math.h"
#include "core/tensor/random.h"

namespace attn {

const Offer* Setting::fitting(std::string_view name, const Shape& shape) const {
  const auto found = offers_.find(name);
  if (found == offers_.end()) return nullptr;
  const Offer& offer = found->second;
  bool fits = static_cast<int>(offer.sizes.size()) == shape.rank();
  for (int i = 0; fits && i < shape.rank(); ++i) fits = offer.sizes[static_cast<size_t>(i)] == shape[i].size;
  return fits ? &offer : nullptr;
}

bool Setting::offered(std::string_view name, const Shape& shape) const { return fitting(name, shape) != nullptr; }

Value Setting::weight(const Shape& shape, int64_t fan_in, int64_t fan_out, StepText text) {
  if (const Offer* offer = fitting(text.id, shape)) {
    return graph_.shared_leaf(shape, offer->values, offer->origin, std::move(text));
  }
  const auto found = offers_.find(text.id);
  if (found != offers_.end() && found->second.origin == Origin::kGiven) {
    std::string got = "[";
    for (const int64_t size : found->second.sizes) got += (got.size() > 1 ? ", " : "") + std::to_string(size);
    graph_.fail(invalid_input("tensors." + text.id, got + "]", shape.text()));
  }
  seeded_ = true;
  const float limit = kernels::square_root(6.0F / static_cast<float>(fan_in + fan_out));
  const uint64_t stream = stream_of(text.id);
  std::vector<float> values(static_cast<size_t>(shape.count()));
  for (size_t i = 0; i < values.size(); ++i) values[i] = (2.0F * uniform(seed_, stream, i) - 1.0F) * limit;
  return graph_.leaf(shape, std::move(values), Origin::kSeeded, std::move(text));
}

}  // namespace attn
