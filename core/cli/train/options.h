// The words of a command line.
#ifndef CORE_CLI_TRAIN_OPTIONS_H_
#define CORE_CLI_TRAIN_OPTIONS_H_

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/catalog/chosen_run.h"
#include "core/training/safetensors.h"

namespace attn::cli {

struct Options {
  std::string command;  // without what changes nothing about its steps: where it stops for now, whether it begins anew
  std::string model, task, data, out, mechanism, discretizer, weights, precision = "i8";
  int64_t seed = 1, until = 0, score = 2000, decode = 2000, threads = 2, every = 0;
  double enough = 2;  // more than there is
  bool fresh = false;
  std::vector<std::pair<std::string, std::string>> params;  // "model.width" -> "64"

  Precision shipped() const;
};

Options read_options(int argc, char** argv);

// Model, task and mechanism with their parameters set and their examples opened; ends the program where that fails.
std::unique_ptr<ChosenRun> open_run(const Options& options);

}  // namespace attn::cli

#endif  // CORE_CLI_TRAIN_OPTIONS_H_
