#include "core/tensor/container.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <string>

namespace attn {
namespace {

// A file made by hand from the layout's description, not by the project's writer.
std::vector<uint8_t> file_with(std::string header, const std::vector<uint8_t>& data) {
  std::vector<uint8_t> file(24);
  file.insert(file.end(), header.begin(), header.end());
  const auto length = static_cast<uint32_t>(header.size());
  file.insert(file.end(), data.begin(), data.end());
  const auto total = static_cast<uint64_t>(file.size());
  const uint32_t version = 1;
  std::memcpy(file.data(), "ATTN", 4);
  std::memcpy(file.data() + 8, &version, 4);
  std::memcpy(file.data() + 12, &length, 4);
  std::memcpy(file.data() + 16, &total, 8);
  const uint32_t crc = crc32(std::span(file).subspan(8));
  std::memcpy(file.data() + 4, &crc, 4);
  return file;
}

std::string tensor(const std::string& rest) { return R"({"tensors":[{"name":"t",)" + rest + "}]}"; }

bool opens(const std::vector<uint8_t>& file) {
  Container container;
  return Container::open(file, &container).ok();
}

TEST(Container, Crc32HasItsCheckValue) {
  const std::string digits = "123456789";  // the check value of the CRC catalogues
  EXPECT_EQ(crc32({reinterpret_cast<const uint8_t*>(digits.data()), digits.size()}), 0xcbf43926U);
}

TEST(Container, ReadsInt8AsScaleTimesCode) {
  // Header and data lengths are fixed so that the offsets are known: codes at 24 + 100, scales after 8 of them.
  std::string header = tensor(R"("shape":[2,4],"dtype":"i8","offset":124,"scales":132,"run":2)");
  header.resize(100, ' ');
  std::vector<uint8_t> data{1, 2, 255, 0, 129, 127, 0, 3};
  for (const float scale : {0.5F, 2.0F, 1.0F, 0.25F}) {
    uint8_t raw[4];
    std::memcpy(raw, &scale, 4);
    data.insert(data.end(), raw, raw + 4);
  }
  const std::vector<uint8_t> file = file_with(header, data);
  Container container;
  ASSERT_TRUE(Container::open(file, &container).ok());
  std::vector<float> values;
  ASSERT_TRUE(container.floats("t", {2, -1}, &values).ok());
  EXPECT_EQ(values, (std::vector<float>{0.5F, 1.0F, -2.0F, 0.0F, -127.0F, 127.0F, 0.0F, 0.75F}));
  std::vector<int32_t> integers;
  EXPECT_EQ(container.integers("t", {2, 4}, &integers).kind, ErrorKind::kBadModel);  // another type
  EXPECT_EQ(container.floats("t", {4, 2}, &values).kind, ErrorKind::kBadModel);      // another shape
  EXPECT_EQ(container.floats("u", {2, 4}, &values).kind, ErrorKind::kBadModel);      // absent
}

TEST(Container, ReadsInt16AsScaleTimesCode) {
  std::string header = tensor(R"("shape":[1,2],"dtype":"i16","offset":124,"scales":128,"run":2)");
  header.resize(100, ' ');
  // -2 and 300 in two bytes each, then 0.5 as float32.
  const std::vector<uint8_t> file = file_with(header, {0xfe, 0xff, 0x2c, 0x01, 0, 0, 0, 0x3f});
  Container container;
  ASSERT_TRUE(Container::open(file, &container).ok());
  std::vector<float> values;
  ASSERT_TRUE(container.floats("t", {1, 2}, &values).ok());
  EXPECT_EQ(values, (std::vector<float>{-1.0F, 150.0F}));
}

TEST(Container, RefusesWhatDoesNotHoldTogether) {
  const std::vector<uint8_t> data(64);
  const auto with = [&](const std::string& rest) { return file_with(tensor(rest), data); };
  EXPECT_TRUE(opens(with(R"("shape":[2],"dtype":"f32","offset":100)")));
  EXPECT_FALSE(opens(with(R"("shape":[2],"dtype":"f16","offset":100)")));     // unknown type
  EXPECT_FALSE(opens(with(R"("shape":[2],"dtype":"f32","offset":100000)")));  // outside
  EXPECT_FALSE(opens(with(R"("shape":[2],"dtype":"f32","offset":-4)")));      // negative
  EXPECT_FALSE(opens(with(R"("shape":[2000],"dtype":"f32","offset":100)")));  // too long
  EXPECT_FALSE(
      opens(with(R"("shape":[100,100,100,100,100,100,100,100,100,100],"dtype":"u8","offset":1)")));  // overflow
  EXPECT_FALSE(opens(with(R"("shape":"2","dtype":"f32","offset":100)")));                            // not a list
  EXPECT_FALSE(opens(with(R"("shape":[2,2],"dtype":"i8","offset":100,"run":2)")));                   // no scales
  EXPECT_FALSE(opens(with(R"("shape":[2,2],"dtype":"i8","offset":100,"scales":100)")));              // no run
  EXPECT_FALSE(opens(with(R"("shape":[2,2],"dtype":"i8","offset":100,"scales":100,"run":0)")));
  EXPECT_FALSE(opens(with(R"("shape":[2,4],"dtype":"i8","offset":100,"scales":100,"run":3)")));  // broken run
  EXPECT_FALSE(opens(with(R"("shape":[4],"dtype":"i8","offset":100,"scales":100,"run":2)")));    // not a matrix
  EXPECT_FALSE(opens(file_with("{}", data)));
  EXPECT_FALSE(opens(file_with("[]", data)));
  EXPECT_FALSE(opens(file_with("{\"tensors\":[1]}", data)));
  EXPECT_FALSE(opens(file_with("not json", data)));
  EXPECT_FALSE(opens(file_with(std::string(100000, '['), data)));
  EXPECT_FALSE(opens({}));
}

TEST(Container, RefusesEveryCutAndEveryFlippedByte) {
  const std::vector<uint8_t> file =
      file_with(tensor(R"("shape":[4],"dtype":"f32","offset":80)"), std::vector<uint8_t>(32));
  ASSERT_TRUE(opens(file));
  for (size_t length = 0; length < file.size(); ++length) {
    EXPECT_FALSE(opens({file.begin(), file.begin() + static_cast<int64_t>(length)})) << length;
  }
  for (size_t at = 0; at < file.size(); ++at) {
    std::vector<uint8_t> changed = file;
    changed[at] ^= 0x20;
    EXPECT_FALSE(opens(changed)) << at;
  }
}

}  // namespace
}  // namespace attn
