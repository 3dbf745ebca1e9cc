#include <gtest/gtest.h>

#include <cmath>

#include "core/api/session.h"
#include "tests/core/api/calls.h"
#include "tests/core/text/files.h"

namespace attn::api::test {
namespace {

using attn::test::read_file;

Reply load(const std::string& id, const std::string& file) {
  const std::vector<uint8_t> bytes = read_file("build/models/" + file);
  EXPECT_FALSE(bytes.empty()) << attn::test::kModelsMissing;
  return Reply(load_model(id, bytes));
}

TEST(Models, LoadingSaysWhatAFileHas) {
  const Reply starter = load("little", "starter.bin"), full = load("big", "sentence_encoder.bin");
  ASSERT_TRUE(starter.ok()) << starter.text();
  ASSERT_TRUE(full.ok()) << full.text();
  EXPECT_STREQ(starter["id"].GetString(), "little");
  EXPECT_EQ(starter["available"].Size(), 1U);
  EXPECT_EQ(full["layers"].GetInt(), 2);
  EXPECT_EQ(full["heads"].Size(), 2U);
  EXPECT_EQ(full["available"].Size(), 8U);
  EXPECT_EQ(full["bytes"].GetInt64(), static_cast<int64_t>(read_file("build/models/sentence_encoder.bin").size()));
  // The catalogue knows the entry it belongs to.
  EXPECT_NE(find_encoder(full["entry"].GetString()), nullptr);
  // The same name again: the new file takes its place.
  EXPECT_TRUE(load("big", "starter.bin").ok());
  EXPECT_EQ(session().models.at("big").model->layers(), 1);
}

TEST(Models, RefusesWhatIsNoModel) {
  EXPECT_TRUE(refuses(Reply(load_model("x", {})), "model file", "bad_model"));
  std::vector<uint8_t> bytes = read_file("build/models/starter.bin");
  bytes[bytes.size() / 2] ^= 1;
  EXPECT_FALSE(Reply(load_model("x", bytes)).ok());
  EXPECT_FALSE(session().models.contains("x"));
}

TEST(Models, PiecesStandWhereTheyWereWritten) {
  ASSERT_TRUE(load("big", "sentence_encoder.bin").ok());
  const std::string text = "the animals";
  const Reply reply(tokenize("big", text));
  ASSERT_TRUE(reply.ok()) << reply.text();
  ASSERT_GE(reply["pieces"].Size(), 2U);
  const rapidjson::Value& first = reply["pieces"][0];
  EXPECT_EQ(text.substr(first["begin"].GetUint(), first["end"].GetUint() - first["begin"].GetUint()), "the");
  EXPECT_TRUE(first["word_start"].GetBool());
  EXPECT_TRUE(reply["outside"].Empty());
  EXPECT_EQ(Reply(tokenize("big", ""))["pieces"].Size(), 0U);
}

TEST(Models, TheStarterNamesWordsItCannotWrite) {
  ASSERT_TRUE(load("little", "starter.bin").ok());
  const Reply reply(tokenize("little", "the xylophone"));
  ASSERT_TRUE(reply.ok()) << reply.text();
  ASSERT_EQ(reply["outside"].Size(), 1U);
  EXPECT_STREQ(reply["outside"][0].GetString(), "xylophone");
  EXPECT_TRUE(refuses(Reply(embed("little", "the xylophone")), "text"));
  EXPECT_TRUE(refuses(Reply(embed("little", "the")), "model", "not_found")) << "it has one head";
}

TEST(Models, AnEmbeddingHasLengthOne) {
  ASSERT_TRUE(load("big", "sentence_encoder.bin").ok());
  const Reply reply(embed("big", "the animal was tired"));
  ASSERT_TRUE(reply.ok()) << reply.text();
  ASSERT_EQ(reply["count"].GetInt(), 512);
  double square = 0;
  for (int i = 0; i < 512; ++i) square += static_cast<double>(reply.buffer()[i]) * reply.buffer()[i];
  EXPECT_NEAR(square, 1, 1e-5);  // 512 roundings of 6e-8
}

TEST(Models, UnknownOnesAreNamed) {
  EXPECT_TRUE(refuses(Reply(tokenize("nobody", "a")), "model", "not_found"));
  EXPECT_TRUE(refuses(Reply(embed("nobody", "a")), "model", "not_found"));
  EXPECT_TRUE(
      refuses(Reply(run("{\"entry\":\"" + some_entry() + R"(","model":"nobody","text":"a"})")), "model", "not_found"));
  // No model is meant where none is named.
  EXPECT_TRUE(refuses(Reply(run("{\"entry\":\"" + some_entry() + R"(","text":"a"})")), "model", "not_found"));
}

}  // namespace
}  // namespace attn::api::test
