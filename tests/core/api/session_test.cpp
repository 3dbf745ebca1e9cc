#include "core/api/session.h"

#include <gtest/gtest.h>

#include "tests/core/api/calls.h"

namespace attn::api::test {
namespace {

TEST(Configure, SaysWhatIsInForce) {
  const Reply reply(configure(R"({"threads":1,"parallel_threshold":262144})"));
  ASSERT_TRUE(reply.ok()) << reply.text();
  EXPECT_EQ(reply["threads"].GetInt(), 1);
  EXPECT_GE(reply["max_threads"].GetInt(), 1);
  EXPECT_EQ(Reply(configure("{}"))["threads"].GetInt(), 1) << "what is not named stays";
}

TEST(Configure, RefusesNonsense) {
  EXPECT_TRUE(refuses(Reply(configure("")), "request"));
  EXPECT_TRUE(refuses(Reply(configure(R"({"threads":0})")), "threads"));
  EXPECT_TRUE(refuses(Reply(configure(R"({"threads":1e9})")), "threads"));
  EXPECT_TRUE(refuses(Reply(configure(R"({"threads":"two"})")), "threads"));
  EXPECT_TRUE(refuses(Reply(configure(R"({"parallel_threshold":-5})")), "parallel_threshold"));
}

TEST(Models, RefuseWhatIsNoModel) {
  const std::vector<uint8_t> junk(1000, 7);
  EXPECT_EQ(Reply(load_model("junk", junk)).error("kind"), "bad_model");
  EXPECT_EQ(Reply(load_model("junk", {})).error("kind"), "bad_model");
  EXPECT_TRUE(refuses(Reply(tokenize("junk", "text")), "model", "not_found"));
  EXPECT_TRUE(refuses(Reply(embed("junk", "text")), "model", "not_found"));
}

TEST(Catalog, IsTheCatalogue) { EXPECT_EQ(catalog(), catalog_json()); }

}  // namespace
}  // namespace attn::api::test
