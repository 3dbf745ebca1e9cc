#include "core/cli/train/options.h"

#include <cstdlib>
#include <map>
#include <sstream>

#include "core/cli/train/files.h"

namespace attn::cli {
namespace {

int64_t whole_number(const std::string& option, const std::string& value) {
  char* end = nullptr;
  const int64_t parsed = std::strtoll(value.c_str(), &end, 10);
  if (value.empty() || *end != 0 || parsed < 0) fail(option + ": got " + value + "; takes a whole number from 0");
  return parsed;
}

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

}  // namespace

Precision Options::shipped() const {
  return precision == "f32" ? Precision::kF32 : precision == "f16" ? Precision::kF16 : Precision::kI8;
}

Options read_options(int argc, char** argv) {
  Options options;
  const std::map<std::string, std::string*> texts = {
      {"model", &options.model},         {"task", &options.task},
      {"data", &options.data},           {"out", &options.out},
      {"mechanism", &options.mechanism}, {"weights", &options.weights},
      {"precision", &options.precision}, {"discretizer", &options.discretizer}};
  const std::map<std::string, int64_t*> numbers = {{"seed", &options.seed},       {"until", &options.until},
                                                   {"score", &options.score},     {"decode", &options.decode},
                                                   {"threads", &options.threads}, {"every", &options.every}};
  std::string command = "attention-train";
  for (int i = 1; i < argc; ++i) command += std::string(" ") + argv[i];
  options.command = settled(command);
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    if (name == "--fresh") {
      options.fresh = true;
      continue;
    }
    if (name.rfind("--", 0) != 0 || i + 1 >= argc) fail(name + ": not an option with a value; see core/cli/train.cpp");
    const std::string value = argv[++i], key = name.substr(2);
    if (const auto text = texts.find(key); text != texts.end())
      *text->second = value;
    else if (const auto number = numbers.find(key); number != numbers.end())
      *number->second = whole_number(name, value);
    else if (key == "enough")
      options.enough = std::strtod(value.c_str(), nullptr);
    else if (key.find('.') != std::string::npos)
      options.params.emplace_back(key, value);
    else
      fail(name + ": no such option; see core/cli/train.cpp");
  }
  if (options.model.empty() || options.task.empty()) fail("--model and --task are needed");
  if (options.out.empty() && options.weights.empty()) fail("--out is needed, or --weights");
  if (options.precision != "i8" && options.precision != "f16" && options.precision != "f32")
    fail("--precision: got " + options.precision + "; takes i8, f16 or f32");
  return options;
}

std::unique_ptr<ChosenRun> open_run(const Options& options) {
  std::unique_ptr<ChosenRun> chosen;
  check(choose_run({options.model, options.task, options.mechanism, options.discretizer}, &chosen));
  set_params(options, "model", &chosen->model_params);
  set_params(options, "task", &chosen->task_params);
  set_params(options, "mechanism", &chosen->mechanism_params);
  set_params(options, "discretizer", &chosen->discretizer_params);
  set_params(options, "train", &chosen->settings);
  check(chosen->open(options.data.empty() ? std::vector<uint8_t>{} : read_file(options.data)));
  return chosen;
}

}  // namespace attn::cli
