#include "core/attention/onnx_shapes.h"

#include <gtest/gtest.h>

namespace attn::onnx {
namespace {

TEST(OnnxShapes, CountsAndSpells) {
  EXPECT_EQ(count({}), 1);
  EXPECT_EQ(count({2, 3, 4}), 24);
  EXPECT_EQ(count({2, 0, 4}), 0);
  EXPECT_EQ(text({}), "[]");
  EXPECT_EQ(text({2, 3}), "[2, 3]");
}

TEST(OnnxShapes, RefusesWhatMemoryCannotHold) {
  EXPECT_TRUE(check_size("q", {kMostCells}).ok());
  EXPECT_TRUE(check_size("q", {0, 5}).ok());
  EXPECT_EQ(check_size("q", {kMostCells + 1}).kind, ErrorKind::kTooLarge);
  EXPECT_EQ(check_size("q", {kMostCells, 2}).kind, ErrorKind::kTooLarge);
  // Products that would wrap around.
  EXPECT_EQ(check_size("q", {int64_t{1} << 40, int64_t{1} << 40}).kind, ErrorKind::kTooLarge);
  const Status negative = check_size("q", {2, -1});
  EXPECT_EQ(negative.kind, ErrorKind::kInvalidInput);
  EXPECT_EQ(negative.argument, "q");
  EXPECT_EQ(negative.got, "[2, -1]");
}

TEST(OnnxShapes, ComparesSizes) {
  EXPECT_TRUE(check_sizes("k", {1, 2}, {1, 2}).ok());
  const Status other = check_sizes("k", {1, 2}, {1, 3});
  EXPECT_EQ(other.got, "[1, 2]");
  EXPECT_EQ(other.takes, "[1, 3]");
}

TEST(OnnxShapes, HeadsApartAndHeadsPackedAreOneView) {
  HeadView apart, packed;
  ASSERT_TRUE(view_heads("q", {nullptr, {2, 3, 4, 5}}, 0, &apart).ok());
  ASSERT_TRUE(view_heads("q", {nullptr, {2, 4, 15}}, 3, &packed).ok());
  for (const HeadView& view : {apart, packed}) {
    EXPECT_EQ(view.batch, 2);
    EXPECT_EQ(view.heads, 3);
    EXPECT_EQ(view.rows, 4);
    EXPECT_EQ(view.width, 5);
  }
  // Cell (batch 1, head 2, row 3): heads apart, and heads side by side in a row.
  EXPECT_EQ(apart.offset(1, 2) + 3 * apart.row_stride, ((1 * 3 + 2) * 4 + 3) * 5);
  EXPECT_EQ(packed.offset(1, 2) + 3 * packed.row_stride, ((1 * 4 + 3) * 3 + 2) * 5);
}

TEST(OnnxShapes, RefusesHeadsThatDoNotFit) {
  HeadView view;
  EXPECT_TRUE(view_heads("q", {nullptr, {2, 3, 4, 5}}, 3, &view).ok());
  EXPECT_FALSE(view_heads("q", {nullptr, {2, 3, 4, 5}}, 2, &view).ok());
  EXPECT_FALSE(view_heads("q", {nullptr, {2, 4, 15}}, 0, &view).ok());
  EXPECT_FALSE(view_heads("q", {nullptr, {2, 4, 15}}, 4, &view).ok());
  EXPECT_FALSE(view_heads("q", {nullptr, {4, 15}}, 3, &view).ok());
  EXPECT_FALSE(view_heads("q", {nullptr, {}}, 3, &view).ok());
}

}  // namespace
}  // namespace attn::onnx
