// JSON text without exceptions or iostreams: RapidJSON, with the project's two habits. Keys are written in the order of
// the calls, and numbers JSON lacks are the strings "inf", "-inf" and "nan".
#ifndef CORE_TENSOR_JSON_H_
#define CORE_TENSOR_JSON_H_

#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "rapidjson/stringbuffer.h"
#include "rapidjson/writer.h"

namespace attn {

class Json {
 public:
  Json() : writer_(buffer_) {}
  Json(const Json&) = delete;  // the writer points at the buffer
  Json& operator=(const Json&) = delete;

  Json& begin_object() { return writer_.StartObject(), *this; }
  Json& end_object() { return writer_.EndObject(), *this; }
  Json& begin_array() { return writer_.StartArray(), *this; }
  Json& end_array() { return writer_.EndArray(), *this; }
  Json& key(std::string_view name) {
    writer_.Key(name.data(), static_cast<rapidjson::SizeType>(name.size()));
    return *this;
  }

  Json& text(std::string_view value) {
    writer_.String(value.data(), static_cast<rapidjson::SizeType>(value.size()));
    return *this;
  }
  Json& boolean(bool value) { return writer_.Bool(value), *this; }
  Json& integer(int64_t value) { return writer_.Int64(value), *this; }
  Json& number(double value) {
    if (std::isnan(value)) return text("nan");
    if (std::isinf(value)) return text(value > 0 ? "inf" : "-inf");
    return writer_.Double(value), *this;
  }

  // A number that is already written.
  Json& digits(std::string_view value) {
    writer_.RawValue(value.data(), value.size(), rapidjson::kNumberType);
    return *this;
  }

  Json& field(std::string_view name, std::string_view value) { return key(name).text(value); }
  Json& field(std::string_view name, const char* value) { return key(name).text(value); }
  Json& field(std::string_view name, const std::string& value) { return key(name).text(value); }
  // A pointer would quietly become true.
  template <class T>
  Json& field(std::string_view name, const T* value) = delete;
  Json& field(std::string_view name, bool value) { return key(name).boolean(value); }
  Json& field(std::string_view name, int value) { return key(name).integer(value); }
  Json& field(std::string_view name, int64_t value) { return key(name).integer(value); }
  Json& field(std::string_view name, double value) { return key(name).number(value); }
  Json& field(std::string_view name, std::span<const int64_t> values) {
    key(name).begin_array();
    for (const int64_t value : values) integer(value);
    return end_array();
  }

  std::string str() const { return {buffer_.GetString(), buffer_.GetSize()}; }

 private:
  rapidjson::StringBuffer buffer_;
  rapidjson::Writer<rapidjson::StringBuffer> writer_;
};

}  // namespace attn

#endif  // CORE_TENSOR_JSON_H_
