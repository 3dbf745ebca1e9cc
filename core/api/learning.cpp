#include "core/api/learning.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/api/learning_runs.h"
#include "core/api/run_request.h"
#include "core/catalog/catalog.h"
#include "core/runs/metrics.h"
#include "core/runs/settings.h"

namespace attn::api {
namespace {

// Updates between two states that `undo` can go back to: a second or so of a small model.
constexpr int64_t kStepsKept = 50;
// Examples side by side when scoring: what an update has by default, so that a page that can train can score.
constexpr int64_t kScoreBatch = 32;

std::string catalog_answer(const rapidjson::Value&, std::span<const uint8_t>) {
  Answer answer;
  write_learning(answer);
  return answer.close();
}

std::string open(const rapidjson::Value& request, std::span<const uint8_t> bytes) {
  std::string model, task, mechanism, discretizer;
  int64_t seed = 1;
  Status status = read_text(request, "model", "", &model);
  if (status.ok()) status = read_text(request, "task", "", &task);
  if (status.ok()) status = read_text(request, "mechanism", "", &mechanism);
  if (status.ok()) status = read_text(request, "discretizer", "", &discretizer);
  if (status.ok()) status = read_integer(request, "seed", 1, 0, kLargestInteger, &seed);
  auto opened = std::make_unique<OpenRun>();
  if (status.ok()) status = choose_run({model, task, mechanism, discretizer}, &opened->chosen);
  if (!status.ok()) return failure(status);
  ChosenRun& chosen = *opened->chosen;
  status = read_params(request, &chosen.model_params, "model_params");
  if (status.ok()) status = read_params(request, &chosen.task_params, "task_params");
  if (status.ok()) status = read_params(request, &chosen.settings, "settings");
  if (status.ok() && chosen.mechanism) status = read_params(request, &chosen.mechanism_params, "mechanism_params");
  if (status.ok() && chosen.discretizer)
    status = read_params(request, &chosen.discretizer_params, "discretizer_params");
  if (status.ok()) status = chosen.open(bytes);
  if (!status.ok()) return failure(status);
  opened->trainer = std::make_unique<Trainer>(chosen.run(static_cast<uint64_t>(seed)), chosen.settings);
  status = opened->trainer->prepare();
  if (!status.ok()) return failure(status);
  opened->kept = opened->trainer->checkpoint();
  Answer answer;
  answer.field("run", open_runs().next).field("parameters", opened->trainer->parameters().count());
  answer.field("held_out", chosen.examples->held_out());
  open_runs().runs[open_runs().next++] = std::move(opened);
  return answer.close();
}

std::string step(const rapidjson::Value& request, std::span<const uint8_t>) {
  using Clock = std::chrono::steady_clock;
  OpenRun* run = nullptr;
  int64_t milliseconds = 0;
  Status status = find_run(request, &run);
  if (status.ok()) status = read_integer(request, "milliseconds", 0, 0, 60'000, &milliseconds);
  if (!status.ok()) return failure(status);
  const Clock::time_point end = Clock::now() + std::chrono::milliseconds(milliseconds);
  Trainer& trainer = *run->trainer;
  run->painted = {};
  const int64_t last = trainer.settings().integer("steps");
  Answer answer;
  answer.key("updates").begin_array();
  while (trainer.steps_done() < last) {
    Update update;
    status = trainer.step(&update);
    if (!status.ok()) return failure(status);
    if (update.step % kStepsKept == 0) run->kept = trainer.checkpoint();
    answer.begin_object().field("step", update.step).field("loss", update.loss);
    answer.field("gradient_norm", update.gradient_norm).field("rate", update.rate).end_object();
    if (Clock::now() >= end) break;
  }
  answer.end_array().field("done", trainer.steps_done() >= last).field("bytes", trainer.bytes());
  return answer.close();
}

// Held-out examples [begin, end) of a request.
Status read_range(const rapidjson::Value& request, OpenRun** run, std::vector<Batch>* batches) {
  Status status = find_run(request, run);
  if (!status.ok()) return status;
  int64_t begin = 0, end = 0;
  const int64_t all = (*run)->examples().held_out();
  status = read_integer(request, "begin", 0, 0, all, &begin);
  if (status.ok()) status = read_integer(request, "end", all, begin, all, &end);
  if (status.ok()) *batches = (*run)->examples().held_out_batches(begin, end, kScoreBatch);
  return status;
}

std::string score_held_out(const rapidjson::Value& request, std::span<const uint8_t>) {
  OpenRun* run = nullptr;
  std::vector<Batch> batches;
  Score scored;
  Status status = read_range(request, &run, &batches);
  if (status.ok()) status = score(run->trainer->run(), &run->trainer->parameters(), batches, &scored);
  if (!status.ok()) return failure(status);
  Answer answer;
  answer.field("loss", scored.loss).field("accuracy", scored.accuracy).field("targets", scored.targets);
  return answer.close();
}

std::string count_errors(const rapidjson::Value& request, std::span<const uint8_t>) {
  OpenRun* run = nullptr;
  std::vector<Batch> batches;
  ErrorsByLength errors;
  Status status = read_range(request, &run, &batches);
  const Decoder* decoder = status.ok() ? decoder_of(run->model()) : nullptr;
  if (status.ok() && !decoder) status = invalid_input("run", "a model that decodes nothing", "a model of sequences");
  if (status.ok()) status = error_rates(*decoder, run->trainer->run(), &run->trainer->parameters(), batches, &errors);
  if (!status.ok()) return failure(status);
  const ErrorRates rates = total(errors);
  Answer answer;
  answer.field("examples", rates.examples).field("wrong", rates.wrong).field("edits", rates.edits);
  answer.field("symbols", rates.symbols);
  return answer.close();
}

std::string save(const rapidjson::Value& request, std::span<const uint8_t>) {
  OpenRun* run = nullptr;
  std::string what;
  Status status = find_run(request, &run);
  if (status.ok()) status = read_text(request, "what", "checkpoint", &what);
  if (status.ok() && what != "checkpoint" && what != "weights")
    status = invalid_input("what", '"' + what + '"', "checkpoint or weights");
  if (!status.ok()) return failure(status);
  const TensorFile file = what == "weights" ? run->trainer->weights() : run->trainer->checkpoint();
  open_runs().file = write_safetensors(file, Precision::kF32);
  Answer answer;
  answer.field("buffer", address(open_runs().file.data()));
  answer.field("count", static_cast<int64_t>(open_runs().file.size()));
  return answer.close();
}

std::string restore(const rapidjson::Value& request, std::span<const uint8_t> bytes) {
  OpenRun* run = nullptr;
  TensorFile file;
  Status status = find_run(request, &run);
  if (status.ok()) status = read_safetensors(bytes, &file);
  if (run) run->painted = {};
  // Weights alone begin a run anew; a checkpoint says at which step it stands.
  if (status.ok())
    status = file.metadata.contains("step") ? run->trainer->restore(file) : run->trainer->begin_with(file);
  if (!status.ok()) return failure(status);
  run->kept = run->trainer->checkpoint();
  Answer answer;
  answer.field("step", run->trainer->steps_done());
  return answer.close();
}

std::string undo(const rapidjson::Value& request, std::span<const uint8_t>) {
  OpenRun* run = nullptr;
  Status status = find_run(request, &run);
  if (run) run->painted = {};
  if (status.ok()) status = run->trainer->restore(run->kept);
  if (!status.ok()) return failure(status);
  Answer answer;
  answer.field("step", run->trainer->steps_done());
  return answer.close();
}

std::string close(const rapidjson::Value& request, std::span<const uint8_t>) {
  int64_t id = 0;
  Status status = read_integer(request, "run", 0, 0, kLargestInteger, &id);
  if (!status.ok()) return failure(status);
  std::erase_if(open_runs().decodings, [&](const auto& open) {
    const std::vector<int64_t>& runs = open.second.runs;
    return std::find(runs.begin(), runs.end(), id) != runs.end();
  });
  open_runs().runs.erase(id);
  return Answer().close();
}

struct NamedCall {
  std::string_view name;
  LearnCall call;
};
constexpr NamedCall kCalls[] = {{"catalog", catalog_answer},
                                {"open", open},
                                {"step", step},
                                {"set", learn_set},
                                {"score", score_held_out},
                                {"errors", count_errors},
                                {"example", learn_example},
                                {"decode", learn_decode},
                                {"begin_decoding", learn_begin_decoding},
                                {"continue_decoding", learn_continue_decoding},
                                {"end_decoding", learn_end_decoding},
                                {"decoding_errors", learn_decoding_errors},
                                {"judge", learn_judge},
                                {"codes", learn_codes},
                                {"from_codes", learn_from_codes},
                                {"cells", learn_cells},
                                {"paint", learn_paint},
                                {"weigh", learn_weigh},
                                {"trace", learn_trace},
                                {"gradients", learn_gradients},
                                {"explain_gradient", learn_explain_gradient},
                                {"save", save},
                                {"restore", restore},
                                {"undo", undo},
                                {"close", close}};

}  // namespace

OpenRuns& open_runs() {
  static OpenRuns only;
  return only;
}

Status find_run(const rapidjson::Value& request, OpenRun** out) {
  int64_t id = 0;
  Status status = read_integer(request, "run", 0, 0, kLargestInteger, &id);
  if (!status.ok()) return status;
  const auto found = open_runs().runs.find(id);
  if (found == open_runs().runs.end()) return {ErrorKind::kNotFound, "run", std::to_string(id), "a run that is open"};
  *out = found->second.get();
  return {};
}

std::string learn(std::string_view text, std::span<const uint8_t> bytes) {
  rapidjson::Document request;
  std::string name;
  Status status = parse(text, &request);
  if (status.ok()) status = read_text(request, "call", "", &name);
  if (!status.ok()) return failure(status);
  for (const NamedCall& known : kCalls) {
    if (known.name == name) return known.call(request, bytes);
  }
  return failure(invalid_input("call", '"' + name + '"', "a call of core/api/learning.h"));
}

}  // namespace attn::api
