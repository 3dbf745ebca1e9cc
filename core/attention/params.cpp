#include "core/attention/params.h"

#include <cmath>
#include <utility>

#include "core/tensor/number_text.h"

namespace attn {
namespace {

std::string what_is_taken(const ParamSpec& spec) {
  switch (spec.kind) {
    case ParamKind::kFlag:
      return "true or false";
    case ParamKind::kChoice: {
      std::string text = "one of";
      for (const Choice& choice : spec.choices) text += ' ' + std::string(choice.value);
      return text;
    }
    default:
      return (spec.kind == ParamKind::kInteger ? "a whole number from " : "a number from ") + number_text(spec.min) +
             " to " + number_text(spec.max);
  }
}

}  // namespace

void append(std::vector<ParamSpec>* specs, std::vector<ParamSpec> more) {
  for (ParamSpec& spec : more) specs->push_back(std::move(spec));
}

Params::Params(const std::vector<ParamSpec>& specs) : specs_(&specs) {
  for (const ParamSpec& spec : specs) values_.push_back(spec.fallback);
}

int Params::find(std::string_view id) const {
  for (size_t i = 0; i < specs_->size(); ++i) {
    if ((*specs_)[i].id == id) return static_cast<int>(i);
  }
  return -1;
}

double Params::number(std::string_view id) const {
  const int i = find(id);
  return i < 0 ? 0 : values_[static_cast<size_t>(i)];
}

std::string_view Params::choice(std::string_view id) const {
  const int i = find(id);
  if (i < 0 || (*specs_)[static_cast<size_t>(i)].kind != ParamKind::kChoice) return {};
  return (*specs_)[static_cast<size_t>(i)].choices[static_cast<size_t>(values_[static_cast<size_t>(i)])].value;
}

Status Params::set_number(std::string_view id, double value) {
  const int i = find(id);
  if (i < 0) return invalid_input("params." + std::string(id), number_text(value), "no such parameter");
  const ParamSpec& spec = (*specs_)[static_cast<size_t>(i)];
  const bool numeric = spec.kind == ParamKind::kNumber || spec.kind == ParamKind::kInteger;
  const bool whole = spec.kind != ParamKind::kInteger || value == std::floor(value);
  if (!numeric || !whole || !(value >= spec.min && value <= spec.max)) {
    return invalid_input("params." + std::string(id), number_text(value), what_is_taken(spec));
  }
  values_[static_cast<size_t>(i)] = value;
  return {};
}

Status Params::set_choice(std::string_view id, std::string_view value) {
  const int i = find(id);
  if (i < 0) return invalid_input("params." + std::string(id), std::string(value), "no such parameter");
  const ParamSpec& spec = (*specs_)[static_cast<size_t>(i)];
  for (size_t c = 0; c < spec.choices.size(); ++c) {
    if (spec.choices[c].value != value) continue;
    values_[static_cast<size_t>(i)] = static_cast<double>(c);
    return {};
  }
  return invalid_input("params." + std::string(id), '"' + std::string(value) + '"', what_is_taken(spec));
}

Status Params::set_flag(std::string_view id, bool value) {
  const int i = find(id);
  if (i < 0 || (*specs_)[static_cast<size_t>(i)].kind != ParamKind::kFlag) {
    return invalid_input("params." + std::string(id), value ? "true" : "false",
                         i < 0 ? "no such parameter" : what_is_taken((*specs_)[static_cast<size_t>(i)]));
  }
  values_[static_cast<size_t>(i)] = value ? 1 : 0;
  return {};
}

}  // namespace attn
