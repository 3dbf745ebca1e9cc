// What a model makes of one example: in words, step by step, or as a trace.
#include <algorithm>

#include "core/api/learning_runs.h"
#include "core/api/trace.h"
#include "core/runs/beam.h"

namespace attn::api {
namespace {

constexpr int64_t kMostBeams = 16;

std::vector<float> row_of(const Tensor& tensor, int64_t row) {
  const int64_t columns = tensor.shape.columns();
  const auto first = tensor.values.begin() + row * columns;
  return {first, first + columns};
}

// A target's pieces without the end and what is behind it.
std::vector<float> without_end(std::vector<float> pieces) {
  pieces.erase(std::find_if(pieces.begin(), pieces.end(),
                            [](float piece) { return piece == static_cast<float>(kEndPiece) || piece < 0; }),
               pieces.end());
  return pieces;
}

// The held-out example of a request, or what somebody typed: then without a target.
Status read_example(const rapidjson::Value& request, const OpenRun& run, Batch* batch) {
  if (request.HasMember("text")) {
    std::string text;
    Status status = read_text(request, "text", "", &text);
    if (!status.ok()) return status;
    std::vector<float> ids = run.examples->source_ids(text, &status);
    if (!status.ok()) return status;
    const int64_t length = static_cast<int64_t>(ids.size());
    if (length == 0) return invalid_input("text", "nothing", "at least one letter");
    batch->source = {{{axis::kBatch, 1}, {axis::kKey, length}}, std::move(ids)};
    return {};
  }
  int64_t example = 0;
  const int64_t held = run.examples->held_out();
  Status status = read_integer(request, "example", 0, 0, held - 1, &example);
  if (status.ok()) *batch = run.examples->held_out_batches(example, example + 1, 1).at(0);
  return status;
}

void write_numbers(Json& json, std::string_view name, const std::vector<float>& values) {
  json.key(name).begin_array();
  for (const float value : values) json.number(static_cast<double>(value));
  json.end_array();
}

// Each piece as the task writes it; the end has no text.
void write_pieces(Json& json, std::string_view name, const std::vector<float>& ids, const OpenRun& run, bool source) {
  json.key(name).begin_array();
  for (const float id : ids) {
    const std::span<const float> one(&id, 1);
    if (id == static_cast<float>(kEndPiece))
      json.text("");
    else
      json.text(source ? run.examples->source_text(one) : run.examples->target_text(one));
  }
  json.end_array();
}

Status find_sequences(const rapidjson::Value& request, OpenRun** run) {
  Status status = find_run(request, run);
  if (!status.ok() || (*run)->model.model.encode) return status;
  return invalid_input("run", "a model that decodes nothing", "a model of sequences");
}

}  // namespace

std::string learn_example(const rapidjson::Value& request, std::span<const uint8_t>) {
  OpenRun* run = nullptr;
  Batch batch;
  Status status = find_run(request, &run);
  if (status.ok()) status = read_example(request, *run, &batch);
  if (!status.ok()) return failure(status);
  Answer answer;
  answer.key("shape").begin_array();
  for (const Dim& dim : batch.source.shape.dims()) answer.integer(dim.size);
  answer.end_array();
  write_numbers(answer, "source", batch.source.values);
  write_numbers(answer, "target", batch.target.values);
  if (run->task.task.kind == TaskKind::kSequences)
    answer.field("source_text", run->examples->source_text(row_of(batch.source, 0)));
  if (run->model.model.encode && batch.target.shape.rank() > 0)
    answer.field("target_text", run->examples->target_text(without_end(row_of(batch.target, 0))));
  return answer.close();
}

// {"source_pieces":[...],"steps":[{"entries":[{"piece","text","parent","log_probability","offset"}]}],"step","entry",
//  "score","text","keys":n,"buffer","count"}: the alignment of an entry is the n numbers from `offset`, -1 for none.
std::string learn_decode(const rapidjson::Value& request, std::span<const uint8_t>) {
  OpenRun* run = nullptr;
  Batch batch;
  int64_t beams = 1;
  Status status = find_sequences(request, &run);
  if (status.ok()) status = read_integer(request, "beam", 1, 1, kMostBeams, &beams);
  if (status.ok()) status = read_example(request, *run, &batch);
  BeamSearch search;
  const int64_t longest = status.ok() ? 2 * run->examples->sizes().longest_target : 0;
  if (status.ok())
    status = beam_search(run->trainer->run(), &run->trainer->parameters(), batch.source, beams, /*alpha=*/0, longest,
                         &search);
  if (!status.ok()) return failure(status);
  std::vector<float>& alignments = session().answer;
  alignments.clear();
  int64_t keys = 0;
  Answer answer;
  if (run->task.task.kind == TaskKind::kSequences)
    write_pieces(answer, "source_pieces", row_of(batch.source, 0), *run, true);
  if (batch.target.shape.rank() > 0)
    answer.field("target", run->examples->target_text(without_end(row_of(batch.target, 0))));
  answer.key("steps").begin_array();
  for (const std::vector<BeamEntry>& step : search.steps) {
    answer.begin_array();
    for (const BeamEntry& entry : step) {
      const float piece = static_cast<float>(entry.piece);
      answer.begin_object().field("piece", entry.piece).field("parent", entry.parent);
      answer.field("text", entry.ended() ? "" : run->examples->target_text({&piece, 1}));
      answer.field("log_probability", entry.log_probability);
      answer.field("offset", entry.alignment.empty() ? int64_t{-1} : static_cast<int64_t>(alignments.size()));
      answer.end_object();
      alignments.insert(alignments.end(), entry.alignment.begin(), entry.alignment.end());
      keys = std::max(keys, static_cast<int64_t>(entry.alignment.size()));
    }
    answer.end_array();
  }
  answer.end_array().field("step", search.step).field("entry", search.entry).field("score", search.score);
  answer.field("text", run->examples->target_text(search.pieces(search.step, search.entry))).field("keys", keys);
  answer.field("buffer", address(alignments.data())).field("count", static_cast<int64_t>(alignments.size()));
  return answer.close();
}

// One example as a trace, with the right target, or with the one that comes along, or what the model says itself.
std::string learn_trace(const rapidjson::Value& request, std::span<const uint8_t>) {
  OpenRun* run = nullptr;
  Batch batch;
  Status status = find_run(request, &run);
  if (status.ok()) status = read_example(request, *run, &batch);
  if (status.ok() && batch.target.shape.rank() == 0) {
    std::vector<Decoded> decoded;
    status = greedy(run->trainer->run(), &run->trainer->parameters(), batch.source,
                    2 * run->examples->sizes().longest_target, &decoded);
    if (status.ok()) {
      std::vector<float> target = decoded[0].pieces;
      target.push_back(static_cast<float>(kEndPiece));
      batch.target = {{{axis::kBatch, 1}, {axis::kQuery, static_cast<int64_t>(target.size())}}, target};
    }
  }
  if (!status.ok()) return failure(status);
  const Run& what = run->trainer->run();
  auto trace = std::make_unique<Trace>();
  Recorder recorder(trace->graph, {.parameters = &run->trainer->parameters(),
                                   .params = what.model_params,
                                   .sizes = run->examples->sizes(),
                                   .mechanism = what.mechanism,
                                   .seed = what.seed,
                                   .tables = false});
  record_batch(recorder, what, batch, /*smoothing=*/0);
  status = trace->graph.status();
  if (status.ok()) status = trace->values.run();
  if (!status.ok()) return failure(status);
  const int id = session().next_trace++;
  Answer answer;
  answer.field("trace", id);
  if (run->task.task.kind == TaskKind::kSequences)
    write_pieces(answer, "source_pieces", row_of(batch.source, 0), *run, true);
  if (run->model.model.encode) write_pieces(answer, "target_pieces", row_of(batch.target, 0), *run, false);
  write_steps(answer, trace->graph);
  write_tensors(answer, *trace);
  const std::vector<float>& arena = trace->values.arena();
  answer.field("buffer", address(arena.data())).field("count", static_cast<int64_t>(arena.size()));
  session().traces[id] = std::move(trace);
  return answer.close();
}

}  // namespace attn::api
