// attention-train: any model on any task, resumable, with a manifest that says how the weights came about.
//
//   attention-train --model transformer --task reverse --out build/runs/reverse --train.steps 1000 --model.width 64
//
// --model.<param>, --task.<param> and --train.<param> set parameters; --mechanism <id> and --mechanism.<param> put
// another attention into models that take one. --data <file> is what the task's examples come from. --until <step>
// stops early (the schedule still plans for train.steps); --fresh does not go on from an earlier checkpoint.
// --precision i8|f16|f32 is that of weights.safetensors. --score <n> and --decode <n> are how many held-out examples
// the last metrics take. --every <steps> scores held-out examples on the way as well, and --enough <accuracy> ends the
// run when they reach it.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/catalog/learning.h"
#include "core/kernels/threads.h"
#include "core/runs/metrics.h"
#include "core/runs/settings.h"
#include "core/runs/trainer.h"
#include "core/tensor/container.h"
#include "core/tensor/json.h"

namespace attn {
namespace {

constexpr double kSecondsBetweenCheckpoints = 120;
constexpr double kSecondsBetweenLines = 1;
constexpr int64_t kHashedSteps = 200;  // after so many updates the manifest records a checksum of all weights

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

[[noreturn]] void fail(const std::string& text) {
  std::fprintf(stderr, "attention-train: %s\n", text.c_str());
  std::exit(1);
}

void check(const Status& status) {
  if (!status.ok()) fail(status.argument + ": got " + status.got + "; takes " + status.takes);
}

std::vector<uint8_t> read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) fail(path + " cannot be read");
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// Written beside and moved into place: a run that is stopped leaves the old file or the new one.
void write_file(const std::filesystem::path& path, const void* data, size_t bytes) {
  const std::filesystem::path part = path.string() + ".part";
  std::ofstream(part, std::ios::binary).write(static_cast<const char*>(data), static_cast<std::streamsize>(bytes));
  std::filesystem::rename(part, path);
}

uint32_t checksum(const Parameters& parameters) {
  std::vector<uint8_t> all;
  for (const auto& parameter : parameters.all()) {
    const auto* bytes = reinterpret_cast<const uint8_t*>(parameter->values->data());
    all.insert(all.end(), bytes, bytes + parameter->values->size() * sizeof(float));
  }
  return crc32(all);
}

struct Options {
  std::string command;
  std::string model, task, data, out, mechanism, precision = "i8";
  int64_t seed = 1, until = 0, score = 2000, decode = 2000, threads = 2, every = 0;
  double enough = 2;  // more than there is
  bool fresh = false;
  std::vector<std::pair<std::string, std::string>> params;  // "model.width" -> "64"
};

Options read_options(int argc, char** argv) {
  Options options;
  options.command = "attention-train";
  for (int i = 1; i < argc; ++i) options.command += std::string(" ") + argv[i];
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    if (name == "--fresh") {
      options.fresh = true;
      continue;
    }
    if (name.rfind("--", 0) != 0 || i + 1 >= argc) fail(name + ": not an option with a value; see core/cli/train.cpp");
    const std::string value = argv[++i], key = name.substr(2);
    const auto number = [&] {
      char* end = nullptr;
      const int64_t parsed = std::strtoll(value.c_str(), &end, 10);
      if (value.empty() || *end != 0 || parsed < 0) fail(name + ": got " + value + "; takes a whole number from 0");
      return parsed;
    };
    if (key == "model")
      options.model = value;
    else if (key == "task")
      options.task = value;
    else if (key == "data")
      options.data = value;
    else if (key == "out")
      options.out = value;
    else if (key == "mechanism")
      options.mechanism = value;
    else if (key == "precision")
      options.precision = value;
    else if (key == "seed")
      options.seed = number();
    else if (key == "until")
      options.until = number();
    else if (key == "score")
      options.score = number();
    else if (key == "decode")
      options.decode = number();
    else if (key == "every")
      options.every = number();
    else if (key == "enough")
      options.enough = std::strtod(value.c_str(), nullptr);
    else if (key == "threads")
      options.threads = number();
    else if (key.find('.') != std::string::npos)
      options.params.emplace_back(key, value);
    else
      fail(name + ": no such option; see core/cli/train.cpp");
  }
  if (options.model.empty() || options.task.empty() || options.out.empty())
    fail("--model, --task and --out are needed");
  if (options.precision != "i8" && options.precision != "f16" && options.precision != "f32")
    fail("--precision: got " + options.precision + "; takes i8, f16 or f32");
  return options;
}

// A command without what changes nothing about its steps: where it stops for now, and whether it begins anew.
std::string settled(const std::string& command) {
  std::istringstream words(command);
  std::string kept, word;
  while (words >> word) {
    if (word == "--until") {
      words >> word;
    } else if (word != "--fresh") {
      kept += (kept.empty() ? "" : " ") + word;
    }
  }
  return kept;
}

