#include "core/api/run_request.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/tensor/number_text.h"

namespace attn::api {
namespace {

// More tokens than this would make even a row of scores unreadable, and long texts are cut by models far earlier.
constexpr int64_t kMostTokens = 8192;
// Sixteen heads of 256 on this width are 67 MB a matrix, which the memory cap still holds.
constexpr int64_t kMostWidth = 4096;

Status refused_source(std::string argument) {
  return invalid_input(std::move(argument), "words to read", "none: this mechanism reads the words that ask");
}

// The vectors of words, x or source, that came with the request.
Status take_words(const std::string& name, const std::vector<int64_t>& sizes,
                  std::shared_ptr<const std::vector<float>> values, const EntryText& entry, Setting* setting) {
  if (sizes.size() != 2) {
    return invalid_input("tensors." + name, std::to_string(sizes.size()) + " axes", "[tokens, width]");
  }
  if (sizes[0] > kMostTokens || sizes[1] > kMostWidth) {
    return {ErrorKind::kTooLarge, "tensors." + name,
            std::to_string(sizes[0]) + " tokens of width " + std::to_string(sizes[1]),
            "at most " + std::to_string(kMostTokens) + " of width " + std::to_string(kMostWidth)};
  }
  const bool read_only = name == "source";
  if (read_only && !entry.takes_source) return refused_source("tensors.source");
  StepText text;
  text.id = name, text.symbol = read_only ? "M" : "X", text.stage = "embed", text.label = "embed";
  text.title = "Every word is a list of numbers", text.note = "One row per word: the vectors attention works on.";
  const Value words = setting->graph().shared_leaf({{axis::kQuery, sizes[0]}, {axis::kModel, sizes[1]}},
                                                   std::move(values), Origin::kGiven, std::move(text));
  read_only ? setting->set_source(words) : setting->set_x(words);
  return {};
}

// A text of the request in pieces that can be worked on.
Status cut(const TextModel& model, const char* argument, const std::string& text, Tokenized* out) {
  *out = model.tokenize(text);
  if (!out->outside.empty()) {
    std::string words;
    for (const std::string& word : out->outside) words += (words.empty() ? "" : ", ") + word;
    return invalid_input(argument, "words outside this vocabulary: " + words, "words of the loaded model");
  }
  const int64_t pieces = static_cast<int64_t>(out->pieces.size());
  if (pieces == 0) return invalid_input(argument, "no words", "at least one word");
  if (pieces > kMostTokens) {
    return {ErrorKind::kTooLarge, argument, std::to_string(pieces) + " pieces",
            "at most " + std::to_string(kMostTokens)};
  }
  return {};
}

}  // namespace

Status read_run_request(std::string_view text, RunRequest* request) {
  Status status = parse(text, &request->json);
  if (status.ok()) status = read_text(request->json, "entry", "", &request->entry);
  // Seeds are whole numbers that JavaScript can hold exactly.
  if (status.ok()) status = read_integer(request->json, "seed", 1, 0, kLargestInteger, &request->seed);
  if (!status.ok()) return status;
  request->variant = find_variant(request->entry);
  request->encoder = find_encoder(request->entry);
  if (request->variant) request->text = &request->variant->variant.text;
  if (request->encoder) request->text = &request->encoder->encoder.text;
  if (!request->text) {
    return {ErrorKind::kNotFound, "entry", '"' + request->entry + '"', "an id of the catalogue"};
  }
  return {};
}

Status read_params(const rapidjson::Value& request, Params* params, const char* field) {
  const auto found = request.FindMember(field);
  if (found == request.MemberEnd()) return {};
  if (!found->value.IsObject()) return invalid_input(field, "something else", "an object");
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

Status take_tensors(const rapidjson::Value& shapes, const Staged& given, const EntryText& entry, Setting* setting) {
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
    if (name != "x" && name != "source") {
      setting->offer(name, {sizes, staged->second, Origin::kGiven});
      continue;
    }
    status = take_words(name, sizes, staged->second, entry, setting);
    if (!status.ok()) return status;
  }
  if (!setting->x().valid()) return invalid_input("tensors", "no x", "x [tokens, width]");
  return {};
}

Status read_text_request(const rapidjson::Value& request, const EntryText& entry, Reading* reading) {
  std::string text, model;
  Status status = read_text(request, "text", "", &text);
  if (status.ok()) status = read_text(request, "model", "", &model);
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
  status = cut(weights, "text", text, &reading->text);
  if (!status.ok() || !request.HasMember("source")) return status;
  if (!entry.takes_source) return refused_source("source");
  status = read_text(request, "source", "", &text);
  return status.ok() ? cut(weights, "source", text, &reading->source) : status;
}

namespace {

// A finite number, or "-inf" for a score that is not to be read. Masks are 0 or 1.
Status read_override(const rapidjson::Value& item, const std::string& name, const Node& node, int64_t* flat,
                     float* value) {
  if (!item.IsObject() || !item.HasMember("index") || !item.HasMember("value"))
    return invalid_input(name, "something else", "a list of {index, value}");
  Index cell;
  if (Status status = read_integers(item["index"], name + ".index", &cell); !status.ok()) return status;
  if (!node.shape.contains(cell)) {
    std::string got;
    for (const int64_t at : cell) got += (got.empty() ? "[" : ", ") + std::to_string(at);
    return invalid_input(name + ".index", got.empty() ? "[]" : got + ']', "a cell of " + node.shape.text());
  }
  const rapidjson::Value& given = item["value"];
  if (given.IsString() && std::string_view(given.GetString(), given.GetStringLength()) == "-inf") {
    *value = -std::numeric_limits<float>::infinity();
  } else if (given.IsNumber() && std::isfinite(static_cast<float>(given.GetDouble()))) {
    *value = static_cast<float>(given.GetDouble());
  } else {
    return invalid_input(name + ".value", "something else", "a finite number or -inf");
  }
  if (node.op && node.op->makes_mask() && *value != 0.0F && *value != 1.0F)
    return invalid_input(name + ".value", number_text(*value), "0 or 1: closed or open");
  *flat = node.shape.flat(cell);
  return {};
}

}  // namespace

Status take_overrides(const rapidjson::Value& request, Trace* trace) {
  const auto found = request.FindMember("overrides");
  if (found == request.MemberEnd()) return {};
  if (!found->value.IsObject()) return invalid_input("overrides", "something else", "an object of lists");
  for (const auto& member : found->value.GetObject()) {
    const std::string tensor{member.name.GetString(), member.name.GetStringLength()};
    const std::string name = "overrides." + tensor;
    const int index = trace->graph.find(tensor);
    if (index < 0) return invalid_input(name, '"' + tensor + '"', "a tensor of this record");
    if (!member.value.IsArray()) return invalid_input(name, "something else", "a list of {index, value}");
    for (const rapidjson::Value& item : member.value.GetArray()) {
      int64_t flat = 0;
      float value = 0;
      const Status status = read_override(item, name, trace->graph.node(index), &flat, &value);
      if (!status.ok()) return status;
      trace->values.edit(index, flat, value);
    }
  }
  return {};
}

}  // namespace attn::api
