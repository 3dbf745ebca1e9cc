#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <set>

#include "core/attention/pipeline.h"
#include "core/encoders/sentence_encoder/encoder.h"
#include "core/graph/evaluation.h"
#include "rapidjson/document.h"
#include "tests/core/text/files.h"

namespace attn::encoders {
Encoder sentence_encoder();

namespace {

using test::read_file;
using Matrix = std::vector<std::vector<double>>;

// The network in plain double loops, straight from the file: no graph, no kernels, no pipeline.
class Oracle {
 public:
  explicit Oracle(const Container& container) : container_(container) {}

  struct Result {
    std::map<std::string, Matrix> patterns;  // "layer_1/2": head 2
    std::vector<double> sentence;
  };

  Result run(const std::vector<int>& ids) const {
    Result result;
    const std::vector<float> table = read("embedding"), frequency = read("timing_frequency");
    Matrix x;
    for (size_t i = 0; i < ids.size(); ++i) {
      std::vector<double> row;
      for (size_t c = 0; c < 256; ++c) {
        const double e = table[static_cast<size_t>(ids[i]) * 256 + c];
        const double angle = static_cast<double>(i) * frequency[c % 128];
        row.push_back(e + (e + (c < 128 ? std::sin(angle) : std::cos(angle))));
      }
      x.push_back(row);
    }
    for (const std::string layer : {"layer_1", "layer_2"}) {
      const Matrix normed = norm(x, layer + ".attention_norm");
      const Matrix residual = layer == "layer_1" ? linear(x, layer + ".residual") : x;
      const Matrix qkv = linear(normed, layer + ".qkv");
      const size_t width = normed.empty() ? 0 : normed[0].size(), d = width / 4;
      Matrix joined(x.size(), std::vector<double>(width));
      for (size_t h = 0; h < 4; ++h) {
        Matrix& pattern = result.patterns[layer + "/" + std::to_string(h + 1)];
        for (size_t i = 0; i < x.size(); ++i) {
          std::vector<double> weights;
          double sum = 0;
          for (size_t j = 0; j < x.size(); ++j) {
            double dot = 0;
            for (size_t c = h * d; c < (h + 1) * d; ++c) dot += qkv[i][c] * qkv[j][width + c];
            weights.push_back(std::exp(dot / std::sqrt(static_cast<double>(d))));
            sum += weights.back();
          }
          for (size_t j = 0; j < x.size(); ++j) {
            weights[j] /= sum;
            for (size_t c = h * d; c < (h + 1) * d; ++c) joined[i][c] += weights[j] * qkv[j][2 * width + c];
          }
          pattern.push_back(weights);
        }
      }
      const Matrix middle = sum(linear(joined, layer + ".out"), residual);
      Matrix hidden = linear(norm(middle, layer + ".ffn_norm"), layer + ".ffn_1");
      for (auto& row : hidden) {
        for (double& v : row) v = std::max(v, 0.0);
      }
      x = sum(linear(hidden, layer + ".ffn_2"), middle);
    }
    std::vector<double> mean(512);
    for (const auto& row : x) {
      for (size_t c = 0; c < 512; ++c) mean[c] += row[c] / static_cast<double>(x.size());
    }
    result.sentence = linear({mean}, "pool")[0];
    double square = 0;
    for (double& v : result.sentence) v = std::tanh(v), square += v * v;
    for (double& v : result.sentence) v /= std::sqrt(square);
    return result;
  }