void set_params(const Options& options, const std::string& prefix, Params* params) {
  for (const auto& [key, value] : options.params) {
    if (key.rfind(prefix + '.', 0) == 0) check(set_from_text(params, key.substr(prefix.size() + 1), value));
  }
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

// One line that is written over: step, loss, and how long it will take.
class ProgressLine {
 public:
  ProgressLine(int64_t first, int64_t last) : first_(first), last_(last), began_(seconds()) {}
  void show(const Update& update, double mean_loss) {
    const double now = seconds();
    if (now - shown_ < kSecondsBetweenLines && update.step < last_) return;
    shown_ = now;
    const double done = static_cast<double>(update.step - first_), left = static_cast<double>(last_ - update.step);
    std::fprintf(stderr, "\rstep %lld/%lld  loss %.4f  norm %.3f  rate %.2e  %.1f steps/s  %.0f s left   ",
                 static_cast<long long>(update.step), static_cast<long long>(last_), mean_loss, update.gradient_norm,
                 update.rate, done / (now - began_), left * (now - began_) / done);
    std::fflush(stderr);
  }

 private:
  int64_t first_, last_;
  double began_, shown_ = 0;
};

int train(const Options& options) {
  const CatalogModel* model = find_model(options.model);
  const CatalogTask* task = find_task(options.task);
  if (!model) fail("--model " + options.model + ": no such model");
  if (!task) fail("--task " + options.task + ": no such task");
  if (model->model.takes != task->task.kind) fail("this model does not take this kind of task");
  kernels::set_threads(static_cast<int>(options.threads));

  Params model_params(model->model.text.params), task_params(task->task.text.params);
  Params settings = training_settings(model->model);
  set_params(options, "model", &model_params);
  set_params(options, "task", &task_params);
  set_params(options, "train", &settings);

  const std::vector<uint8_t> data = options.data.empty() ? std::vector<uint8_t>{} : read_file(options.data);
  Status status;
  const std::unique_ptr<Examples> examples = task->task.open(task_params, data, &status);
  check(status);

  Run run;
  run.model = &model->model, run.model_params = &model_params, run.examples = examples.get(),
  run.kind = task->task.kind;
  run.seed = static_cast<uint64_t>(options.seed);
  const CatalogVariant* mechanism = options.mechanism.empty() ? nullptr : find_variant(options.mechanism);
  if (!options.mechanism.empty() && !mechanism) fail("--mechanism " + options.mechanism + ": no such mechanism");
  const std::vector<ParamSpec> none;
  Params mechanism_params(mechanism ? mechanism->variant.text.params : none);
  if (mechanism) {
    if (!model->model.takes_mechanism) fail("--mechanism: this model has an attention of its own");
    set_params(options, "mechanism", &mechanism_params);
    run.mechanism = {mechanism->variant.build, &mechanism_params, mechanism->variant.batched};
  }

  Trainer trainer(run, settings);
  check(trainer.prepare());
  const std::filesystem::path out = options.out;
  std::filesystem::create_directories(out);
  const std::filesystem::path checkpoint = out / "checkpoint.safetensors";
  const auto save = [&](const std::map<std::string, std::string>& more) {
    TensorFile file = trainer.checkpoint();
    file.metadata.insert(more.begin(), more.end());
    const std::vector<uint8_t> bytes = write_safetensors(file, Precision::kF32);
    write_file(checkpoint, bytes.data(), bytes.size());
  };
  std::map<std::string, std::string> remembered = {{"seconds", "0"}, {"command", settled(options.command)}};
  if (!options.fresh && std::filesystem::exists(checkpoint)) {
    TensorFile file;
    check(read_safetensors(read_file(checkpoint.string()), &file));
    // Weights that two settings made would stand under a manifest that names one.
    if (file.metadata["command"] != settled(options.command))
      fail(checkpoint.string() + " comes of another command: " + file.metadata["command"] + "; --fresh begins anew");
    check(trainer.restore(file));
    remembered = file.metadata;
    std::fprintf(stderr, "going on from step %lld\n", static_cast<long long>(trainer.steps_done()));
  }

  const int64_t last =
      options.until > 0 ? std::min(options.until, settings.integer("steps")) : settings.integer("steps");
  std::fprintf(stderr, "%s on %s: %lld parameters\n", options.model.c_str(), options.task.c_str(),
               static_cast<long long>(trainer.parameters().count()));
  ProgressLine line(trainer.steps_done(), last);
  const double began = seconds(), before = std::strtod(remembered["seconds"].c_str(), nullptr);
  double saved = began, mean_loss = 0;
  int64_t in_mean = 0;
  const int64_t point = std::max<int64_t>(settings.integer("steps") / 200, 1);  // of the curve
  const int64_t held = examples->held_out();
  const auto scored = [&](Score* out) {
    check(score(run, &trainer.parameters(), examples->held_out_batches(0, std::min(held, options.score), 64), out));
  };
  bool enough = false;
  double sum = 0;
  while (trainer.steps_done() < last && !enough) {
    Update update;
    check(trainer.step(&update));
    sum += update.loss, ++in_mean;
    // Smoothed for the eye only.
    mean_loss = mean_loss == 0 ? update.loss : 0.98 * mean_loss + 0.02 * update.loss;
    line.show(update, mean_loss);
    if (update.step % point == 0) {
      remembered["curve"] +=
          std::to_string(update.step) + ' ' + std::to_string(sum / static_cast<double>(in_mean)) + '\n';
      sum = 0, in_mean = 0;
    }
    if (update.step == kHashedSteps) {
      char hash[16];
      std::snprintf(hash, sizeof hash, "%08x", checksum(trainer.parameters()));
      remembered["hash"] = hash;
      std::fprintf(stderr, "\nafter %lld steps: %s\n", static_cast<long long>(kHashedSteps), hash);
    }
    if (options.every > 0 && update.step % options.every == 0) {
      Score now;
      scored(&now);
      enough = now.accuracy >= options.enough;
      remembered["held_out"] += std::to_string(update.step) + ' ' + std::to_string(now.accuracy) + '\n';
      std::fprintf(stderr, "\nstep %lld, held out: accuracy %.4f\n", static_cast<long long>(update.step), now.accuracy);
    }
    if (seconds() - saved > kSecondsBetweenCheckpoints || enough || trainer.steps_done() == last) {
      remembered["seconds"] = std::to_string(before + seconds() - began);
      save(remembered);
      saved = seconds();
    }
  }
  std::fprintf(stderr, "\n");
  if (last < settings.integer("steps") && !enough) return 0;

  const Precision precision = options.precision == "f32"   ? Precision::kF32
                              : options.precision == "f16" ? Precision::kF16
                                                           : Precision::kI8;
  const std::vector<uint8_t> weights = write_safetensors(trainer.weights(), precision);
  write_file(out / "weights.safetensors", weights.data(), weights.size());
  // What is measured is what is shipped.
  TensorFile shipped;
  check(read_safetensors(weights, &shipped));
  check(load_weights(shipped, &trainer.parameters()));

  Json json;
  json.begin_object()
      .field("command", settled(options.command))
      .field("model", options.model)
      .field("task", options.task);
  json.field("mechanism", options.mechanism).field("seed", options.seed);
  write_params(json, "model_params", model_params);
  write_params(json, "task_params", task_params);
  write_params(json, "settings", settings);
  if (mechanism) write_params(json, "mechanism_params", mechanism_params);
  json.key("data").begin_object().field("bytes", static_cast<int64_t>(data.size()));
  json.field("crc32", static_cast<int64_t>(crc32(data))).end_object();
  json.field("parameters", trainer.parameters().count()).field("precision", options.precision);
  json.field("bytes", static_cast<int64_t>(weights.size())).field("hash_200", remembered["hash"]);
  json.field("seconds", before + seconds() - began).field("threads", kernels::threads());
  json.field("steps", trainer.steps_done()).field("enough", enough);
  Score final_score;
  scored(&final_score);
  json.key("metrics").begin_object().field("examples", std::min(held, options.score));
  json.field("loss", final_score.loss).field("accuracy", final_score.accuracy);
  std::fprintf(stderr, "held out: loss %.4f, accuracy %.4f\n", final_score.loss, final_score.accuracy);
  if (model->model.encode && options.decode > 0) {
    ErrorsByLength errors;
    check(error_rates(run, &trainer.parameters(), examples->held_out_batches(0, std::min(held, options.decode), 64),
                      &errors));
    const ErrorRates rates = total(errors);
    json.key("by_length").begin_array();
    for (const auto& [length, some] : errors) {
      json.begin_object().field("length", length).field("examples", some.examples).field("wrong", some.wrong);
      json.field("edits", some.edits).field("symbols", some.symbols).end_object();
    }
    json.end_array();
    const double wer = static_cast<double>(rates.wrong) / static_cast<double>(std::max<int64_t>(rates.examples, 1));
    const double per = static_cast<double>(rates.edits) / static_cast<double>(std::max<int64_t>(rates.symbols, 1));
    json.field("decoded", rates.examples).field("wrong", rates.wrong).field("edits", rates.edits);
    json.field("symbols", rates.symbols).field("wer", wer).field("per", per);
    std::fprintf(stderr, "decoded %lld: WER %.4f, PER %.4f\n", static_cast<long long>(rates.examples), wer, per);
  }
  json.end_object();
  json.field("curve", remembered["curve"]).field("held_out", remembered["held_out"]);
  const std::string manifest = json.end_object().str();
  write_file(out / "manifest.json", manifest.data(), manifest.size());
  return 0;
}

}  // namespace
}  // namespace attn

int main(int argc, char** argv) { return attn::train(attn::read_options(argc, argv)); }
