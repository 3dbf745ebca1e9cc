#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

#include "core/api/session.h"
#include "tests/core/api/calls.h"
#include "tests/core/text/files.h"

namespace attn::api::test {
namespace {

// A request for some_entry() with further fields, x [2, 4] staged.
Reply request(const std::string& fields) {
  stage_values("x", ramp(8));
  return Reply(run("{\"entry\":\"" + some_entry() + "\"" + fields + "}"));
}
const std::string kX = R"(,"tensors":{"x":[2,4]})";

TEST(Run, AnswersWithScriptTableAndBuffer) {
  const Reply reply = run_words(3);
  ASSERT_TRUE(reply.ok()) << reply.text();
  std::set<std::string> tensors;
  for (const rapidjson::Value& tensor : reply["tensors"].GetArray()) {
    tensors.insert(tensor["name"].GetString());
    ASSERT_TRUE(tensor["whole"].GetBool());
    int64_t count = 1;
    for (const rapidjson::Value& size : tensor["shape"].GetArray()) count *= size.GetInt64();
    EXPECT_EQ(tensor["shape"].Size(), tensor["axes"].Size());
    const int64_t offset = tensor["offset"].GetInt64();
    ASSERT_LE(offset + count, reply["count"].GetInt64());
    float min = std::numeric_limits<float>::infinity(), max = -min;
    for (int64_t i = offset; i < offset + count; ++i) {
      if (std::isfinite(reply.buffer()[i]))
        min = std::min(min, reply.buffer()[i]), max = std::max(max, reply.buffer()[i]);
    }
    EXPECT_EQ(static_cast<float>(tensor["min"].GetDouble()), min);
    EXPECT_EQ(static_cast<float>(tensor["max"].GetDouble()), max);
  }
  EXPECT_EQ(tensors.size(), reply["tensors"].Size()) << "names are unique";
  ASSERT_GT(reply["steps"].Size(), 0U);
  for (const rapidjson::Value& step : reply["steps"].GetArray()) {
    for (const char* field :
         {"id", "scope", "stage", "label", "title", "note", "op", "inputs", "output", "axes", "latex"}) {
      EXPECT_TRUE(step.HasMember(field)) << field;
    }
    EXPECT_TRUE(tensors.contains(step["output"].GetString()));
    for (const rapidjson::Value& input : step["inputs"].GetArray()) EXPECT_TRUE(tensors.contains(input.GetString()));
  }
  dispose(reply["trace"].GetInt());
}

TEST(Run, RefusesWhatIsNoRequest) {
  for (const std::string text :
       {"", "{", "[]", "null", "\"x\"", "{\"entry\":}", "{} {}", "{\"seed\":1e999}", "\xff\xfe", "{'entry':1}"}) {
    EXPECT_TRUE(refuses(Reply(run(text)), "request")) << text;
  }
}

TEST(Run, RefusesWrongTypes) {
  EXPECT_TRUE(refuses(Reply(run(R"({"entry":1})")), "entry"));
  EXPECT_TRUE(refuses(request(kX + R"(,"seed":"one")"), "seed"));
  EXPECT_TRUE(refuses(request(kX + R"(,"seed":-1)"), "seed"));
  EXPECT_TRUE(refuses(request(kX + R"(,"seed":0.5)"), "seed"));
  EXPECT_TRUE(refuses(request(kX + R"(,"seed":9007199254740993)"), "seed"));
  EXPECT_TRUE(refuses(request(kX + R"(,"params":[])"), "params"));
  EXPECT_TRUE(refuses(request(kX + R"(,"params":{"p":null})"), "params.p"));
  EXPECT_TRUE(refuses(request(kX + R"(,"params":{"p":[1]})"), "params.p"));
  EXPECT_TRUE(refuses(request(R"(,"tensors":[])"), "tensors"));
  EXPECT_TRUE(refuses(request(R"(,"tensors":{"x":"2,4"})"), "tensors.x"));
  EXPECT_TRUE(refuses(request(R"(,"tensors":{"x":[2,"4"]})"), "tensors.x"));
  EXPECT_TRUE(refuses(request(R"(,"tensors":{"x":[2.5,4]})"), "tensors.x"));
  EXPECT_TRUE(refuses(request(R"(,"text":7)"), "text"));
  EXPECT_TRUE(refuses(request(R"(,"text":"a","model":7)"), "model"));
}

TEST(Run, RefusesWhatItDoesNotKnow) {
  EXPECT_TRUE(refuses(Reply(run(R"({"entry":"no such entry"})")), "entry", "not_found"));
  EXPECT_TRUE(refuses(Reply(run("{}")), "entry", "not_found"));
  EXPECT_TRUE(refuses(request(kX + R"(,"params":{"no_such":1})"), "params.no_such"));
  EXPECT_TRUE(refuses(request(R"(,"text":"a","model":"no such model")"), "model", "not_found"));
}

TEST(Run, RefusesShapesThatDoNotFit) {
  for (const std::string shape :
       {"[]", "[8]", "[2,2,2]", "[4,4]", "[0,4]", "[-2,-4]", "[-2,4]", "[1099511627776,1099511627776]",
        "[4611686018427387904,8]", "[9223372036854775807,1]"}) {
    EXPECT_TRUE(refuses(request(R"(,"tensors":{"x":)" + shape + "}"), "tensors.x")) << shape;
  }
  EXPECT_TRUE(refuses(request(R"(,"tensors":{})"), "tensors"));
  EXPECT_TRUE(refuses(request(R"(,"tensors":{"x":[2,4],"never_staged":[1]})"), "tensors.never_staged"));
}

TEST(Run, RefusesNumbersThatAreNotFinite) {
  for (const float bad : {NAN, INFINITY, -INFINITY}) {
    stage_values("x", {1, 2, bad, 4});
    EXPECT_TRUE(refuses(Reply(run("{\"entry\":\"" + some_entry() + R"(","tensors":{"x":[1,4]}})")), "tensors.x"));
  }
}

TEST(Run, RefusesATensorOfNoUse) {
  stage_values("no_such_weight", {1, 2});
  EXPECT_TRUE(refuses(request(R"(,"tensors":{"x":[2,4],"no_such_weight":[2]})"), "tensors.no_such_weight"));
}

TEST(Run, RefusesWhatIsTooLarge) {
  stage_values("x", std::vector<float>(10000));
  EXPECT_TRUE(refuses(Reply(run("{\"entry\":\"" + some_entry() + R"(","tensors":{"x":[10000,1]}})")), "tensors.x",
                      "too_large"));
  stage_values("x", std::vector<float>(10000));
  EXPECT_TRUE(refuses(Reply(run("{\"entry\":\"" + some_entry() + R"(","tensors":{"x":[1,10000]}})")), "tensors.x",
                      "too_large"));
}

TEST(Run, SaysWhenNumbersOverflow) {
  for (const CatalogVariant& entry : catalog_variants()) {
    stage_values("x", std::vector<float>(8, 3e38F));
    const Reply reply(run("{\"entry\":\"" + std::string(entry.id) + R"(","tensors":{"x":[2,4]}})"));
    if (!reply.ok()) {
      EXPECT_TRUE(refuses(reply, "tensors"));
      continue;
    }
    for (int64_t i = 0; i < reply["count"].GetInt64(); ++i) ASSERT_FALSE(std::isnan(reply.buffer()[i])) << entry.id;
    dispose(reply["trace"].GetInt());
  }
}

TEST(Run, SurvivesDeepNesting) {
  const std::string deep = nested(200'000);  // recursion this deep would overflow any stack
  EXPECT_TRUE(refuses(Reply(run(deep)), "request"));
  EXPECT_TRUE(refuses(request(R"(,"params":{"p":)" + deep + "}"), "params.p"));
  EXPECT_TRUE(refuses(request(R"(,"tensors":{"x":)" + deep + "}"), "tensors.x"));
}

TEST(Run, ConsumesWhatWasStagedEvenWhenItRefuses) {
  stage_values("x", ramp(8));
  EXPECT_FALSE(Reply(run("{}")).ok());
  EXPECT_TRUE(session().staged.empty());
}

TEST(Run, TheSameRequestGivesTheSameDigits) {
  const Reply first = request(kX + R"(,"seed":5)"), second = request(kX + R"(,"seed":5)"),
              other = request(kX + R"(,"seed":6)");
  const auto numbers = [](const Reply& reply) {
    return std::vector<float>(reply.buffer(), reply.buffer() + reply["count"].GetInt64());
  };
  EXPECT_EQ(numbers(first), numbers(second));
  EXPECT_NE(numbers(first), numbers(other));
  for (const Reply* reply : {&first, &second, &other}) dispose((*reply)["trace"].GetInt());
}

TEST(Run, ManyTokensRunInTiles) {
  const int64_t tokens = 2100;  // 4.4 Mi scores: more than are kept
  const Reply reply = run_words(tokens);
  ASSERT_TRUE(reply.ok()) << reply.text().substr(0, 300);
  EXPECT_TRUE(std::any_of(reply["tensors"].Begin(), reply["tensors"].End(),
                          [](const auto& t) { return !t["whole"].GetBool(); }));
  dispose(reply["trace"].GetInt());
}

// Additive or not, this is several parts of work: every pair of so many words.
constexpr int64_t kManyTokens = 1500;

TEST(Run, InSlicesGivesTheSameAnswer) {
  const Reply whole = run_words(kManyTokens);
  ASSERT_TRUE(whole.ok()) << whole.text().substr(0, 300);
  stage_values("x", ramp(static_cast<size_t>(kManyTokens * 4)));
  std::string text =
      run("{\"entry\":\"" + some_entry() + R"(","tensors":{"x":[)" + std::to_string(kManyTokens) + ",4]}}", 0);
  double progress = -1;
  int slices = 1;
  for (;; ++slices) {
    const Reply reply(text);
    ASSERT_TRUE(reply.ok()) << text.substr(0, 300);
    if (reply.text().find("\"more\":true") == std::string::npos) break;
    EXPECT_GE(reply["progress"].GetDouble(), std::max(progress, 0.0));
    EXPECT_LE(reply["progress"].GetDouble(), 1.0);
    progress = reply["progress"].GetDouble();
    // Nobody can look at it yet.
    EXPECT_TRUE(refuses(Reply(explain(reply["trace"].GetInt(), "x", "[0,0]")), "trace", "not_found"));
    text = proceed(reply["trace"].GetInt(), 0);
  }
  EXPECT_GT(slices, 8);
  const Reply reply(text);
  ASSERT_EQ(reply["count"].GetInt64(), whole["count"].GetInt64());
  EXPECT_TRUE(std::equal(reply.buffer(), reply.buffer() + reply["count"].GetInt64(), whole.buffer()));
  EXPECT_EQ(reply["steps"], whole["steps"]);
  EXPECT_EQ(reply["tensors"], whole["tensors"]);
  EXPECT_TRUE(refuses(Reply(proceed(reply["trace"].GetInt(), 0)), "trace", "not_found"));
  for (const Reply* one : {&whole, &reply}) dispose((*one)["trace"].GetInt());
}

TEST(Run, EndsWhereItIsDisposedOf) {
  stage_values("x", ramp(12));
  const Reply reply(run("{\"entry\":\"" + some_entry() + R"(","tensors":{"x":[3,4]}})", 0));
  ASSERT_TRUE(reply.ok() && reply["more"].GetBool()) << reply.text();
  EXPECT_EQ(session().unfinished.size(), 1U);
  dispose(reply["trace"].GetInt());
  EXPECT_TRUE(session().unfinished.empty());
  EXPECT_TRUE(refuses(Reply(proceed(reply["trace"].GetInt(), 0)), "trace", "not_found"));
  EXPECT_TRUE(refuses(Reply(proceed(-1, 0)), "trace", "not_found"));
}

TEST(Run, LeavesNothingUnfinishedWhenItFails) {
  stage_values("x", std::vector<float>(8, 3e38F));
  std::string text = run("{\"entry\":\"" + some_entry() + R"(","tensors":{"x":[2,4]}})", 0);
  while (text.find("\"more\":true") != std::string::npos) text = proceed(Reply(text)["trace"].GetInt(), 0);
  if (Reply(text).ok()) dispose(Reply(text)["trace"].GetInt());
  EXPECT_TRUE(session().unfinished.empty());
}

// What a run says about pieces that are left out; empty when it says nothing of the kind.
std::string left_out(const Reply& reply) {
  for (const rapidjson::Value& remark : reply["remarks"].GetArray()) {
    if (const std::string text = remark.GetString(); text.find("left out") != std::string::npos) return text;
  }
  return "";
}

TEST(Run, SaysHowMuchOfALongTextTheModelReads) {
  const std::vector<uint8_t> bytes = attn::test::read_file("build/models/sentence_encoder.bin");
  ASSERT_TRUE(Reply(load_model("full", bytes)).ok()) << attn::test::kModelsMissing;
  const auto read = [](std::string_view entry, int words) {
    std::string text = "word";
    for (int i = 1; i < words; ++i) text += " word";
    return Reply(run("{\"entry\":\"" + std::string(entry) + R"(","model":"full","text":")" + text + "\"}"));
  };
  const std::string_view model = catalog_encoders().front().id;
  const Reply whole = read(model, 128), one = read(model, 129), more = read(model, 151);
  for (const Reply* reply : {&whole, &one, &more}) {
    ASSERT_TRUE(reply->ok()) << reply->text();
    EXPECT_EQ((*reply)["read"].GetInt(), 128);
    const auto tokens = std::find_if((*reply)["tensors"].Begin(), (*reply)["tensors"].End(), [](const auto& tensor) {
      return std::string_view(tensor["name"].GetString()) == "tokens";
    });
    EXPECT_EQ((*tokens)["shape"][0].GetInt(), 128);
  }
  EXPECT_EQ(left_out(whole), "");
  EXPECT_EQ(left_out(one), "The model reads the first 128 pieces of the text; 1 is left out.");
  EXPECT_EQ(left_out(more), "The model reads the first 128 pieces of the text; 23 are left out.");
  EXPECT_EQ(more["pieces"].Size(), 151U);
  // A mechanism alone has no such limit.
  const Reply variant = read(catalog_variants().front().id, 151);
  ASSERT_TRUE(variant.ok()) << variant.text();
  EXPECT_EQ(variant["read"].GetInt(), 151);
  EXPECT_EQ(left_out(variant), "");
  for (const Reply* reply : {&whole, &one, &more, &variant}) dispose((*reply)["trace"].GetInt());
  session().models.erase("full");
}

TEST(Run, RefusesOverridesOfWhatIsNotThere) {
  const auto with = [](const std::string& overrides) { return request(kX + ",\"overrides\":" + overrides); };
  EXPECT_TRUE(refuses(with("[]"), "overrides"));
  EXPECT_TRUE(refuses(with(R"({"no_such":[]})"), "overrides.no_such"));
  EXPECT_TRUE(refuses(with(R"({"x":{}})"), "overrides.x"));
  EXPECT_TRUE(refuses(with(R"({"x":[1]})"), "overrides.x"));
  EXPECT_TRUE(refuses(with(R"({"x":[{"index":[0,0]}]})"), "overrides.x"));
  for (const std::string index : {"[]", "[0]", "[2,0]", "[0,-1]", "[0,0,0]", "[0.5,0]", "7"})
    EXPECT_TRUE(refuses(with(R"({"x":[{"value":1,"index":)" + index + "}]}"), "overrides.x.index")) << index;
  for (const std::string value : {"\"inf\"", "\"nan\"", "1e300", "true", "null"})
    EXPECT_TRUE(refuses(with(R"({"x":[{"index":[0,0],"value":)" + value + "}]}"), "overrides.x.value")) << value;
  EXPECT_TRUE(with("{}").ok());
}

TEST(Run, ComputesOnFromCellsPutInByHand) {
  const Reply plain = request(kX), edited = request(kX + R"(,"overrides":{"x":[{"index":[1,2],"value":-4.5}]})");
  ASSERT_TRUE(plain.ok() && edited.ok()) << edited.text();
  const auto number = [](const Reply& reply, const char* name, int64_t at) {
    for (const rapidjson::Value& tensor : reply["tensors"].GetArray())
      if (std::string_view(tensor["name"].GetString()) == name) return reply.buffer()[tensor["offset"].GetInt64() + at];
    return NAN;
  };
  EXPECT_EQ(number(edited, "x", 6), -4.5F);
  EXPECT_EQ(number(edited, "x", 5), number(plain, "x", 5));
  const std::string_view last = edited["steps"][edited["steps"].Size() - 1]["output"].GetString();
  EXPECT_NE(number(edited, last.data(), 0), number(plain, last.data(), 0)) << last;
  EXPECT_NE(edited.text().find(R"("edited":1)"), std::string::npos);
  EXPECT_EQ(plain.text().find("edited"), std::string::npos);
  for (const Reply* reply : {&plain, &edited}) dispose((*reply)["trace"].GetInt());
}

TEST(Run, AMaskIsPaintedOpenOrClosed) {
  for (const CatalogVariant& entry : catalog_variants()) {
    const auto with = [&](const std::string& value) {
      stage_values("x", ramp(12));
      return Reply(run("{\"entry\":\"" + std::string(entry.id) + R"(","tensors":{"x":[3,4]},"overrides":{"mask":[)" +
                       R"({"index":[0,0],"value":)" + value + "}]}}"));
    };
    const Reply closed = with("0");
    if (!closed.ok() && closed.error("argument") == "overrides.mask") continue;  // has no mask
    ASSERT_TRUE(closed.ok()) << entry.id << closed.text();
    EXPECT_TRUE(refuses(with("0.5"), "overrides.mask.value")) << entry.id;
    dispose(closed["trace"].GetInt());
  }
}

TEST(Stage, HasNoRoomForNonsense) {
  EXPECT_EQ(stage("x", -1), nullptr);
  EXPECT_EQ(stage("x", std::numeric_limits<int64_t>::max()), nullptr);
  session().staged.clear();
}

}  // namespace
}  // namespace attn::api::test
