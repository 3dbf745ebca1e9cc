#include "core/api/numeric_request.h"

namespace attn::api {
namespace {

using rapidjson::Value;

const Value* find(const Value* object, const char* name) {
  if (!object) return nullptr;
  const auto found = object->FindMember(name);
  return found == object->MemberEnd() ? nullptr : &found->value;
}

}  // namespace

NumericRequest::NumericRequest(std::string_view text) : staged_(std::exchange(session().staged, {})) {
  status_ = parse(text, &document_);
  if (!status_.ok()) return;
  shapes_ = object("shapes");
  options_ = object("options");
  note(read_text(document_, "op", "", &op_));
}

onnx::Input NumericRequest::input(const char* name, const char* argument, onnx::Beside beside) {
  const onnx::Input out = numbers(name);
  if (status_.ok()) note(onnx::check_values(argument ? argument : name, out, beside));
  return out;
}

onnx::Input NumericRequest::numbers(const char* name) {
  onnx::Input out;
  const Value* shape = find(shapes_, name);
  if (!shape) return out;
  onnx::Sizes sizes;
  note(read_integers(*shape, name, &sizes));
  note(onnx::check_size(name, sizes));
  const auto staged = staged_.find(std::string_view(name));
  const bool there = staged != staged_.end();
  if (!status_.ok()) return out;
  if (sizes.empty()) note(invalid_input(name, "no axes", "at least one axis"));
  if (!there || static_cast<int64_t>(staged->second->size()) != onnx::count(sizes)) {
    note(invalid_input(name, there ? std::to_string(staged->second->size()) + " values" : "no values",
                       std::to_string(onnx::count(sizes)) + " values for " + onnx::text(sizes)));
    return out;
  }
  out.data = staged->second->data();
  out.sizes = std::move(sizes);
  return out;
}

std::vector<int64_t> NumericRequest::wholes(const char* name, onnx::Sizes* sizes) {
  const onnx::Input given = numbers(name);
  std::vector<int64_t> out;
  if (!given.given()) return out;
  const int64_t cells = onnx::count(given.sizes);
  for (int64_t i = 0; i < cells; ++i) {
    const float value = given.data[i];
    // 2^24: floats are exact up to here. Written so that NaN is refused too.
    if (!(value >= -0x1p24F && value <= 0x1p24F)) {
      note(invalid_input(name, "a number that is too large", "whole numbers up to 2^24"));
      return {};
    }
    out.push_back(static_cast<int64_t>(value));
  }
  *sizes = given.sizes;
  return out;
}

std::vector<std::string> NumericRequest::tensors() const {
  std::vector<std::string> names;
  if (!shapes_) return names;
  for (const auto& member : shapes_->GetObject()) names.emplace_back(member.name.GetString());
  return names;
}

const Value* NumericRequest::option(const char* name) const { return find(options_, name); }

bool NumericRequest::flag(const char* name) {
  const Value* value = find(options_, name);
  if (!value) return false;
  if (!value->IsBool()) note(invalid_input(name, "something else", "true or false"));
  return value->IsTrue();
}

std::optional<float> NumericRequest::number(const char* name) {
  const Value* value = find(options_, name);
  if (!value) return std::nullopt;
  if (!value->IsNumber()) {
    note(invalid_input(name, "something else", "a number"));
    return std::nullopt;
  }
  return static_cast<float>(value->GetDouble());
}

int64_t NumericRequest::integer(const char* name, int64_t fallback, int64_t min, int64_t max) {
  int64_t out = fallback;
  if (options_) note(read_integer(*options_, name, fallback, min, max, &out));
  return out;
}

size_t NumericRequest::choice(const char* name, std::initializer_list<std::string_view> words, size_t fallback) {
  if (!find(options_, name)) return fallback;
  std::string word;
  note(read_text(*options_, name, "", &word));
  size_t at = 0;
  std::string takes;
  for (const std::string_view one : words) {
    if (one == word) return at;
    takes += (at++ ? ", " : "") + std::string(one);
  }
  note(invalid_input(name, "\"" + word + "\"", takes));
  return fallback;
}

const Value* NumericRequest::object(const char* field) {
  const Value* value = find(&document_, field);
  if (value && !value->IsObject()) {
    note(invalid_input(field, "something else", "an object"));
    return nullptr;
  }
  return value;
}

}  // namespace attn::api
