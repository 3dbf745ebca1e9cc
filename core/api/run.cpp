// run: a request becomes a record, the record is computed, and the trace stays until it is disposed.
#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>

#include "core/api/api.h"
#include "core/api/run_request.h"
#include "core/api/session.h"
#include "core/api/trace.h"

namespace attn::api {
namespace {

using Clock = std::chrono::steady_clock;
using Milliseconds = std::chrono::duration<double, std::milli>;

// Finite numbers can still be too large to multiply. Infinity below is a mask, or as good as one.
Status check_overflow(const std::vector<float>& values) {
  constexpr float kLargest = std::numeric_limits<float>::max();
  if (std::all_of(values.begin(), values.end(), [](float v) { return v <= kLargest; })) return {};
  return invalid_input("tensors", "numbers so large that their products overflow", "smaller numbers");
}

// Records what is asked for, and notes what the answer will say about it.
Status record(std::string_view text, const Staged& staged, Unfinished* run) {
  RunRequest request;
  Status status = read_run_request(text, &request);
  if (!status.ok()) return status;
  Graph& graph = run->trace->graph;
  Params params(request.text->params);
  Setting setting(graph, params, static_cast<uint64_t>(request.seed));
  setting.remember_in(&session().drawn);
  Reading reading;
  status = read_params(request.json, &params);
  const auto tensors = request.json.FindMember("tensors");
  const bool given = tensors != request.json.MemberEnd();
  if (status.ok())
    status = given ? take_tensors(tensors->value, staged, *request.text, &setting)
                   : read_text_request(request.json, *request.text, &reading);
  if (!status.ok()) return status;

  int64_t most = std::numeric_limits<int64_t>::max();
  if (request.encoder) {
    if (given || reading.loaded->entry != request.entry)
      return invalid_input("input", "something else", "a text and this model, loaded");
    request.encoder->encoder.build(setting, *reading.loaded->model, reading.text);
    most = reading.loaded->model->most_pieces();
  } else {
    if (!given) {
      const TextModel& model = *reading.loaded->model;
      const int layer = static_cast<int>(reading.layer);
      setting.set_x(model.record_input(graph, reading.text, layer));
      if (!reading.source.pieces.empty()) {
        graph.set_scope("source");
        setting.set_source(model.record_input(graph, reading.source, layer));
        graph.set_scope("");
      }
      model.offer_weights(setting, layer, request.variant->variant.whole_layer ? 0 : static_cast<int>(reading.head));
    }
    request.variant->variant.build(setting);
  }
  run->read = std::min(static_cast<int64_t>(reading.text.pieces.size()), most);
  run->text = std::move(reading.text);
  run->source = std::move(reading.source);
  run->seeded = setting.seeded();
  status = graph.status().ok() ? setting.check_taken() : graph.status();
  return status.ok() ? take_overrides(request.json, run->trace.get()) : status;
}

void write_remarks(Json& json, const Unfinished& run) {
  json.key("remarks").begin_array();
  const int64_t left_out = static_cast<int64_t>(run.text.pieces.size()) - run.read;
  if (left_out > 0) {
    json.text("The model reads the first " + std::to_string(run.read) + " pieces of the text; " +
              std::to_string(left_out) + (left_out == 1 ? " is" : " are") + " left out.");
  }
  if (run.seeded) json.text("Some weights are drawn from the seed, not trained.");
  const int64_t empty = count_empty_rows(*run.trace);
  if (empty > 0) {
    json.text(std::to_string(empty) + (empty == 1 ? " row has" : " rows have") +
              " nothing to read: the weights there are 0 and the result is a zero row.");
  }
  json.end_array();
}

std::string finished(int id, Unfinished& run) {
  Answer answer;
  answer.field("trace", id).field("milliseconds", run.milliseconds);
  write_steps(answer, run.trace->graph);
  write_tensors(answer, *run.trace);
  write_pieces(answer, "pieces", run.text);
  write_pieces(answer, "source_pieces", run.source);
  answer.field("read", run.read);
  write_remarks(answer, run);
  const std::vector<float>& arena = run.trace->values.arena();
  answer.field("buffer", address(arena.data())).field("count", static_cast<int64_t>(arena.size()));
  session().traces[id] = std::move(run.trace);
  return answer.close();
}

// Computes for so long; whoever ends, by an answer or an error, is no longer unfinished.
std::string compute(int id, Unfinished& run, Clock::time_point start, double milliseconds) {
  const bool bounded = milliseconds < kNoEnd;
  Clock::time_point end = start + std::chrono::duration_cast<Clock::duration>(Milliseconds(bounded ? milliseconds : 0));
  const Pause pause{[](void* at) { return Clock::now() >= *static_cast<Clock::time_point*>(at); }, &end};
  const bool done = run.trace->values.advance(bounded ? pause : Pause{});
  const Status status = done ? check_overflow(run.trace->values.arena()) : Status{};
  run.milliseconds += Milliseconds(Clock::now() - start).count();
  if (!done) {
    Answer answer;
    answer.field("trace", id).field("more", true).field("progress", run.trace->values.progress());
    return answer.close();
  }
  std::string answer = status.ok() ? finished(id, run) : failure(status);
  session().unfinished.erase(id);
  return answer;
}

}  // namespace

std::string run(std::string_view text, double milliseconds) {
  const Clock::time_point start = Clock::now();
  const Staged staged = std::exchange(session().staged, {});
  Unfinished run;
  Status status = record(text, staged, &run);
  if (status.ok()) status = run.trace->values.prepare();
  if (!status.ok()) return failure(status);
  const int id = session().next_trace++;
  return compute(id, session().unfinished.emplace(id, std::move(run)).first->second, start, milliseconds);
}

std::string proceed(int trace, double milliseconds) {
  const auto found = session().unfinished.find(trace);
  if (found == session().unfinished.end())
    return failure({ErrorKind::kNotFound, "trace", std::to_string(trace), "a run that has not ended"});
  return compute(trace, found->second, Clock::now(), milliseconds);
}

void dispose(int trace) {
  session().traces.erase(trace);
  session().unfinished.erase(trace);
}

}  // namespace attn::api
