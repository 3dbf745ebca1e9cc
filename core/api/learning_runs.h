// The runs that are open, and what calls about them share.
#ifndef CORE_API_LEARNING_RUNS_H_
#define CORE_API_LEARNING_RUNS_H_

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/api/session.h"
#include "core/catalog/chosen_run.h"
#include "core/runs/decoder.h"
#include "core/runs/painting.h"
#include "core/runs/trainer.h"

namespace attn::api {

struct OpenRun {
  const Model& model() const { return chosen->model.model; }
  TaskKind kind() const { return chosen->task.task.kind; }
  const Examples& examples() const { return *chosen->examples; }

  std::unique_ptr<ChosenRun> chosen;
  std::unique_ptr<Trainer> trainer;
  TensorFile kept;     // what `undo` goes back to
  Remembered painted;  // by the last call `paint`, with these parameters; forgotten by whatever changes them
};

// A decoding that has begun, and what it stands on.
struct OpenDecoding {
  const CatalogDecoder* decoder = nullptr;
  std::unique_ptr<Params> params;
  std::vector<int64_t> runs;
  std::unique_ptr<TimedDecoding> decoding;
};

struct OpenRuns {
  std::map<int64_t, std::unique_ptr<OpenRun>> runs;
  int64_t next = 1;
  std::map<int64_t, OpenDecoding> decodings;  // a run that is closed takes its decodings with it
  int64_t next_decoding = 1;
  std::vector<uint8_t> file;  // the last one saved; valid until the next call
};
OpenRuns& open_runs();

// The run that a request names.
Status find_run(const rapidjson::Value& request, OpenRun** out);

// The held-out example of a request, or what somebody typed or drew: then without a target.
Status read_input(const rapidjson::Value& request, const OpenRun& run, Batch* batch);

using LearnCall = std::string (*)(const rapidjson::Value& request, std::span<const uint8_t> bytes);
// core/api/learning_input.cpp
std::string learn_example(const rapidjson::Value& request, std::span<const uint8_t> bytes);
// core/api/learning_judge.cpp
std::string learn_judge(const rapidjson::Value& request, std::span<const uint8_t> bytes);
// core/api/learning_codes.cpp
std::string learn_codes(const rapidjson::Value& request, std::span<const uint8_t> bytes);
std::string learn_from_codes(const rapidjson::Value& request, std::span<const uint8_t> bytes);
std::string learn_cells(const rapidjson::Value& request, std::span<const uint8_t> bytes);
std::string learn_set(const rapidjson::Value& request, std::span<const uint8_t> bytes);
// core/api/learning_decode.cpp
std::string learn_decode(const rapidjson::Value& request, std::span<const uint8_t> bytes);
std::string learn_trace(const rapidjson::Value& request, std::span<const uint8_t> bytes);
// core/api/learning_decoding.cpp
std::string learn_begin_decoding(const rapidjson::Value& request, std::span<const uint8_t> bytes);
std::string learn_continue_decoding(const rapidjson::Value& request, std::span<const uint8_t> bytes);
std::string learn_end_decoding(const rapidjson::Value& request, std::span<const uint8_t> bytes);
std::string learn_decoding_errors(const rapidjson::Value& request, std::span<const uint8_t> bytes);
// core/api/learning_paint.cpp
std::string learn_paint(const rapidjson::Value& request, std::span<const uint8_t> bytes);
std::string learn_weigh(const rapidjson::Value& request, std::span<const uint8_t> bytes);
// core/api/learning_gradients.cpp
std::string learn_gradients(const rapidjson::Value& request, std::span<const uint8_t> bytes);
std::string learn_explain_gradient(const rapidjson::Value& request, std::span<const uint8_t> bytes);

}  // namespace attn::api

#endif  // CORE_API_LEARNING_RUNS_H_
