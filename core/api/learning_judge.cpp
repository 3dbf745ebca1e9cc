// A document judged in the terms of its text: which bytes of it are sentences and words, and how much each counted.
#include <algorithm>

#include "core/api/learning_runs.h"
#include "core/runs/judging.h"

namespace attn::api {
namespace {

// The first byte of a text that is not read because the model takes no more; -1 where all is read.
int64_t cut_of(std::string_view text, const std::vector<TextRange>& read, const Examples& examples) {
  int64_t end = 0;
  for (const TextRange& place : read) end = std::max(end, place.end);
  for (const TextRange& place : examples.source_places(text.substr(static_cast<size_t>(end)))) {
    if (place.end > 0) return end + place.begin;
  }
  return -1;
}

// {"weight","words":[{"weight","begin","end","unknown"}]}; words of an example have no place.
void write_sentence(Json& json, const Judgement& judged, size_t sentence, std::span<const float> ids,
                    std::span<const TextRange> places, float unknown) {
  json.begin_object().field("weight", static_cast<double>(judged.sentences[sentence])).key("words").begin_array();
  for (size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] == kNoTarget) continue;
    json.begin_object().field("weight", static_cast<double>(judged.words[sentence][i]));
    if (!places.empty()) json.field("begin", places[i].begin).field("end", places[i].end);
    json.field("unknown", ids[i] == unknown).end_object();
  }
  json.end_array().end_object();
}

}  // namespace

// {"classes":[{"name","share"}],"verdict","sentences":[...],"cut"}
std::string learn_judge(const rapidjson::Value& request, std::span<const uint8_t>) {
  OpenRun* run = nullptr;
  Batch batch;
  std::string text;
  Judgement judged;
  Status status = find_run(request, &run);
  if (status.ok() && run->kind() != TaskKind::kDocuments)
    status = invalid_input("run", "a model that judges nothing", "a model of documents");
  if (status.ok()) status = read_input(request, *run, &batch);
  if (status.ok()) status = read_text(request, "text", "", &text);
  if (status.ok()) status = judge(run->trainer->run(), &run->trainer->parameters(), batch.source, &judged);
  if (!status.ok()) return failure(status);
  Answer answer;
  answer.key("classes").begin_array();
  for (size_t i = 0; i < judged.classes.size(); ++i) {
    const float id = static_cast<float>(i);
    answer.begin_object().field("name", run->examples().target_text({&id, 1}));
    answer.field("share", static_cast<double>(judged.classes[i])).end_object();
  }
  answer.end_array().field("verdict", judged.verdict).key("sentences").begin_array();
  const std::vector<TextRange> places = run->examples().source_places(text);
  const auto words = static_cast<size_t>(batch.source.shape.columns());
  const std::span ids(batch.source.values);
  for (size_t i = 0; i < judged.sentences.size(); ++i) {
    write_sentence(answer, judged, i, ids.subspan(i * words, words),
                   places.empty() ? std::span<const TextRange>() : std::span(places).subspan(i * words, words),
                   run->examples().unknown_piece());
  }
  answer.end_array().field("cut", cut_of(text, places, run->examples()));
  return answer.close();
}

}  // namespace attn::api
