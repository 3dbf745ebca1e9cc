#include <gtest/gtest.h>

#include <cmath>

#include "core/api/session.h"
#include "tests/core/api/calls.h"

namespace attn::api::test {
namespace {

// A live trace of some_entry(), looked at through its answer.
class Live {
 public:
  explicit Live(int64_t tokens, const std::string& params = "{}") : reply_(run_words(tokens, params)) {
    EXPECT_TRUE(reply_.ok()) << reply_.text();
  }
  ~Live() { dispose(id()); }
  Live(const Live&) = delete;
  Live& operator=(const Live&) = delete;

  int id() const { return reply_["trace"].GetInt(); }
  const rapidjson::Value& tensors() const { return reply_["tensors"]; }
  const rapidjson::Value& tensor(const std::string& name) const {
    return *std::find_if(tensors().Begin(), tensors().End(),
                         [&](const auto& t) { return t["name"].GetString() == name; });
  }
  // The last step of a stage, by its output's name.
  std::string last_of(const std::string& stage) const {
    std::string name;
    for (const auto& step : reply_["steps"].GetArray()) {
      if (step["stage"].GetString() == stage) name = step["output"].GetString();
    }
    return name;
  }
  const float* values(const std::string& name) const { return reply_.buffer() + tensor(name)["offset"].GetInt64(); }
  std::vector<int64_t> shape(const std::string& name) const {
    std::vector<int64_t> sizes;
    for (const auto& size : tensor(name)["shape"].GetArray()) sizes.push_back(size.GetInt64());
    return sizes;
  }

