// attention-numeric: the ONNX calls for other programs. A JSON request a line on standard input, an answer a line on
// standard output.
//
// A request is that of attn::api::numeric with the numbers inside:
//   {"op":"rotary_embedding","shapes":{...},"options":{...},"tensors":{"x":[0.1,"inf",...]},"encoding":"base64"}
// A tensor is a list of numbers ("inf", "-inf", "nan" for what JSON lacks) or base64 of little-endian float32; the
// answer's outputs carry "data" in the encoding asked for, a list unless it is base64.
#include <cstdio>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "core/api/api.h"
#include "core/tensor/json.h"
#include "rapidjson/document.h"

namespace {

using rapidjson::Value;

constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::string to_base64(const uint8_t* bytes, size_t count) {
  std::string out;
  for (size_t i = 0; i < count; i += 3) {
    uint32_t group = 0;
    for (size_t b = 0; b < 3; ++b) group = group << 8 | (i + b < count ? bytes[i + b] : 0U);
    for (size_t d = 0; d < 4; ++d) out += i + d <= count ? kDigits[group >> (18 - 6 * d) & 63] : '=';
  }
  return out;
}

std::vector<uint8_t> from_base64(std::string_view text) {
  std::vector<uint8_t> out;
  uint32_t bits = 0;
  int held = 0;
  for (const char c : text) {
    const char* digit = c ? std::strchr(kDigits, c) : nullptr;
    if (!digit) continue;  // padding
    bits = bits << 6 | static_cast<uint32_t>(digit - kDigits);
    held += 6;
    if (held < 8) continue;
    held -= 8;
    out.push_back(static_cast<uint8_t>(bits >> held));
  }
  return out;
}

float number_of(const Value& value) {
  if (value.IsNumber()) return static_cast<float>(value.GetDouble());
  const std::string_view word = value.IsString() ? value.GetString() : "nan";
  if (word == "inf") return std::numeric_limits<float>::infinity();
  return word == "-inf" ? -std::numeric_limits<float>::infinity() : std::numeric_limits<float>::quiet_NaN();
}

std::vector<float> floats_of(const Value& value) {
  std::vector<float> out;
  if (value.IsArray())
    for (const Value& item : value.GetArray()) out.push_back(number_of(item));
  if (value.IsString()) {
    const std::vector<uint8_t> bytes = from_base64({value.GetString(), value.GetStringLength()});
    out.resize(bytes.size() / sizeof(float));
    if (!out.empty()) std::memcpy(out.data(), bytes.data(), out.size() * sizeof(float));
  }
  return out;
}

void stage_all(const Value& tensors) {
  if (!tensors.IsObject()) return;
  for (const auto& member : tensors.GetObject()) {
    const std::vector<float> values = floats_of(member.value);
    float* at =
        attn::api::stage({member.name.GetString(), member.name.GetStringLength()}, static_cast<int64_t>(values.size()));
    if (at && !values.empty()) std::memcpy(at, values.data(), values.size() * sizeof(float));
  }
}

std::string text_of(const Value& value) {
  rapidjson::StringBuffer buffer;
  rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
  value.Accept(writer);
  return {buffer.GetString(), buffer.GetSize()};
}

void write_output(attn::Json& json, const Value& output, bool base64) {
  std::vector<int64_t> shape;
  int64_t count = 1;
  for (const Value& size : output["shape"].GetArray()) {
    shape.push_back(size.GetInt64());
    count *= size.GetInt64();
  }
  // The address that the api put into its answer.
  const auto* data = reinterpret_cast<const float*>(output["buffer"].GetInt64());  // NOLINT(performance-no-int-to-ptr)
  json.begin_object().field("shape", shape).key("data");
  if (base64) {
    json.text(to_base64(reinterpret_cast<const uint8_t*>(data), static_cast<size_t>(count) * sizeof(float)));
  } else {
    json.begin_array();
    for (int64_t i = 0; i < count; ++i) json.number(static_cast<double>(data[i]));
    json.end_array();
  }
  if (output.HasMember("axes")) {
    json.key("axes").begin_array();
    for (const Value& axis : output["axes"].GetArray()) json.text(axis.GetString());
    json.end_array();
  }
  json.end_object();
}

std::string answer_to(const std::string& line) {
  rapidjson::Document request;
  request.Parse<rapidjson::kParseIterativeFlag>(line.data(), line.size());
  bool base64 = false;
  if (!request.HasParseError() && request.IsObject()) {
    if (request.HasMember("tensors")) {
      stage_all(request["tensors"]);
      request.RemoveMember("tensors");
    }
    base64 = request.HasMember("encoding") && request["encoding"].IsString() &&
             std::string_view(request["encoding"].GetString()) == "base64";
  }
  const std::string plain = request.HasParseError() ? line : text_of(request);
  std::string answer = attn::api::numeric(plain);

  rapidjson::Document document;
  document.Parse(answer.data(), answer.size());
  const Value& parsed = document;
  if (!parsed.HasMember("outputs")) return answer;
  attn::Json json;
  json.begin_object().field("ok", true).key("outputs").begin_object();
  for (const auto& member : parsed["outputs"].GetObject())
    write_output(json.key(member.name.GetString()), member.value, base64);
  json.end_object().end_object();
  return json.str();
}

bool read_line(std::string* line) {
  line->clear();
  int c = std::getchar();
  for (; c != EOF && c != '\n'; c = std::getchar()) line->push_back(static_cast<char>(c));
  return c != EOF || !line->empty();
}

}  // namespace

int main() {
  std::string line;
  while (read_line(&line)) {
    const std::string answer = answer_to(line);
    std::printf("%s\n", answer.c_str());
    std::fflush(stdout);
  }
  return 0;
}
