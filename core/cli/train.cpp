// attention-train: any model on any task, resumable, with a manifest that says how the weights came about.
//
//   attention-train --model transformer --task reverse --out build/runs/reverse --train.steps 1000 --model.width 64
//
// --model.<param>, --task.<param> and --train.<param> set parameters; --mechanism <id> and --mechanism.<param> put
// another attention into models that take one, --discretizer <id> and --discretizer.<param> another discretizer.
// --data <file> is what the task's examples come from. --until <step> stops early (the schedule still plans for
// train.steps); --fresh does not go on from an earlier checkpoint. --precision i8|f16|f32 is that of
// weights.safetensors. --score <n> and --decode <n> are how many held-out examples the last metrics take. --every
// <steps> scores held-out examples on the way as well, and --enough <accuracy> ends the run when they reach it.
// --weights <file> trains nothing: it prints the metrics of those weights. --catalog alone prints all that can be
// chosen, as JSON.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/cli/train/files.h"
#include "core/cli/train/measure.h"
#include "core/cli/train/options.h"
#include "core/cli/train/progress_line.h"
#include "core/kernels/threads.h"
#include "core/runs/trainer.h"
#include "core/tensor/container.h"
#include "core/tensor/json.h"
#include "core/tensor/number_text.h"

namespace attn::cli {
namespace {

constexpr double kSecondsBetweenCheckpoints = 120;
constexpr int64_t kHashedSteps = 200;    // after so many updates the manifest records a checksum of all weights
constexpr int64_t kPointsOfCurve = 200;  // more than a chart has pixels for would only make the manifest long

std::string checksum(const Parameters& parameters) {
  std::vector<uint8_t> all;
  for (const auto& parameter : parameters.all()) {
    const auto* bytes = reinterpret_cast<const uint8_t*>(parameter->values->data());
    all.insert(all.end(), bytes, bytes + parameter->values->size() * sizeof(float));
  }
  char hash[16];
  std::snprintf(hash, sizeof hash, "%08x", crc32(all));
  return hash;
}

void write_params(Json& json, const char* name, const Params& params) {
  json.key(name).begin_object();
  for (const ParamSpec& spec : params.specs()) {
    json.key(spec.id);
    if (spec.kind == ParamKind::kChoice)
      json.text(params.choice(spec.id));
    else if (spec.kind == ParamKind::kFlag)
      json.boolean(params.flag(spec.id));
    else
      json.number(params.number(spec.id));
  }
  json.end_object();
}

// A run on its way: what it has seen so far stands in its checkpoint too.
class Training {
 public:
  Training(const Options& options, Trainer* trainer)
      : options_(options), trainer_(*trainer), file_(std::filesystem::path(options.out) / "checkpoint.safetensors") {
    std::filesystem::create_directories(options.out);
    if (!options.fresh && std::filesystem::exists(file_)) go_on();
    before_ = std::strtod(seen_["seconds"].c_str(), nullptr);
    sum_ = std::strtod(seen_["sum"].c_str(), nullptr);
    in_sum_ = std::strtoll(seen_["in_sum"].c_str(), nullptr, 10);
  }

  // To step `last`, or until held-out examples are right enough; whether they were.
  bool until(int64_t last) {
    ProgressLine line(trainer_.steps_done(), last);
    double saved = seconds();
    // A run that was stopped between its last checkpoint and its manifest only lacks that.
    bool enough = !seen_["enough"].empty();
    while (trainer_.steps_done() < last && !enough) {
      Update update;
      check(trainer_.step(&update));
      line.show(update);
      remember(update);
      if (options_.every > 0 && update.step % options_.every == 0) enough = score_now(update.step) >= options_.enough;
      if (enough) seen_["enough"] = "yes";
      if (seconds() - saved > kSecondsBetweenCheckpoints || enough || update.step == last) {
        save();
        saved = seconds();
      }
    }
    std::fprintf(stderr, "\n");
    return enough;
  }

  double taken() const { return before_ + seconds() - began_; }
  const std::string& seen(const std::string& what) { return seen_[what]; }

 private:
  void go_on() {
    TensorFile file;
    check(read_safetensors(read_file(file_.string()), &file));
    // Weights that two settings made would stand under a manifest that names one.
    if (file.metadata["command"] != options_.command)
      fail(file_.string() + " comes of another command: " + file.metadata["command"] + "; --fresh begins anew");
    check(trainer_.restore(file));
    seen_ = file.metadata;
    std::fprintf(stderr, "going on from step %lld\n", static_cast<long long>(trainer_.steps_done()));
  }

  void save() {
    seen_["seconds"] = std::to_string(taken());
    seen_["sum"] = number_text(sum_), seen_["in_sum"] = std::to_string(in_sum_);
    TensorFile file = trainer_.checkpoint();
    file.metadata.insert(seen_.begin(), seen_.end());
    const std::vector<uint8_t> bytes = write_safetensors(file, Precision::kF32);
    write_file(file_, bytes.data(), bytes.size());
  }