 private:
  Reply reply_;
};

std::string zeros(size_t count) {
  std::string text = "[";
  for (size_t i = 0; i < count; ++i) text += i ? ",0" : "0";
  return text + "]";
}

double number_in(const rapidjson::Value& value) {
  return value.IsNumber() ? value.GetDouble() : std::strtod(value.GetString(), nullptr);
}

TEST(Explain, EveryTensorOfATraceAnswers) {
  const Live live(3);
  for (const auto& tensor : live.tensors().GetArray()) {
    const std::string name = tensor["name"].GetString(), index = zeros(tensor["shape"].Size());
    const Reply reply(explain(live.id(), name, index));
    ASSERT_TRUE(reply.ok()) << reply.text();
    EXPECT_EQ(reply["tensor"].GetString(), name);
    EXPECT_EQ(static_cast<float>(number_in(reply["value"])), live.values(name)[0]);
    EXPECT_EQ(reply["index"].Size(), tensor["shape"].Size());
    for (const char* field : {"op", "form", "terms", "facts"}) EXPECT_FALSE(reply[field].IsNull()) << field;
    const Reply regions(sources(live.id(), name, index));
    ASSERT_TRUE(regions.ok()) << regions.text();
    EXPECT_EQ(regions["regions"].Empty(), reply["terms"].Empty());
    for (const auto& region : regions["regions"].GetArray()) {
      EXPECT_EQ(region["begin"].Size(), live.shape(region["tensor"].GetString()).size());
    }
  }
}

TEST(Explain, ReferencesHoldTheValuesOfTheTrace) {
  const Live live(3);
  const std::string z = live.last_of("combine");
  const Reply reply(explain(live.id(), z, zeros(live.shape(z).size())));
  ASSERT_TRUE(reply.ok());
  ASSERT_GT(reply["terms"].Size(), 0U);
  for (const auto& term : reply["terms"].GetArray()) {
    for (const auto& source : term["sources"].GetArray()) {
      const std::string name = source["tensor"].GetString();
      int64_t flat = 0;
      for (rapidjson::SizeType i = 0; i < source["index"].Size(); ++i)
        flat = flat * live.shape(name)[i] + source["index"][i].GetInt64();
      EXPECT_EQ(static_cast<float>(number_in(source["value"])), live.values(name)[flat]);
    }
  }
}

TEST(Explain, RefusesWhatIsNoCell) {
  const Live live(3);
  const std::string z = live.last_of("combine");
  const size_t rank = live.shape(z).size();
  for (const auto& call : {explain, sources}) {
    EXPECT_TRUE(refuses(Reply(call(9999, z, zeros(rank))), "trace", "not_found"));
    EXPECT_TRUE(refuses(Reply(call(-1, z, zeros(rank))), "trace", "not_found"));
    EXPECT_TRUE(refuses(Reply(call(live.id(), "no such tensor", zeros(rank))), "tensor", "not_found"));
    EXPECT_TRUE(refuses(Reply(call(live.id(), "", zeros(rank))), "tensor", "not_found"));
    for (const std::string& index : std::vector<std::string>{
             "", "{}", "[", "0", "[-1]", zeros(rank + 1), zeros(rank - 1), "[0,0.5,0]", "[0,\"0\",0]", "[0,0,99999]",
             "[0,0,9223372036854775807]", "[0,0,1e99]", nested(200'000)}) {
      EXPECT_TRUE(refuses(Reply(call(live.id(), z, index)), "index")) << index.substr(0, 40);
    }
  }
}

// The window's numbers, straight from the whole tensor.
std::vector<float> window(const Live& live, const std::string& name, int64_t block, int64_t r0, int64_t r1, int64_t c0,
                          int64_t c1) {
  const std::vector<int64_t> shape = live.shape(name);
  const int64_t rows = shape[shape.size() - 2], columns = shape.back();
  std::vector<float> cells;
  for (int64_t r = r0; r < r1; ++r) {
    for (int64_t c = c0; c < c1; ++c) cells.push_back(live.values(name)[(block * rows + r) * columns + c]);
  }
  return cells;
}

std::vector<float> cells_of(const Reply& tile) {
  return {tile.buffer(), tile.buffer() + tile["rows"].GetInt64() * tile["columns"].GetInt64()};
}

TEST(Tile, IsAWindowOfTheTensor) {
  const Live live(9);
  const std::string pattern = live.last_of("normalise");  // [head, query, key]
  const std::string at = live.shape(pattern).size() > 2 ? "[0]" : "[]";
  const Reply reply(tile(live.id(), pattern, "{\"at\":" + at + R"(,"rows":[2,5],"columns":[3,9]})"));
  ASSERT_TRUE(reply.ok()) << reply.text();
  EXPECT_EQ(reply["rows"].GetInt(), 3);
  EXPECT_EQ(reply["columns"].GetInt(), 6);
  EXPECT_EQ(cells_of(reply), window(live, pattern, 0, 2, 5, 3, 9));
}

TEST(Tile, PoolsByTheLargestMagnitude) {
  const Live live(9);
  for (const std::string& name : {std::string("x"), live.last_of("combine")}) {
    const std::vector<int64_t> shape = live.shape(name);
    const std::string at = shape.size() > 2 ? "[0]" : "[]";
    const int64_t columns = std::min<int64_t>(shape.back(), 7);
    const Reply reply(
        tile(live.id(), name,
             "{\"at\":" + at + R"(,"rows":[1,9],"columns":[0,)" + std::to_string(columns) + R"(],"pool":[3,2]})"));
    ASSERT_TRUE(reply.ok()) << reply.text();
    const int64_t width = (columns + 1) / 2;
    EXPECT_EQ(reply["rows"].GetInt64(), 3);  // 3 + 3 + 2 rows
    EXPECT_EQ(reply["columns"].GetInt64(), width);
    const std::vector<float> cells = cells_of(reply);
    for (int64_t y = 0; y < 3; ++y) {
      for (int64_t x = 0; x < width; ++x) {
        float largest = 0;
        for (const float value :
             window(live, name, 0, 1 + 3 * y, std::min<int64_t>(4 + 3 * y, 9), 2 * x, std::min(2 * x + 2, columns))) {
          if (std::fabs(value) > std::fabs(largest)) largest = value;
        }
        EXPECT_EQ(cells[static_cast<size_t>(y * width + x)], largest);
      }
    }
  }
}

TEST(Tile, APoolLargerThanTheWindowIsOneCell) {
  const Live live(5);
  const Reply reply(tile(live.id(), "x",
                         R"({"at":[],"rows":[0,5],"columns":[0,4],"pool":[9223372036854775807,9223372036854775807]})"));
  ASSERT_TRUE(reply.ok()) << reply.text();
  EXPECT_EQ(reply["rows"].GetInt() * reply["columns"].GetInt(), 1);
}

TEST(Tile, TilesOfWhatIsNotKeptAreItsDigits) {
  const Live live(2100);
  const std::string pattern = live.last_of("normalise");
  ASSERT_FALSE(live.tensor(pattern)["whole"].GetBool());
  const Reply part(tile(live.id(), pattern, R"({"at":[0],"rows":[2000,2002],"columns":[0,2100]})"));
  ASSERT_TRUE(part.ok()) << part.text();
  const std::vector<float> rows = cells_of(part);
  double sum = 0;
  for (size_t i = 0; i < 2100; ++i) sum += static_cast<double>(rows[i]);
  EXPECT_NEAR(sum, 1, 1e-5);  // 2100 weights, each rounded by 6e-8 of itself
  const Reply cell(explain(live.id(), pattern, "[0,2001,7]"));
  ASSERT_TRUE(cell.ok()) << cell.text();
  EXPECT_EQ(static_cast<float>(cell["value"].GetDouble()), rows[2100 + 7]);
  const Reply all(tile(live.id(), pattern, R"({"at":[0],"rows":[0,2100],"columns":[0,2100],"pool":[700,700]})"));
  ASSERT_TRUE(all.ok()) << all.text();
  EXPECT_EQ(cells_of(all).size(), 9U);
}

TEST(Tile, RefusesWindowsOutside) {
  const Live live(5);
  for (const std::string request :
       {R"({})", R"({"at":[],"rows":[0,6],"columns":[0,4]})", R"({"at":[],"rows":[3,3],"columns":[0,4]})",
        R"({"at":[],"rows":[-1,2],"columns":[0,4]})", R"({"at":[0],"rows":[0,5],"columns":[0,4]})",
        R"({"at":[],"rows":[0],"columns":[0,4]})", R"({"at":[],"rows":[0,5],"columns":[0,4],"pool":[0,1]})",
        R"({"at":[],"rows":[0,5],"columns":[0,4],"pool":[1,-1]})",
        R"({"at":[],"rows":[0,5],"columns":[0,4],"pool":[1]})",
        R"({"at":[],"rows":[0,9223372036854775807],"columns":[0,4]})"}) {
    EXPECT_TRUE(refuses(Reply(tile(live.id(), "x", request)), "tile")) << request;
  }
  EXPECT_TRUE(refuses(Reply(tile(live.id(), "x", R"({"at":[],"rows":"all","columns":[0,4]})")), "rows"));
  EXPECT_TRUE(refuses(Reply(tile(live.id(), "x", nested(200'000))), "request"));
  EXPECT_TRUE(refuses(Reply(tile(live.id(), "no such tensor", "{}")), "tensor", "not_found"));
}

TEST(Traces, LiveSideBySideAndEndByThemselves) {
  auto first = std::make_unique<Live>(2);
  const Live second(3);
  EXPECT_NE(first->id(), second.id());
  const int gone = first->id();
  const std::string cell = "[0,0]";
  EXPECT_TRUE(Reply(explain(gone, "x", cell)).ok());
  first.reset();
  EXPECT_TRUE(refuses(Reply(explain(gone, "x", cell)), "trace", "not_found"));
  EXPECT_TRUE(refuses(Reply(sources(gone, "x", cell)), "trace", "not_found"));
  EXPECT_TRUE(refuses(Reply(tile(gone, "x", "{}")), "trace", "not_found"));
  EXPECT_TRUE(Reply(explain(second.id(), "x", cell)).ok());
  dispose(gone);  // twice is once
  dispose(-7);
}

TEST(Explain, SaysThatACellWasEditedAndWhatWouldStandThere) {
  const Live plain(3);
  const std::string z = plain.last_of("combine"), cell = zeros(plain.shape(z).size());
  stage_values("x", ramp(12));
  const Reply edited(run("{\"entry\":\"" + some_entry() + R"(","tensors":{"x":[3,4]},"overrides":{")" + z +
                         R"(":[{"index":)" + cell + R"(,"value":2.5}]}})"));
  ASSERT_TRUE(edited.ok()) << edited.text();
  const int id = edited["trace"].GetInt();
  const Reply reply(explain(id, z, cell));
  ASSERT_TRUE(reply.ok()) << reply.text();
  EXPECT_STREQ(reply["form"].GetString(), "edited");
  EXPECT_EQ(reply["value"].GetDouble(), 2.5);
  EXPECT_EQ(static_cast<float>(number_in(reply["facts"]["computed"])), plain.values(z)[0]);
  EXPECT_TRUE(reply["terms"].Empty());
  EXPECT_STREQ(reply["remark"].GetString(), "Edited by hand.");
  EXPECT_TRUE(Reply(sources(id, z, cell))["regions"].Empty());
  dispose(id);
}

}  // namespace
}  // namespace attn::api::test