 private:
  std::vector<float> read(const std::string& name) const {
    std::vector<float> values;
    EXPECT_TRUE(container_.floats(name, std::vector<int64_t>(container_.find(name)->shape.size(), -1), &values).ok());
    return values;
  }
  Matrix linear(const Matrix& x, const std::string& name) const {  // weights stored [out, in]
    const std::vector<float> w = read(name + ".weight"), b = read(name + ".bias");
    Matrix y;
    for (const auto& row : x) {
      std::vector<double> out(b.begin(), b.end());
      for (size_t o = 0; o < out.size(); ++o) {
        for (size_t c = 0; c < row.size(); ++c) out[o] += row[c] * w[o * row.size() + c];
      }
      y.push_back(out);
    }
    return y;
  }
  Matrix norm(const Matrix& x, const std::string& name) const {
    const std::vector<float> gain = read(name + ".scale"), bias = read(name + ".bias");
    Matrix y;
    for (const auto& row : x) {
      double mean = 0, variance = 0;
      for (const double v : row) mean += v / static_cast<double>(row.size());
      for (const double v : row) variance += (v - mean) * (v - mean) / static_cast<double>(row.size());
      std::vector<double> out;
      for (size_t c = 0; c < row.size(); ++c)
        out.push_back((row[c] - mean) / std::sqrt(variance + 1e-6) * gain[c] + bias[c]);
      y.push_back(out);
    }
    return y;
  }
  static Matrix sum(Matrix a, const Matrix& b) {
    for (size_t i = 0; i < a.size(); ++i) {
      for (size_t c = 0; c < a[i].size(); ++c) a[i][c] += b[i][c];
    }
    return a;
  }
  const Container& container_;
};

// A file of build/models, opened and loaded.
struct Loaded {
  explicit Loaded(const char* name) : bytes(read_file(std::string("build/models/") + name)) {
    EXPECT_FALSE(bytes.empty()) << test::kModelsMissing;
    Status status;
    EXPECT_TRUE(Container::open(bytes, &container).ok());
    model = SentenceEncoder::load(bytes, &status);
    EXPECT_TRUE(status.ok()) << status.got;
    header.Parse(container.header().data(), container.header().size());
  }
  std::vector<uint8_t> bytes;
  Container container;
  std::unique_ptr<SentenceEncoder> model;
  rapidjson::Document header;
};

const Loaded& f32() {
  static const Loaded loaded("sentence_encoder_f32.bin");
  return loaded;
}
const Loaded& int8() {
  static const Loaded loaded("sentence_encoder.bin");
  return loaded;
}
const Loaded& starter() {
  static const Loaded loaded("starter.bin");
  return loaded;
}

// A recorded run of the whole model.
struct Recorded {
  Recorded(const SentenceEncoder& model, const std::string& text, Params params) : params(std::move(params)) {
    Setting setting(graph, this->params, 1);
    const Value out = model.record(setting, model.tokenize(text));
    EXPECT_TRUE(graph.status().ok()) << graph.status().argument << ": " << graph.status().got;
    EXPECT_TRUE(values.run().ok());
    sentence.resize(static_cast<size_t>(out.shape().count()));
    values.rows(out.node(), {0, 1}, sentence.data());
  }
  // Row `query` of a head's weights.
  std::vector<float> pattern(int layer, int head, int query) const {
    const int node = graph.find("layer_" + std::to_string(layer) + "/pattern");
    const Shape& shape = graph.node(node).shape;
    std::vector<float> row(static_cast<size_t>(shape.columns()));
    const int64_t at = (head - 1) * shape.size(axis::kQuery) + query;
    values.rows(node, {at, at + 1}, row.data());
    return row;
  }
  Params params;
  Graph graph;
  Evaluation<float> values{graph};
  std::vector<float> sentence;
};

Params trained() {
  static const Encoder model = sentence_encoder();
  return Params(model.text.params);
}

std::vector<int> ids(const Tokenized& text) {
  std::vector<int> list;
  for (const TokenPiece& piece : text.pieces) list.push_back(piece.id);
  return list;
}

std::vector<std::string> varied_sentences() {
  const std::vector<uint8_t> file = read_file("tests/core/text/peer_ids.json");
  rapidjson::Document json;
  json.Parse(reinterpret_cast<const char*>(file.data()), file.size());
  std::vector<std::string> texts;
  for (const auto& entry : json.GetArray())
    texts.emplace_back(entry["text"].GetString(), entry["text"].GetStringLength());
  return texts;
}

TEST(SentenceEncoder, EveryHeadAndTheSentenceAgreeWithTheOracle) {
  const Oracle oracle(f32().container);
  for (const std::string text :
       {"the animal didn't cross the street because it was too tired", "one", "I ❤️ 中文, really?"}) {
    const Recorded run(*f32().model, text, trained());
    const Oracle::Result expected = oracle.run(ids(f32().model->tokenize(text)));
    for (const auto& [name, pattern] : expected.patterns) {
      for (size_t i = 0; i < pattern.size(); ++i) {
        const std::vector<float> row = run.pattern(name[6] - '0', name[8] - '0', static_cast<int>(i));
        // float32 against double through two layers: 1e-5 was 5 to 10 times what was seen.
        for (size_t j = 0; j < row.size(); ++j) EXPECT_NEAR(row[j], pattern[i][j], 1e-5) << text << name << i << j;
      }
    }
    for (size_t c = 0; c < 512; ++c) EXPECT_NEAR(run.sentence[c], expected.sentence[c], 1e-5) << text;
  }
}

TEST(SentenceEncoder, Int8KeepsTheDirectionOfEverySentence) {
  const std::vector<std::string> texts = varied_sentences();
  ASSERT_GE(texts.size(), 50U);
  for (const std::string& text : texts) {
    const std::vector<float> a = f32().model->embed(f32().model->tokenize(text));
    const std::vector<float> b = int8().model->embed(int8().model->tokenize(text));
    ASSERT_EQ(a.size(), 512U);
    double cosine = 0;  // both have length 1
    for (size_t c = 0; c < a.size(); ++c) cosine += static_cast<double>(a[c]) * b[c];
    EXPECT_GE(cosine, 0.999) << text;
  }
}

TEST(SentenceEncoder, EmbedIsTheRecordedRun) {
  for (const std::string text : {"", "one", "the river bank was muddy"}) {
    EXPECT_EQ(int8().model->embed(int8().model->tokenize(text)), Recorded(*int8().model, text, trained()).sentence);
  }
}

TEST(SentenceEncoder, ReadsTheFirst128PiecesOnly) {
  std::string text;
  for (int i = 0; i < 150; ++i) text += i == 0 ? "word" : " word";
  std::string shorter = text.substr(0, 128 * 5 - 1);
  EXPECT_EQ(int8().model->tokenize(text).pieces.size(), 150U);
  EXPECT_EQ(int8().model->embed(int8().model->tokenize(text)), int8().model->embed(int8().model->tokenize(shorter)));
}

// The sentences the page proposes must show what it says.
void expect_examples(const Loaded& loaded, double tolerance) {
  for (const auto& example : loaded.header["examples"].GetArray()) {
    const std::string text = example["text"].GetString();
    const Recorded run(*loaded.model, text, trained());
    const std::vector<float> row =
        run.pattern(example["layer"].GetInt(), example["head"].GetInt(), example["query"].GetInt());
    const auto top = std::max_element(row.begin(), row.end()) - row.begin();
    EXPECT_EQ(top, example["key"].GetInt()) << text;
    EXPECT_NEAR(row[static_cast<size_t>(top)], example["weight"].GetDouble(), tolerance) << text;
  }
}

TEST(SentenceEncoder, TheCatalogueAnnouncesTheFileAsItIs) {
  const Encoder model = sentence_encoder();
  EXPECT_EQ(model.bytes, static_cast<int64_t>(int8().bytes.size()));
  ASSERT_EQ(static_cast<int>(model.heads.size()), int8().model->layers());
  for (int layer = 1; layer <= int8().model->layers(); ++layer) {
    EXPECT_EQ(model.heads[static_cast<size_t>(layer - 1)], int8().model->heads(layer));
  }
}

TEST(SentenceEncoder, ExamplesShowWhatTheySayInFloat32) { expect_examples(f32(), 0.0006); }
// 0.01: rounding to int8 moved none of them by more than 0.006.
TEST(SentenceEncoder, ExamplesShowWhatTheySayInInt8) { expect_examples(int8(), 0.01); }

// What a reader can step to or be led to has an id of its own, a symbol and a sentence.
TEST(SentenceEncoder, EveryStepHasItsWords) {
  const Recorded run(*int8().model, "one two", trained());
  std::map<std::string, std::set<std::string>> labels;  // of a layer or what stands around them -> of each stage
  for (const Node& node : run.graph.nodes()) {
    if (!node.op) continue;
    for (const std::string* text :
         {&node.text.stage, &node.text.label, &node.text.title, &node.text.note, &node.text.latex, &node.text.symbol}) {
      EXPECT_FALSE(text->empty()) << node.scope << '/' << node.text.id;
    }
    labels[node.scope].insert(node.text.stage + ": " + node.text.label);
  }
  // A rail shows one layer with what stands around it: no two frames have the same name.
  for (const std::string layer : {"layer_1", "layer_2"}) {
    std::set<std::string> seen;
    for (const std::string& scope : {std::string(), layer}) {
      for (const std::string& label : labels[scope]) {
        EXPECT_TRUE(seen.insert(label.substr(label.find(':'))).second) << layer << " has two of " << label;
      }
    }
    EXPECT_GE(seen.size(), 13U);
  }
}

TEST(SentenceEncoder, TheStarterIsTheFullModelsHeadBitForBit) {
  const auto run = [](const SentenceEncoder& model, const std::string& text) {
    std::vector<ParamSpec> specs = shared::mask();
    specs.push_back(shared::temperature());
    for (const ParamSpec& spec : shared::weights({shared::head_width()})) specs.push_back(spec);
    const Params params(specs);
    Graph graph;
    Setting setting(graph, params, 1);
    setting.set_x(model.record_input(graph, model.tokenize(text), 1));
    model.offer_weights(setting, 1, 2);
    Pipeline pipeline = scaled_dot_product_pipeline(setting);
    pipeline.output = project_output;
    attend(setting, pipeline);
    EXPECT_TRUE(graph.status().ok());
    EXPECT_FALSE(setting.seeded());
    Evaluation<float> values(graph);
    EXPECT_TRUE(values.run().ok());
    std::map<std::string, std::vector<float>> tensors;
    for (const char* const id : {"x", "q", "k", "v", "scores", "scaled_scores", "pattern", "z", "out"}) {
      const int node = graph.find(id);
      const int64_t rows = graph.node(node).shape.rows();
      tensors[id].resize(static_cast<size_t>(rows * graph.node(node).shape.columns()));
      values.rows(node, {0, rows}, tensors[id].data());
    }
    return tensors;
  };
  for (const auto& example : starter().header["examples"].GetArray()) {
    EXPECT_EQ(run(*starter().model, example["text"].GetString()), run(*int8().model, example["text"].GetString()));
  }
  EXPECT_EQ(starter().model->available(), (std::vector<std::pair<int, int>>{{1, 2}}));
}

TEST(SentenceEncoder, MasksAndTemperatureReachEveryHead) {
  Params params = trained();
  ASSERT_TRUE(params.set_choice("mask", "causal").ok());
  const Recorded causal(*int8().model, "the river bank was muddy", params);
  for (int layer = 1; layer <= 2; ++layer) {
    for (int head = 1; head <= 4; ++head) {
      EXPECT_EQ(causal.pattern(layer, head, 0)[0], 1.0F);
      EXPECT_EQ(causal.pattern(layer, head, 2)[3], 0.0F);
    }
  }
  Params cold = trained();
  ASSERT_TRUE(cold.set_number("temperature", 0.01).ok());
  const std::vector<float> row = Recorded(*int8().model, "the river bank was muddy", cold).pattern(1, 2, 0);
  EXPECT_GT(*std::max_element(row.begin(), row.end()), 0.99F);
  // All keys are padding: rows of zeros, and still a finite sentence.
  Params padded = trained();
  ASSERT_TRUE(padded.set_choice("mask", "padding").ok());
  ASSERT_TRUE(padded.set_number("padding", 64).ok());
  const Recorded nothing(*int8().model, "the river bank was muddy", padded);
  EXPECT_EQ(nothing.pattern(2, 3, 1), std::vector<float>(6, 0.0F));
  for (const float v : nothing.sentence) EXPECT_TRUE(std::isfinite(v));
}

TEST(SentenceEncoder, MechanismsReadTheSecondLayersInput) {
  Graph graph, whole;
  const Tokenized text = int8().model->tokenize("the river bank was muddy");
  const Value x = int8().model->record_input(graph, text, 2);
  Evaluation<float> values(graph);
  ASSERT_TRUE(values.run().ok());
  const Recorded run(*int8().model, "the river bank was muddy", trained());
  std::vector<float> a(512), b(512);
  values.rows(x.node(), {3, 4}, a.data());
  run.values.rows(run.graph.find("layer_2/x"), {3, 4}, b.data());
  EXPECT_EQ(a, b);
  EXPECT_EQ(graph.scope(), "");
}

TEST(SentenceEncoder, TheStarterRefusesWhatItHasNot) {
  const Params params = trained();
  Graph graph;
  Setting setting(graph, params, 1);
  starter().model->record(setting, starter().model->tokenize("the"));
  EXPECT_EQ(graph.status().kind, ErrorKind::kNotFound);
  EXPECT_TRUE(starter().model->embed(starter().model->tokenize("the")).empty());
  Graph second;
  starter().model->record_input(second, starter().model->tokenize("the"), 2);
  EXPECT_FALSE(second.status().ok());
}

TEST(SentenceEncoder, RefusesOtherFiles) {
  Status status;
  EXPECT_EQ(SentenceEncoder::load({}, &status), nullptr);
  EXPECT_EQ(status.kind, ErrorKind::kBadModel);
  std::vector<uint8_t> changed = starter().bytes;
  changed[1000] ^= 1;
  EXPECT_EQ(SentenceEncoder::load(changed, &status), nullptr);
  EXPECT_EQ(status.kind, ErrorKind::kBadModel);
}

}  // namespace
}  // namespace attn::encoders
