#include "core/training/safetensors.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "core/tensor/json.h"
#include "core/training/half.h"
#include "rapidjson/document.h"

namespace attn {
namespace {

constexpr std::string_view kScale = "#scale";
constexpr size_t kPrefix = 8;
// The format's own bound on headers, and more dimensions than anything here has.
constexpr uint64_t kLongestHeader = 100'000'000;
constexpr rapidjson::SizeType kMostAxes = 8;

Status bad_file(std::string got, std::string takes) {
  return {ErrorKind::kBadModel, "checkpoint", std::move(got), std::move(takes)};
}

int64_t count_of(const std::vector<int64_t>& sizes) {
  int64_t count = 1;
  for (const int64_t size : sizes) count *= size;
  return count;
}

void append_bytes(std::vector<uint8_t>* out, const void* from, size_t count) {
  const auto* bytes = static_cast<const uint8_t*>(from);
  out->insert(out->end(), bytes, bytes + count);
}

// The header of what is being written, and the numbers behind it.
class Writer {
 public:
  Writer() { json_.begin_object(); }
  void metadata(const std::map<std::string, std::string>& pairs) {
    if (pairs.empty()) return;
    json_.key("__metadata__").begin_object();
    for (const auto& [key, value] : pairs) json_.field(key, value);
    json_.end_object();
  }
  void tensor(const std::string& name, const char* type, std::span<const int64_t> sizes, const void* data,
              size_t bytes) {
    json_.key(name).begin_object().field("dtype", type).field("shape", sizes);
    const int64_t begin = static_cast<int64_t>(data_.size());
    const int64_t range[] = {begin, begin + static_cast<int64_t>(bytes)};
    json_.field("data_offsets", std::span<const int64_t>(range)).end_object();
    append_bytes(&data_, data, bytes);
  }
  std::vector<uint8_t> finish() {
    json_.end_object();
    std::string header = json_.str();
    header.resize((header.size() + 7) / 8 * 8, ' ');  // so that numbers stand at multiples of eight
    std::vector<uint8_t> file;
    const uint64_t length = header.size();
    append_bytes(&file, &length, sizeof length);
    append_bytes(&file, header.data(), header.size());
    append_bytes(&file, data_.data(), data_.size());
    return file;
  }

