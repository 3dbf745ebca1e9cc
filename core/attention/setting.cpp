#include "core/attention/setting.h"

#include <algorithm>

namespace attn {
namespace {

std::string text_of(const std::vector<int64_t>& sizes) {
  std::string text = "[";
  for (const int64_t size : sizes) text += (text.size() > 1 ? ", " : "") + std::to_string(size);
  return text + ']';
}

}  // namespace

const Offer* Setting::fitting(std::string_view name, const Shape& shape) const {
  const auto found = offers_.find(name);
  if (found == offers_.end()) return nullptr;
  const std::vector<int64_t>& sizes = found->second.sizes;
  const bool fits = std::equal(sizes.begin(), sizes.end(), shape.dims().begin(), shape.dims().end(),
                               [](int64_t size, const Dim& dim) { return size == dim.size; });
  return fits ? &found->second : nullptr;
}

bool Setting::offered(std::string_view name, const Shape& shape) const {
  return fitting(std::string(name) + pass_, shape) != nullptr;
}

std::vector<int64_t> Setting::offered_sizes(std::string_view name) const {
  const auto found = offers_.find(std::string(name) + pass_);
  return found == offers_.end() ? std::vector<int64_t>{} : found->second.sizes;
}

void Setting::forget_trained() {
  std::erase_if(offers_, [](const auto& named) { return named.second.origin == Origin::kTrained; });
}

Value Setting::weight(const Shape& shape, StepText text, Init init) {
  text.id += pass_;
  if (source_of_weights_ && !is_draw(init)) return source_of_weights_->weight(shape, init, std::move(text));
  if (const Offer* offer = fitting(text.id, shape)) {
    taken_.insert(text.id);
    return graph_.shared_leaf(shape, offer->values, offer->origin, std::move(text));
  }
  const auto found = offers_.find(text.id);
  if (found != offers_.end() && found->second.origin == Origin::kGiven) {
    graph_.fail(invalid_input("tensors." + text.id, text_of(found->second.sizes), shape.text()));
  }
  seeded_ = true;
  std::shared_ptr<const std::vector<float>> values =
      drawn_ ? drawn_->draw(init, shape, text.id, seed_)
             : std::make_shared<const std::vector<float>>(initial_weights(init, shape, text.id, seed_));
  return graph_.shared_leaf(shape, std::move(values), Origin::kSeeded, std::move(text));
}

const std::vector<float>* Setting::given(std::string_view name, const Shape& shape) {
  const Offer* offer = fitting(name, shape);
  if (!offer || offer->origin != Origin::kGiven) return nullptr;
  taken_.insert(std::string(name));
  return offer->values.get();
}

Status Setting::check_taken() const {
  for (const auto& [name, offer] : offers_) {
    if (offer.origin != Origin::kGiven || taken_.contains(name)) continue;
    return invalid_input("tensors." + name, text_of(offer.sizes), "a tensor that this mechanism has, in its shape");
  }
  return {};
}

}  // namespace attn
