// A numeric call as it was asked for: tensors by name, options by name, and the first thing that was wrong with them.
#ifndef CORE_API_NUMERIC_REQUEST_H_
#define CORE_API_NUMERIC_REQUEST_H_

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/api/session.h"
#include "core/attention/onnx_values.h"

namespace attn::api {

// The request, what was staged for it, and the first thing that was wrong.
class NumericRequest {
 public:
  explicit NumericRequest(std::string_view text);

  const std::string& op() const { return op_; }
  const Status& status() const { return status_; }
  void note(Status status) {
    if (status_.ok()) status_ = std::move(status);
  }

  // Without a shape the tensor was not given. Callers know it as `argument`, where that is another word.
  onnx::Input input(const char* name, const char* argument = nullptr, onnx::Beside beside = onnx::Beside::kNothing);
  // The same with numbers of any kind.
  onnx::Input numbers(const char* name);
  // Whole numbers that travelled as floats.
  std::vector<int64_t> wholes(const char* name, onnx::Sizes* sizes);

  // Names of all tensors that came with a shape.
  std::vector<std::string> tensors() const;
  // Options of any form; null where not given.
  const rapidjson::Value* option(const char* name) const;

  bool flag(const char* name);
  std::optional<float> number(const char* name);
  int64_t integer(const char* name, int64_t fallback, int64_t min, int64_t max);
  // One of several words, as the position of the word.
  size_t choice(const char* name, std::initializer_list<std::string_view> words, size_t fallback);

 private:
  const rapidjson::Value* object(const char* field);

  Staged staged_;
  rapidjson::Document document_;
  const rapidjson::Value* shapes_ = nullptr;
  const rapidjson::Value* options_ = nullptr;
  std::string op_;
  Status status_;
};

}  // namespace attn::api

#endif  // CORE_API_NUMERIC_REQUEST_H_
