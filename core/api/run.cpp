// run: a request becomes a record, the record is computed, and the trace stays until it is disposed.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <utility>

#include "core/api/api.h"
#include "core/api/session.h"
#include "core/api/trace.h"
#include "core/catalog/catalog.h"

namespace attn::api {
namespace {

// More tokens than this would make even a row of scores unreadable, and long texts are cut by models far earlier.
constexpr int64_t kMostTokens = 8192;
// Sixteen heads of 256 on this width are 67 MB a matrix, which the memory cap still holds.
constexpr int64_t kMostWidth = 4096;

struct Request {
  rapidjson::Document json;
  std::string entry;
  int64_t seed = 1;
  const CatalogVariant* variant = nullptr;
  const CatalogModel* model = nullptr;
  const EntryText* text = nullptr;
};

Status read_request(std::string_view text, Request* request) {
  Status status = parse(text, &request->json);
  if (status.ok()) status = read_text(request->json, "entry", "", &request->entry);
  // Seeds are whole numbers that JavaScript can hold exactly.
  if (status.ok()) status = read_integer(request->json, "seed", 1, 0, (int64_t{1} << 53) - 1, &request->seed);
  if (!status.ok()) return status;
  request->variant = find_variant(request->entry);
  request->model = find_model(request->entry);
  if (request->variant) request->text = &request->variant->variant.text;
  if (request->model) request->text = &request->model->model.text;
  if (!request->text) {
    return {ErrorKind::kNotFound, "entry", '"' + request->entry + '"', "an id of the catalogue"};
  }
  return {};
}

Status read_params(const rapidjson::Value& request, Params* params) {
  const auto found = request.FindMember("params");
  if (found == request.MemberEnd()) return {};
  if (!found->value.IsObject()) return invalid_input("params", "something else", "an object");
  for (const auto& member : found->value.GetObject()) {
    const std::string_view id{member.name.GetString(), member.name.GetStringLength()};
    Status status;
    if (member.value.IsNumber()) {
      status = params->set_number(id, member.value.GetDouble());
    } else if (member.value.IsBool()) {
      status = params->set_flag(id, member.value.GetBool());
    } else if (member.value.IsString()) {
      status = params->set_choice(id, {member.value.GetString(), member.value.GetStringLength()});
    } else {
      status = invalid_input("params." + std::string(id), "something else", "a number, a text or true/false");
    }
    if (!status.ok()) return status;
  }
  return {};
}

// Tensors that came with the request: x becomes the words' vectors, the rest is offered as weights.
Status take_tensors(const rapidjson::Value& shapes, const Staged& given, Setting* setting) {
  if (!shapes.IsObject()) return invalid_input("tensors", "something else", "an object of shapes");
  for (const auto& member : shapes.GetObject()) {
    const std::string name{member.name.GetString(), member.name.GetStringLength()};
    std::vector<int64_t> sizes;
    Status status = read_integers(member.value, "tensors." + name, &sizes);
    if (!status.ok()) return status;
    const auto staged = given.find(name);
    int64_t count = 1;
    for (const int64_t size : sizes) count = size > 0 && count <= (int64_t{1} << 40) / size ? count * size : -1;
    if (staged == given.end() || static_cast<int64_t>(staged->second->size()) != count) {
      return invalid_input("tensors." + name, "a shape that does not fit its numbers",
                           "positive sizes whose product is the count");
    }
    if (!std::all_of(staged->second->begin(), staged->second->end(), [](float v) { return std::isfinite(v); })) {
      return invalid_input("tensors." + name, "numbers that are not finite", "finite numbers");
    }
    if (name != "x") {
      setting->offer(name, {sizes, staged->second, Origin::kGiven});
      continue;
    }
    if (sizes.size() != 2) return invalid_input("tensors.x", std::to_string(sizes.size()) + " axes", "[tokens, width]");
    if (sizes[0] > kMostTokens || sizes[1] > kMostWidth) {
      return {ErrorKind::kTooLarge, "tensors.x",
              std::to_string(sizes[0]) + " tokens of width " + std::to_string(sizes[1]),
              "at most " + std::to_string(kMostTokens) + " of width " + std::to_string(kMostWidth)};
    }
    StepText text;
    text.id = "x", text.symbol = "X", text.stage = "embed", text.label = "embed";
    text.title = "Every word is a list of numbers", text.note = "One row per word: the vectors attention works on.";
    setting->set_x(setting->graph().shared_leaf({{axis::kQuery, sizes[0]}, {axis::kModel, sizes[1]}}, staged->second,
                                                Origin::kGiven, std::move(text)));
  }
  if (setting->graph().nodes().empty()) return invalid_input("tensors", "no x", "x [tokens, width]");
  return {};
}

// The model that reads the request's text, the text cut into pieces, and which layer and head are meant.
struct Reading {
  const LoadedModel* loaded = nullptr;
  Tokenized text;
  int64_t layer = 1;
  int64_t head = 0;
};

Status read_text_request(const rapidjson::Value& request, Reading* reading) {
  std::string text, model;
  Status status = read_text(request, "text", "", &text);
  if (status.ok()) status = read_text(request, "model", "starter", &model);
  if (!status.ok()) return status;
  const auto found = session().models.find(model);
  if (found == session().models.end()) {
    return {ErrorKind::kNotFound, "model", '"' + model + '"', "a model that is loaded"};
  }
  reading->loaded = &found->second;
  const TextModel& weights = *found->second.model;
  const auto available = weights.available();
  status =
      read_integer(request, "layer", available.empty() ? 1 : available[0].first, 1, weights.layers(), &reading->layer);
  if (status.ok())
    status = read_integer(request, "head", 0, 0, weights.heads(static_cast<int>(reading->layer)), &reading->head);
  if (!status.ok()) return status;
  const bool here = std::any_of(available.begin(), available.end(), [&](const auto& pair) {
    return pair.first == reading->layer && (reading->head == 0 || pair.second == reading->head);
  });
  if (!here) {
    return invalid_input("layer, head", std::to_string(reading->layer) + ", " + std::to_string(reading->head),
                         "a head whose weights are loaded");
  }
  reading->text = weights.tokenize(text);
  if (!reading->text.outside.empty()) {
    std::string words;
    for (const std::string& word : reading->text.outside) words += (words.empty() ? "" : ", ") + word;
    return invalid_input("text", "words outside this vocabulary: " + words, "words of the loaded model");
  }
  const int64_t pieces = static_cast<int64_t>(reading->text.pieces.size());
  if (pieces == 0) return invalid_input("text", "no words", "at least one word");
  if (pieces > kMostTokens) {
    return {ErrorKind::kTooLarge, "text", std::to_string(pieces) + " pieces", "at most " + std::to_string(kMostTokens)};
  }
  return {};
}

// Finite numbers can still be too large to multiply. Infinity below is a mask, or as good as one.
Status check_overflow(const std::vector<float>& values) {
  constexpr float kLargest = std::numeric_limits<float>::max();
  if (std::all_of(values.begin(), values.end(), [](float v) { return v <= kLargest; })) return {};
  return invalid_input("tensors", "numbers so large that their products overflow", "smaller numbers");
}

void write_pieces(Json& json, const Tokenized& text) {
  json.key("pieces").begin_array();
  for (const TokenPiece& piece : text.pieces) {
    json.begin_object().field("id", piece.id).field("begin", piece.begin).field("end", piece.end);
    json.field("word_start", piece.word_start).end_object();
  }
  json.end_array();
}

void write_remarks(Json& json, const Setting& setting, const Trace& trace, int64_t read, int64_t pieces) {
  json.key("remarks").begin_array();
  if (read < pieces) {
    json.text("The model reads the first " + std::to_string(read) + " pieces of the text; " +
              std::to_string(pieces - read) + (pieces - read == 1 ? " is" : " are") + " left out.");
  }
  if (setting.seeded()) json.text("Some weights are drawn from the seed, not trained.");
  const int64_t empty = count_empty_rows(trace);
  if (empty > 0) {
    json.text(std::to_string(empty) + (empty == 1 ? " row has" : " rows have") +
              " nothing to read: the weights there are 0 and the result is a zero row.");
  }
  json.end_array();
}

}  // namespace

std::string run(std::string_view text) {
  const Staged staged = std::exchange(session().staged, {});
  Request request;
  Status status = read_request(text, &request);
  if (!status.ok()) return failure(status);

  auto trace = std::make_unique<Trace>();
  Params params(request.text->params);
  Setting setting(trace->graph, params, static_cast<uint64_t>(request.seed));
  Reading reading;
  status = read_params(request.json, &params);
  const auto tensors = request.json.FindMember("tensors");
  const bool given = tensors != request.json.MemberEnd();
  if (status.ok())
    status = given ? take_tensors(tensors->value, staged, &setting) : read_text_request(request.json, &reading);
  if (!status.ok()) return failure(status);

  const auto start = std::chrono::steady_clock::now();
  if (request.model) {
    if (given || reading.loaded->entry != request.entry) {
      return failure(invalid_input("input", "something else", "a text and this model, loaded"));
    }
    request.model->model.build(setting, *reading.loaded->model, reading.text);
  } else {
    if (!given) {
      const TextModel& model = *reading.loaded->model;
      const int layer = static_cast<int>(reading.layer);
      setting.set_x(model.record_input(trace->graph, reading.text, layer));
      model.offer_weights(setting, layer, request.variant->variant.whole_layer ? 0 : static_cast<int>(reading.head));
    }
    request.variant->variant.build(setting);
  }
  status = trace->graph.status();
  if (status.ok()) status = setting.check_taken();
  if (status.ok()) status = trace->values.run();
  if (status.ok()) status = check_overflow(trace->values.arena());
  if (!status.ok()) return failure(status);
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;

  Answer answer;
  answer.field("trace", session().next_trace).field("milliseconds", took.count());
  write_params(answer, params);
  write_steps(answer, trace->graph);
  write_tensors(answer, *trace);
  write_pieces(answer, reading.text);
  const int64_t pieces = static_cast<int64_t>(reading.text.pieces.size());
  const int64_t read = request.model ? std::min(pieces, reading.loaded->model->most_pieces()) : pieces;
  answer.field("read", read);
  write_remarks(answer, setting, *trace, read, pieces);
  answer.field("buffer", address(trace->values.arena().data()));
  answer.field("count", static_cast<int64_t>(trace->values.arena().size()));
  session().traces[session().next_trace++] = std::move(trace);
  return answer.close();
}

void dispose(int trace) { session().traces.erase(trace); }

}  // namespace attn::api