 private:
  Json json_;
  std::vector<uint8_t> data_;
};

void write_codes(Writer* writer, const NamedTensor& tensor) {
  const int64_t columns = tensor.sizes.back(), rows = count_of(tensor.sizes) / columns;
  std::vector<int8_t> codes(tensor.values.size());
  std::vector<float> scales(static_cast<size_t>(rows));
  for (int64_t row = 0; row < rows; ++row) {
    const float* from = tensor.values.data() + row * columns;
    float largest = 0;
    for (int64_t i = 0; i < columns; ++i) largest = std::max(largest, std::abs(from[i]));
    const float scale = largest > 0 ? largest / 127.0F : 1.0F;
    scales[static_cast<size_t>(row)] = scale;
    for (int64_t i = 0; i < columns; ++i)
      codes[static_cast<size_t>(row * columns + i)] = static_cast<int8_t>(std::lround(from[i] / scale));
  }
  writer->tensor(tensor.name, "I8", tensor.sizes, codes.data(), codes.size());
  const int64_t sizes[] = {rows};
  writer->tensor(tensor.name + std::string(kScale), "F32", sizes, scales.data(), scales.size() * sizeof(float));
}

// A tensor of the file as it stands there.
struct Raw {
  std::string type;
  std::vector<int64_t> sizes;
  std::span<const uint8_t> data;
};

size_t bytes_of(std::string_view type) { return type == "F32" ? 4 : type == "F16" ? 2 : type == "I8" ? 1 : 0; }

bool read_entry(const rapidjson::Value& json, std::span<const uint8_t> data, Raw* out, uint64_t* begin, uint64_t* end) {
  if (!json.IsObject() || !json.HasMember("dtype") || !json.HasMember("shape") || !json.HasMember("data_offsets")) {
    return false;
  }
  const rapidjson::Value &type = json["dtype"], &shape = json["shape"], &range = json["data_offsets"];
  if (!type.IsString() || !shape.IsArray() || shape.Size() > kMostAxes || !range.IsArray() || range.Size() != 2 ||
      !range[0].IsUint64() || !range[1].IsUint64()) {
    return false;
  }
  out->type = type.GetString();
  uint64_t count = 1;
  for (const auto& size : shape.GetArray()) {
    // A product beyond the file's own length is refused before it can wrap around.
    if (!size.IsUint64() || size.GetUint64() == 0 || size.GetUint64() > data.size()) return false;
    count *= size.GetUint64();
    if (count > data.size()) return false;
    out->sizes.push_back(static_cast<int64_t>(size.GetUint64()));
  }
  *begin = range[0].GetUint64(), *end = range[1].GetUint64();
  const uint64_t bytes = count * bytes_of(out->type);
  if (bytes == 0 || *begin > *end || *end > data.size() || *end - *begin != bytes) return false;
  out->data = data.subspan(static_cast<size_t>(*begin), static_cast<size_t>(bytes));
  return true;
}

std::vector<float> floats_of(const Raw& raw) {
  std::vector<float> values(raw.data.size() / bytes_of(raw.type));
  if (raw.type == "F32") {
    std::memcpy(values.data(), raw.data.data(), raw.data.size());
  } else if (raw.type == "F16") {
    for (size_t i = 0; i < values.size(); ++i) {
      uint16_t half = 0;
      std::memcpy(&half, raw.data.data() + 2 * i, sizeof half);
      values[i] = float_of_half(half);
    }
  } else {
    for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(static_cast<int8_t>(raw.data[i]));
  }
  return values;
}

}  // namespace

const NamedTensor* TensorFile::find(std::string_view name) const {
  const auto found =
      std::find_if(tensors.begin(), tensors.end(), [&](const NamedTensor& tensor) { return tensor.name == name; });
  return found == tensors.end() ? nullptr : &*found;
}

std::vector<uint8_t> write_safetensors(const TensorFile& file, Precision precision) {
  Writer writer;
  writer.metadata(file.metadata);
  for (const NamedTensor& tensor : file.tensors) {
    if (precision == Precision::kI8 && tensor.sizes.size() > 1) {
      write_codes(&writer, tensor);
    } else if (precision == Precision::kF16) {
      std::vector<uint16_t> halves;
      for (const float value : tensor.values) halves.push_back(half_of_float(value));
      writer.tensor(tensor.name, "F16", tensor.sizes, halves.data(), halves.size() * sizeof(uint16_t));
    } else {
      writer.tensor(tensor.name, "F32", tensor.sizes, tensor.values.data(), tensor.values.size() * sizeof(float));
    }
  }
  return writer.finish();
}

Status read_safetensors(std::span<const uint8_t> bytes, TensorFile* out) {
  uint64_t length = 0;
  if (bytes.size() >= kPrefix) std::memcpy(&length, bytes.data(), sizeof length);
  if (bytes.size() < kPrefix || length > kLongestHeader || length > bytes.size() - kPrefix) {
    return bad_file(std::to_string(bytes.size()) + " bytes that do not begin like one", "a safetensors file");
  }
  rapidjson::Document header;
  header.Parse(reinterpret_cast<const char*>(bytes.data()) + kPrefix, static_cast<size_t>(length));
  if (header.HasParseError() || !header.IsObject()) return bad_file("a header that is no JSON object", "one that is");
  const std::span<const uint8_t> data = bytes.subspan(kPrefix + static_cast<size_t>(length));

  TensorFile file;
  std::map<std::string, Raw, std::less<>> raws;
  std::vector<std::string> order;
  std::vector<std::pair<uint64_t, uint64_t>> ranges;
  for (const auto& member : header.GetObject()) {
    const std::string name(member.name.GetString(), member.name.GetStringLength());
    if (name == "__metadata__") {
      if (!member.value.IsObject()) return bad_file("metadata that are no object", "texts by name");
      for (const auto& pair : member.value.GetObject()) {
        if (!pair.value.IsString()) return bad_file("metadata that are no texts", "texts by name");
        file.metadata[pair.name.GetString()] = pair.value.GetString();
      }
      continue;
    }
    Raw raw;
    uint64_t begin = 0, end = 0;
    if (raws.contains(name) || !read_entry(member.value, data, &raw, &begin, &end)) {
      return bad_file("a tensor '" + name + "' that does not lie in the file, or of an unknown type",
                      "F32, F16 or I8 within the file's length");
    }
    ranges.emplace_back(begin, end);
    raws[name] = std::move(raw);
    order.push_back(name);
  }
  // The format leaves no gaps and no overlaps.
  std::sort(ranges.begin(), ranges.end());
  uint64_t at = 0;
  for (const auto& [begin, end] : ranges) {
    if (begin != at) return bad_file("tensors that overlap or leave gaps", "one behind the other");
    at = end;
  }
  if (at != data.size()) return bad_file(std::to_string(data.size() - at) + " bytes behind the last tensor", "none");

  for (const std::string& name : order) {
    const Raw& raw = raws[name];
    NamedTensor tensor{name, raw.sizes, floats_of(raw)};
    if (name.ends_with(kScale) && raws.contains(name.substr(0, name.size() - kScale.size()))) continue;
    if (raw.type == "I8") {
      const auto scale = raws.find(name + std::string(kScale));
      const int64_t columns = raw.sizes.empty() ? 1 : raw.sizes.back(), rows = count_of(raw.sizes) / columns;
      if (scale == raws.end() || scale->second.type != "F32" || count_of(scale->second.sizes) != rows) {
        return bad_file("codes '" + name + "' without a scale for each row", "a tensor '" + name + "#scale' in F32");
      }
      const std::vector<float> scales = floats_of(scale->second);
      for (size_t i = 0; i < tensor.values.size(); ++i) tensor.values[i] *= scales[i / static_cast<size_t>(columns)];
    }
    for (const float value : tensor.values) {
      if (!std::isfinite(value)) return bad_file("a number in '" + name + "' that is not finite", "finite numbers");
    }
    file.tensors.push_back(std::move(tensor));
  }
  *out = std::move(file);
  return {};
}

}  // namespace attn
