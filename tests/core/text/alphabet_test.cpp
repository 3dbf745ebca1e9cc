#include "core/text/alphabet.h"

#include <gtest/gtest.h>

namespace attn::text {
namespace {

TEST(Alphabet, ReadsWhatItWrites) {
  const Alphabet alphabet = Alphabet::of_characters("abcéa ", 2);
  EXPECT_EQ(alphabet.end(), 7);
  std::vector<float> ids;
  EXPECT_TRUE(alphabet.ids("é Ab", 8, &ids).ok());
  EXPECT_EQ(ids, (std::vector<float>{5, 6, 2, 3}));
  EXPECT_EQ(alphabet.text(ids), "é ab");
  EXPECT_EQ(alphabet.text(std::vector<float>{0, 2, 1, -1, 99}), "a");
}

TEST(Alphabet, PutsNamesApart) {
  const Alphabet sounds({"AA", "B"}, 2, " ");
  EXPECT_EQ(sounds.text(std::vector<float>{2, 3, 2}), "AA B AA");
}

TEST(Alphabet, SaysWhatCameAndWhatIsTaken) {
  const Alphabet alphabet = Alphabet::of_characters("abcdxy 'é", 2);
  EXPECT_EQ(alphabet.says(), "a-d, x, y, space, ', é");
  std::vector<float> ids = {1};
  const Status status = alphabet.ids("ab!", 8, &ids);
  EXPECT_EQ(status.got, "\"!\"");
  EXPECT_EQ(status.takes, "1 to 8 characters of: a-d, x, y, space, ', é");
  EXPECT_TRUE(ids.empty());
  EXPECT_EQ(alphabet.ids("\n", 8, &ids).got, "a control character");
  EXPECT_EQ(alphabet.ids("\xc3", 8, &ids).got, "a byte that is no UTF-8 text");
  EXPECT_EQ(alphabet.ids("aaa", 2, &ids).got, "3 characters");
}

}  // namespace
}  // namespace attn::text
