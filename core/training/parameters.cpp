#include "core/training/parameters.h"

#include <algorithm>

namespace attn {

Parameter& Parameters::get(const std::string& name, const Shape& shape, Start start) {
  if (Parameter* known = find(name)) return *known;
  auto made = std::make_unique<Parameter>();
  made->name = name;
  made->shape = shape;
  const std::string drawn_as =
      start.like.empty() ? name : name.substr(0, name.rfind('/') + 1) + std::string(start.like);
  made->values = std::make_shared<std::vector<float>>(initial_weights(start.init, shape, drawn_as, seed_));
  const float scale = static_cast<float>(start.scale), shift = static_cast<float>(start.shift);
  for (float& value : *made->values) value = value * scale + shift;
  made->gradient.assign(made->values->size(), 0.0F);
  by_name_[name] = made.get();
  all_.push_back(std::move(made));
  return *all_.back();
}

Parameter* Parameters::find(std::string_view name) {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : found->second;
}

void Parameters::clear_gradients() {
  for (const auto& parameter : all_) std::fill(parameter->gradient.begin(), parameter->gradient.end(), 0.0F);
}

int64_t Parameters::count() const {
  int64_t count = 0;
  for (const auto& parameter : all_) count += parameter->shape.count();
  return count;
}

}  // namespace attn