  void remember(const Update& update) {
    sum_ += update.loss, ++in_sum_;
    const int64_t point = std::max<int64_t>(trainer_.settings().integer("steps") / kPointsOfCurve, 1);
    if (update.step % point == 0) {
      seen_["curve"] += std::to_string(update.step) + ' ' + std::to_string(sum_ / static_cast<double>(in_sum_)) + '\n';
      sum_ = 0, in_sum_ = 0;
    }
    if (update.step != kHashedSteps) return;
    seen_["hash"] = checksum(trainer_.parameters());
    std::fprintf(stderr, "\nafter %lld steps: %s\n", static_cast<long long>(kHashedSteps), seen_["hash"].c_str());
  }

  double score_now(int64_t step) {
    const Score now = scored(options_, trainer_.run(), &trainer_.parameters());
    seen_["held_out"] += std::to_string(step) + ' ' + std::to_string(now.accuracy) + '\n';
    std::fprintf(stderr, "\nstep %lld, held out: accuracy %.4f\n", static_cast<long long>(step), now.accuracy);
    return now.accuracy;
  }

  const Options& options_;
  Trainer& trainer_;
  std::filesystem::path file_;
  std::map<std::string, std::string> seen_ = {{"seconds", "0"}, {"command", options_.command}};
  double began_ = seconds(), before_ = 0;
  // Losses since the curve's last point.
  double sum_ = 0;
  int64_t in_sum_ = 0;
};

void load(const std::vector<uint8_t>& bytes, Parameters* parameters) {
  TensorFile file;
  check(read_safetensors(bytes, &file));
  check(load_weights(file, parameters));
}

// How the weights came about: TrainedManifest in web/engine/types/learning.ts.
std::string manifest(const Options& options, const ChosenRun& chosen, Trainer* trainer, Training* training,
                     int64_t bytes, bool enough) {
  const std::vector<uint8_t> data = options.data.empty() ? std::vector<uint8_t>{} : read_file(options.data);
  Json json;
  json.begin_object().field("command", options.command).field("model", options.model).field("task", options.task);
  json.field("mechanism", options.mechanism).field("seed", options.seed);
  write_params(json, "model_params", chosen.model_params);
  write_params(json, "task_params", chosen.task_params);
  write_params(json, "settings", chosen.settings);
  if (chosen.mechanism) write_params(json, "mechanism_params", chosen.mechanism_params);
  if (chosen.discretizer) {
    json.field("discretizer", chosen.discretizer->id);
    write_params(json, "discretizer_params", chosen.discretizer_params);
  }
  json.key("data").begin_object().field("bytes", static_cast<int64_t>(data.size()));
  json.field("crc32", static_cast<int64_t>(crc32(data))).end_object();
  json.field("parameters", trainer->parameters().count()).field("precision", options.precision);
  json.field("bytes", bytes).field("hash_200", training->seen("hash"));
  json.field("seconds", training->taken()).field("threads", kernels::threads());
  json.field("steps", trainer->steps_done()).field("enough", enough);
  json.key("metrics");
  write_metrics(json, options, chosen, trainer->run(), &trainer->parameters());
  json.field("curve", training->seen("curve")).field("held_out", training->seen("held_out"));
  return json.end_object().str();
}

int train(const Options& options) {
  kernels::set_threads(static_cast<int>(options.threads));
  const std::unique_ptr<ChosenRun> chosen = open_run(options);
  Trainer trainer(chosen->run(static_cast<uint64_t>(options.seed)), chosen->settings);
  check(trainer.prepare());
  if (!options.weights.empty()) {
    load(read_file(options.weights), &trainer.parameters());
    Json json;
    write_metrics(json, options, *chosen, trainer.run(), &trainer.parameters());
    std::printf("%s\n", json.str().c_str());
    return 0;
  }
  std::fprintf(stderr, "%s on %s: %lld parameters\n", options.model.c_str(), options.task.c_str(),
               static_cast<long long>(trainer.parameters().count()));
  Training training(options, &trainer);
  const int64_t steps = chosen->settings.integer("steps");
  const int64_t last = options.until > 0 ? std::min(options.until, steps) : steps;
  const bool enough = training.until(last);
  if (last < steps && !enough) return 0;

  const std::filesystem::path out = options.out;
  const std::vector<uint8_t> weights = write_safetensors(trainer.weights(), options.shipped());
  write_file(out / "weights.safetensors", weights.data(), weights.size());
  load(weights, &trainer.parameters());  // what is measured is what is shipped
  const std::string words =
      manifest(options, *chosen, &trainer, &training, static_cast<int64_t>(weights.size()), enough);
  write_file(out / "manifest.json", words.data(), words.size());
  return 0;
}

int print_catalog() {
  Json json;
  json.begin_object();
  write_learning(json);
  json.end_object();
  std::printf("%s\n", json.str().c_str());
  return 0;
}

}  // namespace
}  // namespace attn::cli

int main(int argc, char** argv) {
  if (argc == 2 && std::string_view(argv[1]) == "--catalog") return attn::cli::print_catalog();
  return attn::cli::train(attn::cli::read_options(argc, argv));
}
