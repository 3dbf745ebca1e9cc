#include "core/training/safetensors.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "core/training/half.h"

namespace attn::test {
namespace {

TensorFile example() {
  TensorFile file;
  file.metadata = {{"step", "12"}, {"text", "quotes \" and ümlauts"}};
  file.tensors = {{"encoder/w", {2, 3}, {0.5F, -1.25F, 3.0F, 0.0F, 1e-3F, -2.0F}}, {"b", {3}, {1.0F, 2.0F, -3.5F}}};
  return file;
}

TEST(Safetensors, WholeNumbersComeBackBitForBit) {
  TensorFile read;
  ASSERT_TRUE(read_safetensors(write_safetensors(example(), Precision::kF32), &read).ok());
  EXPECT_EQ(read.metadata, example().metadata);
  ASSERT_EQ(read.tensors.size(), 2U);
  for (const NamedTensor& tensor : example().tensors) {
    ASSERT_NE(read.find(tensor.name), nullptr);
    EXPECT_EQ(read.find(tensor.name)->sizes, tensor.sizes);
    EXPECT_EQ(read.find(tensor.name)->values, tensor.values);
  }
}

// 11 bits of a half: 2^-11 relative. Codes: half a step of 127 to either side of the row's largest number.
TEST(Safetensors, ShorterNumbersAreAsNearAsTheirKindAllows) {
  for (const auto& [precision, within] : {std::pair{Precision::kF16, 0x1p-11}, std::pair{Precision::kI8, 0.5 / 127}}) {
    TensorFile read;
    ASSERT_TRUE(read_safetensors(write_safetensors(example(), precision), &read).ok());
    ASSERT_EQ(read.tensors.size(), 2U);
    const TensorFile original = example();
    const NamedTensor &before = original.tensors[0], &after = *read.find("encoder/w");
    for (size_t i = 0; i < before.values.size(); ++i) {
      const double bound = within * (precision == Precision::kF16 ? std::abs(before.values[i]) : i < 3 ? 3.0 : 2.0);
      EXPECT_NEAR(before.values[i], after.values[i], bound * 1.0001 + 1e-9) << i;
    }
    if (precision == Precision::kI8) EXPECT_EQ(read.find("b")->values, example().tensors[1].values);
  }
}

TEST(Safetensors, TheLayoutIsTheFormats) {
  const std::vector<uint8_t> bytes = write_safetensors(example(), Precision::kF32);
  uint64_t length = 0;
  std::memcpy(&length, bytes.data(), sizeof length);
  EXPECT_EQ(length % 8, 0U);
  const std::string header(bytes.begin() + 8, bytes.begin() + 8 + static_cast<int64_t>(length));
  EXPECT_NE(header.find(R"("encoder/w":{"dtype":"F32","shape":[2,3],"data_offsets":[0,24]})"), std::string::npos);
  EXPECT_EQ(bytes.size(), 8 + length + 9 * sizeof(float));
}

// Files made by hand: each differs from a good one in one thing.
std::vector<uint8_t> by_hand(const std::string& header, size_t data) {
  std::vector<uint8_t> bytes(8 + header.size() + data);
  const uint64_t length = header.size();
  std::memcpy(bytes.data(), &length, sizeof length);
  std::memcpy(bytes.data() + 8, header.data(), header.size());
  return bytes;
}

TEST(Safetensors, DamagedFilesAreRefused) {
  TensorFile read;
  const std::string good = R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})";
  EXPECT_TRUE(read_safetensors(by_hand(good, 8), &read).ok());
  const std::pair<std::string, size_t> bad[] = {
      {good, 7},                                                                             // cut off
      {good, 9},                                                                             // something behind
      {R"({"a":{"dtype":"F64","shape":[1],"data_offsets":[0,8]}})", 8},                      // another type
      {R"({"a":{"dtype":"F32","shape":[3],"data_offsets":[0,8]}})", 8},                      // another size
      {R"({"a":{"dtype":"F32","shape":[4611686018427387904,4],"data_offsets":[0,8]}})", 8},  // a product that wraps
      {R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[4,12]}})", 12},                    // a gap
      {R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},"b":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})",
       8},                                                              // an overlap
      {R"({"a":{"dtype":"I8","shape":[8],"data_offsets":[0,8]}})", 8},  // codes without a scale
      {R"({"a":{"dtype":"F32","shape":[2]}})", 8},
      {R"({"__metadata__":{"a":1}})", 0},
      {R"(["a"])", 0},
      {"", 0}};
  for (const auto& [header, data] : bad) {
    const Status status = read_safetensors(by_hand(header, data), &read);
    EXPECT_EQ(status.kind, ErrorKind::kBadModel) << header;
    EXPECT_FALSE(status.takes.empty());
  }
  EXPECT_FALSE(read_safetensors(std::vector<uint8_t>{1, 2, 3}, &read).ok());
  std::vector<uint8_t> endless = by_hand(good, 8);
  endless[7] = 0xFF;  // a header longer than the file
  EXPECT_FALSE(read_safetensors(endless, &read).ok());
}

TEST(Safetensors, NumbersThatAreNotFiniteAreRefused) {
  TensorFile file = example(), read;
  file.tensors[1].values[1] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(read_safetensors(write_safetensors(file, Precision::kF32), &read).kind, ErrorKind::kBadModel);
}

TEST(Half, EveryHalfComesBackAndRoundingIsToNearest) {
  for (uint32_t half = 0; half < 0x10000; ++half) {
    const float value = float_of_half(static_cast<uint16_t>(half));
    if (std::isnan(value)) continue;
    EXPECT_EQ(half_of_float(value), half) << value;
  }
  EXPECT_EQ(half_of_float(65519.9F), 0x7BFF);
  EXPECT_EQ(half_of_float(65520.0F), 0x7C00);
  EXPECT_EQ(half_of_float(1.0F + 0x1p-11F), 0x3C00);      // a tie, to even
  EXPECT_EQ(half_of_float(1.0F + 3 * 0x1p-11F), 0x3C02);  // a tie, to even
  EXPECT_EQ(half_of_float(0x1p-25F), 0);                  // half of the smallest, to even
  EXPECT_EQ(half_of_float(1.5F * 0x1p-25F), 1);
}

}  // namespace
}  // namespace attn::test
