// The api as its callers use it: JSON in, JSON out.
#ifndef TESTS_CORE_API_CALLS_H_
#define TESTS_CORE_API_CALLS_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/api/api.h"
#include "core/catalog/catalog.h"
#include "core/tensor/json.h"
#include "rapidjson/document.h"

namespace attn::api::test {

// A parsed answer; every answer is JSON and says whether it is one.
class Reply {
 public:
  explicit Reply(const std::string& text) : text_(text) {
    json_.Parse(text.c_str());
    EXPECT_TRUE(!json_.HasParseError() && json_.IsObject() && json_.HasMember("ok")) << text;
  }
  bool ok() const { return json_["ok"].GetBool(); }
  const rapidjson::Value& operator[](const char* field) const { return json_[field]; }
  const std::string& text() const { return text_; }
  std::string error(const char* field) const { return ok() ? "" : json_["error"][field].GetString(); }
  // The floats at `buffer`.
  const float* buffer() const {
    return reinterpret_cast<const float*>(static_cast<intptr_t>(json_["buffer"].GetInt64()));
  }

 private:
  std::string text_;
  rapidjson::Document json_;
};

inline void stage_values(const std::string& name, const std::vector<float>& values) {
  float* at = stage(name, static_cast<int64_t>(values.size()));
  ASSERT_NE(at, nullptr);
  std::copy(values.begin(), values.end(), at);
}

inline std::vector<float> ramp(size_t count) {
  std::vector<float> values(count);
  for (size_t i = 0; i < count; ++i) values[i] = static_cast<float>(i % 7) * 0.25F - 0.75F;
  return values;
}

// The first mechanism of the catalogue, whichever it is, on words of width 4.
inline std::string some_entry() { return std::string(catalog_variants().front().id); }
inline Reply run_words(int64_t tokens, const std::string& params = "{}") {
  stage_values("x", ramp(static_cast<size_t>(tokens * 4)));
  return Reply(run("{\"entry\":\"" + some_entry() + "\",\"params\":" + params + ",\"tensors\":{\"x\":[" +
                   std::to_string(tokens) + ",4]}}"));
}

// Does the answer refuse, naming the argument, what came and what is taken?
inline testing::AssertionResult refuses(const Reply& reply, const std::string& argument,
                                        const std::string& kind = "invalid_input") {
  if (reply.ok()) return testing::AssertionFailure() << "taken: " << reply.text().substr(0, 200);
  if (reply.error("argument") == argument && reply.error("kind") == kind && !reply.error("got").empty() &&
      !reply.error("takes").empty()) {
    return testing::AssertionSuccess();
  }
  return testing::AssertionFailure() << reply.text();
}

inline std::string nested(size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); }

}  // namespace attn::api::test

#endif  // TESTS_CORE_API_CALLS_H_
