#include "core/tensor/container.h"

#include <array>
#include <cstring>
#include <utility>

#include "rapidjson/document.h"

namespace attn {
namespace {

constexpr size_t kPrefix = 24;  // magic, checksum, version, header length, file length
constexpr size_t kChecked = 8;  // the checksum covers everything from here on
constexpr uint32_t kVersion = 1;
// More than any model here has; keeps a made-up header from asking for the moon.
constexpr rapidjson::SizeType kMaxTensors = 10000;

uint32_t u32_at(std::span<const uint8_t> bytes, size_t at) {
  uint32_t value = 0;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

Status bad_file(std::string got, std::string takes) {
  return {ErrorKind::kBadModel, "model file", std::move(got), std::move(takes)};
}

struct TypeName {
  std::string_view name;
  Container::Type type;
  int64_t bytes;  // per number
};
constexpr std::array<TypeName, 6> kTypes{{{"f32", Container::Type::kF32, 4},
                                          {"f64", Container::Type::kF64, 8},
                                          {"i32", Container::Type::kI32, 4},
                                          {"u8", Container::Type::kU8, 1},
                                          {"i8", Container::Type::kI8, 1},
                                          {"i16", Container::Type::kI16, 2}}};

std::string shape_text(const std::vector<int64_t>& shape) {
  std::string text = "[";
  for (const int64_t size : shape) {
    if (text.size() > 1) text += ", ";
    text += size < 0 ? "any" : std::to_string(size);
  }
  return text + "]";
}

// `length` bytes from the header's number `offset`, or nothing if they do not lie in the file.
bool part(std::span<const uint8_t> file, const rapidjson::Value& offset, int64_t length,
          std::span<const uint8_t>* out) {
  if (!offset.IsUint64()) return false;
  const uint64_t at = offset.GetUint64();
  if (at > file.size() || static_cast<uint64_t>(length) > file.size() - at) return false;
  *out = file.subspan(static_cast<size_t>(at), static_cast<size_t>(length));
  return true;
}

bool read_entry(const rapidjson::Value& json, std::span<const uint8_t> file, Container::Entry* entry) {
  if (!json.IsObject()) return false;
  const auto name = json.FindMember("name"), shape = json.FindMember("shape"), dtype = json.FindMember("dtype"),
             offset = json.FindMember("offset"), scales = json.FindMember("scales"), run = json.FindMember("run"),
             end = json.MemberEnd();
  if (name == end || !name->value.IsString() || shape == end || !shape->value.IsArray() || dtype == end ||
      !dtype->value.IsString() || offset == end) {
    return false;
  }
  entry->name.assign(name->value.GetString(), name->value.GetStringLength());
  int64_t count = 1;
  for (const rapidjson::Value& size : shape->value.GetArray()) {
    // Sizes are held below the file's, so their product cannot overflow unseen.
    if (!size.IsUint64() || size.GetUint64() > file.size()) return false;
    entry->shape.push_back(static_cast<int64_t>(size.GetUint64()));
    count *= entry->shape.back();
    if (count > static_cast<int64_t>(file.size())) return false;
  }
  for (const TypeName& type : kTypes) {
    if (type.name != std::string_view(dtype->value.GetString(), dtype->value.GetStringLength())) continue;
    entry->type = type.type;
    if (!part(file, offset->value, count * type.bytes, &entry->data)) return false;
    if (type.type != Container::Type::kI8 && type.type != Container::Type::kI16) return true;
    if (entry->shape.size() != 2 || scales == end || run == end || !run->value.IsInt64()) return false;
    entry->run = run->value.GetInt64();
    // Whole runs in every row.
    return entry->run > 0 && entry->shape[1] % entry->run == 0 &&
           part(file, scales->value, 4 * (count / entry->run), &entry->scales);
  }
  return false;
}

template <class T>
void copy(const Container::Entry& entry, std::vector<T>* out) {
  out->resize(static_cast<size_t>(entry.count()));
  if (!out->empty()) std::memcpy(out->data(), entry.data.data(), out->size() * sizeof(T));
}

template <class Code>
void decode(const Container::Entry& entry, std::vector<float>* out) {
  std::vector<Code> codes;
  copy(entry, &codes);
  out->resize(codes.size());
  float scale = 0;
  const auto run = static_cast<size_t>(entry.run);
  for (size_t i = 0; i < codes.size(); ++i) {
    if (i % run == 0) std::memcpy(&scale, entry.scales.data() + 4 * (i / run), sizeof scale);
    (*out)[i] = static_cast<float>(codes[i]) * scale;
  }
}

}  // namespace

uint32_t crc32(std::span<const uint8_t> bytes) {
  static constexpr std::array<uint32_t, 256> kTable = [] {
    std::array<uint32_t, 256> table{};
    for (uint32_t n = 0; n < 256; ++n) {
      uint32_t c = n;
      for (int bit = 0; bit < 8; ++bit) c = (c & 1) != 0 ? (c >> 1) ^ 0xedb88320U : c >> 1;
      table[n] = c;
    }
    return table;
  }();
  uint32_t crc = 0xffffffffU;
  for (const uint8_t byte : bytes) crc = kTable[(crc ^ byte) & 255U] ^ (crc >> 8);
  return crc ^ 0xffffffffU;
}

int64_t Container::Entry::count() const {
  int64_t product = 1;
  for (const int64_t size : shape) product *= size;
  return product;
}

Status Container::open(std::span<const uint8_t> file, Container* out) {
  if (file.size() < kPrefix || std::memcmp(file.data(), "ATTN", 4) != 0) {
    return bad_file(std::to_string(file.size()) + " bytes of something else", "a file that begins with ATTN");
  }
  if (u32_at(file, 8) != kVersion) {
    return bad_file("version " + std::to_string(u32_at(file, 8)), "version " + std::to_string(kVersion));
  }
  uint64_t length = 0;
  std::memcpy(&length, file.data() + 16, sizeof length);
  const uint32_t header_length = u32_at(file, 12);
  if (length != file.size() || header_length > file.size() - kPrefix) {
    return bad_file(std::to_string(file.size()) + " bytes", std::to_string(length) + " bytes: load it again");
  }
  if (crc32(file.subspan(kChecked)) != u32_at(file, 4)) {
    return bad_file("another checksum", "the file as it was made: load it again");
  }
  Container made;
  made.header_ = {reinterpret_cast<const char*>(file.data()) + kPrefix, header_length};
  rapidjson::Document json;
  // Iterative: a deeply nested header must not overflow the stack.
  json.Parse<rapidjson::kParseIterativeFlag>(made.header_.data(), made.header_.size());
  const bool object = !json.HasParseError() && json.IsObject();
  const auto tensors = object ? json.FindMember("tensors") : rapidjson::Value::MemberIterator();
  if (!object || tensors == json.MemberEnd() || !tensors->value.IsArray() || tensors->value.Size() > kMaxTensors) {
    return bad_file("a header that cannot be read", "JSON with a list of tensors");
  }
  for (const rapidjson::Value& tensor : tensors->value.GetArray()) {
    Entry entry;
    if (!read_entry(tensor, file, &entry)) {
      return bad_file("tensor " + std::to_string(made.entries_.size()) + " of the header",
                      "name, shape, dtype and an offset within the file");
    }
    made.entries_.push_back(std::move(entry));
  }
  *out = std::move(made);
  return {};
}

const Container::Entry* Container::find(std::string_view name) const {
  for (const Entry& entry : entries_) {
    if (entry.name == name) return &entry;
  }
  return nullptr;
}

Status Container::expect(std::string_view name, const std::vector<int64_t>& shape, std::span<const Type> types,
                         const Entry** found) const {
  const Entry* entry = find(name);
  const std::string takes = std::string(name) + " " + shape_text(shape);
  if (entry == nullptr) return bad_file("no " + std::string(name), takes);
  bool fits = entry->shape.size() == shape.size();
  for (size_t i = 0; fits && i < shape.size(); ++i) fits = shape[i] < 0 || shape[i] == entry->shape[i];
  bool typed = false;
  for (const Type type : types) typed = typed || type == entry->type;
  if (!fits || !typed) {
    return bad_file(entry->name + " " + shape_text(entry->shape) + (typed ? "" : " of another type"), takes);
  }
  *found = entry;
  return {};
}

Status Container::floats(std::string_view name, const std::vector<int64_t>& shape, std::vector<float>* out) const {
  static constexpr Type kTakes[] = {Type::kF32, Type::kI8, Type::kI16};
  const Entry* entry = nullptr;
  Status status = expect(name, shape, kTakes, &entry);
  if (!status.ok()) return status;
  if (entry->type == Type::kF32) {
    copy(*entry, out);
    return {};
  }
  if (entry->type == Type::kI8) {
    decode<int8_t>(*entry, out);
  } else {
    decode<int16_t>(*entry, out);
  }
  return {};
}

Status Container::doubles(std::string_view name, const std::vector<int64_t>& shape, std::vector<double>* out) const {
  static constexpr Type kTakes[] = {Type::kF64};
  const Entry* entry = nullptr;
  Status status = expect(name, shape, kTakes, &entry);
  if (status.ok()) copy(*entry, out);
  return status;
}

Status Container::integers(std::string_view name, const std::vector<int64_t>& shape, std::vector<int32_t>* out) const {
  static constexpr Type kTakes[] = {Type::kI32};
  const Entry* entry = nullptr;
  Status status = expect(name, shape, kTakes, &entry);
  if (status.ok()) copy(*entry, out);
  return status;
}

Status Container::bytes(std::string_view name, const std::vector<int64_t>& shape, std::vector<uint8_t>* out) const {
  static constexpr Type kTakes[] = {Type::kU8};
  const Entry* entry = nullptr;
  Status status = expect(name, shape, kTakes, &entry);
  if (status.ok()) copy(*entry, out);
  return status;
}

}  // namespace attn
