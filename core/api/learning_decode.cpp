// What a model makes of one example, step by step or as a trace.
#include <algorithm>
#include <chrono>

#include "core/api/learning_runs.h"
#include "core/api/trace.h"
#include "core/runs/beam.h"
#include "core/runs/judging.h"

namespace attn::api {
namespace {

constexpr int64_t kMostBeams = 16;  // each is a row of every pass, and more than a tree on a page can show

// Each piece as the task writes it; the end has no text.
void write_pieces(Json& json, std::string_view name, const std::vector<float>& ids, const OpenRun& run, bool source) {
  json.key(name).begin_array();
  for (const float id : ids) {
    const std::span<const float> one(&id, 1);
    if (id == static_cast<float>(kEndPiece))
      json.text("");
    else
      json.text(source ? run.examples().source_text(one) : run.examples().target_text(one));
  }
  json.end_array();
}

// Where these numbers stand now among all, -1 for none.
int64_t append(const std::vector<float>& some, std::vector<float>* all) {
  const auto offset = static_cast<int64_t>(all->size());
  all->insert(all->end(), some.begin(), some.end());
  return some.empty() ? -1 : offset;
}

// The target that a model itself gives to a source.
Status say(const OpenRun& run, Batch* batch) {
  const Run& what = run.trainer->run();
  if (what.kind == TaskKind::kDocuments) {
    Judgement judged;
    Status status = judge(what, &run.trainer->parameters(), batch->source, &judged);
    if (status.ok()) batch->target = {{{axis::kBatch, 1}}, {static_cast<float>(judged.verdict)}};
    return status;
  }
  std::vector<Decoded> decoded;
  const Decoder& decoder = *decoder_of(run.model());
  const Params defaults(decoder.text.params);
  Status status = decode_all(decoder,
                             {.models = {{what, &run.trainer->parameters()}},
                              .params = &defaults,
                              .source = batch->source,
                              .longest = longest_said(run.examples().sizes())},
                             &decoded);
  if (!status.ok()) return status;
  std::vector<float> target = decoded[0].pieces;
  target.push_back(static_cast<float>(kEndPiece));
  batch->target = {{{axis::kBatch, 1}, {axis::kQuery, static_cast<int64_t>(target.size())}}, target};
  return {};
}

Status find_sequences(const rapidjson::Value& request, OpenRun** run) {
  Status status = find_run(request, run);
  if (!status.ok() || says_pieces((*run)->model())) return status;
  return invalid_input("run", "a model that decodes nothing", "a model of sequences");
}

}  // namespace

// {"source_pieces":[...],"steps":[[{"piece","text","parent","log_probability","offset","chances"}]],"step","entry",
//  "score","text","keys":n,"read_milliseconds","milliseconds":[...],"buffer","count"}: the alignment of an entry is the
// n numbers from `offset`, and where it is one place, the weights by which that was chosen are those from `chances`; -1
// for none. Milliseconds are those of the calls: the source's, and one for each step.
std::string learn_decode(const rapidjson::Value& request, std::span<const uint8_t>) {
  OpenRun* run = nullptr;
  Batch batch;
  int64_t beams = 1;
  Status status = find_sequences(request, &run);
  if (status.ok()) status = read_integer(request, "beam", 1, 1, kMostBeams, &beams);
  if (status.ok()) status = read_input(request, *run, &batch);
  Run what;
  if (status.ok()) what = run->trainer->run();
  if (status.ok() && request.HasMember("seed")) {
    int64_t seed = 0;
    status = read_integer(request, "seed", 1, 0, kLargestInteger, &seed);
    what.seed = static_cast<uint64_t>(seed), what.draws_choices = true;
  }
  BeamSearch search;
  const int64_t longest = status.ok() ? longest_said(run->examples().sizes()) : 0;
  if (status.ok())
    status = beam_search(what, &run->trainer->parameters(), batch.source, beams, /*alpha=*/0, longest, &search);
  if (!status.ok()) return failure(status);
  std::vector<float>& alignments = session().answer;
  alignments.clear();
  int64_t keys = 0;
  Answer answer;
  if (run->kind() == TaskKind::kSequences) write_pieces(answer, "source_pieces", row_of(batch.source, 0), *run, true);
  if (batch.target.shape.rank() > 0)
    answer.field("target", run->examples().target_text(without_end(row_of(batch.target, 0))));
  answer.key("steps").begin_array();
  for (const std::vector<BeamEntry>& step : search.steps) {
    answer.begin_array();
    for (const BeamEntry& entry : step) {
      const float piece = static_cast<float>(entry.piece);
      answer.begin_object().field("piece", entry.piece).field("parent", entry.parent);
      answer.field("text", entry.ended() ? "" : run->examples().target_text({&piece, 1}));
      answer.field("log_probability", entry.log_probability);
      answer.field("offset", append(entry.alignment, &alignments));
      answer.field("chances", append(entry.chances, &alignments)).end_object();
      keys = std::max(keys, static_cast<int64_t>(entry.alignment.size()));
    }
    answer.end_array();
  }
  answer.end_array().field("step", search.step).field("entry", search.entry).field("score", search.score);
  answer.field("text", run->examples().target_text(search.pieces(search.step, search.entry))).field("keys", keys);
  answer.field("read_milliseconds", search.read_milliseconds).key("milliseconds").begin_array();
  for (const double milliseconds : search.milliseconds) answer.number(milliseconds);
  answer.end_array();
  answer.field("buffer", address(alignments.data())).field("count", static_cast<int64_t>(alignments.size()));
  return answer.close();
}

// One example as a trace, with the right target, or with the one that comes along, or what the model says itself.
// Its milliseconds are those of the one pass over all positions.
std::string learn_trace(const rapidjson::Value& request, std::span<const uint8_t>) {
  OpenRun* run = nullptr;
  Batch batch;
  Status status = find_run(request, &run);
  if (status.ok()) status = read_input(request, *run, &batch);
  if (status.ok() && batch.target.shape.rank() == 0) status = say(*run, &batch);
  if (!status.ok()) return failure(status);
  const Run& what = run->trainer->run();
  const auto began = std::chrono::steady_clock::now();
  auto trace = std::make_unique<Trace>();
  Recorder::Context context = context_of(what, &run->trainer->parameters());
  context.tables = false;
  Recorder recorder(trace->graph, context);
  record_batch(recorder, what, batch, /*smoothing=*/0);
  status = trace->graph.status();
  if (status.ok()) status = trace->values.run();
  if (!status.ok()) return failure(status);
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - began;
  const int id = session().next_trace++;
  Answer answer;
  answer.field("trace", id).field("milliseconds", took.count());
  if (run->kind() == TaskKind::kSequences) write_pieces(answer, "source_pieces", row_of(batch.source, 0), *run, true);
  if (run->model().encode) write_pieces(answer, "target_pieces", row_of(batch.target, 0), *run, false);
  write_steps(answer, trace->graph);
  write_tensors(answer, *trace);
  const std::vector<float>& arena = trace->values.arena();
  answer.field("buffer", address(arena.data())).field("count", static_cast<int64_t>(arena.size()));
  session().traces[id] = std::move(trace);
  return answer.close();
}

}  // namespace attn::api
