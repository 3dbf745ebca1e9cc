// What a call is about: a held-out example, or what somebody typed or drew.
#include "core/api/learning_runs.h"

namespace attn::api {
namespace {

// Brightness 0 to 1, row by row.
Status read_picture(const rapidjson::Value& given, const OpenRun& run, Tensor* out) {
  const TaskSizes sizes = run.examples().sizes();
  if (run.kind() != TaskKind::kPictures) return invalid_input("picture", "one", "none: no picture is read");
  const std::string takes =
      std::to_string(sizes.rows) + " rows of " + std::to_string(sizes.columns) + " numbers from 0 to 1";
  if (!given.IsArray() || given.Size() != static_cast<rapidjson::SizeType>(sizes.rows * sizes.columns))
    return invalid_input("picture", given.IsArray() ? std::to_string(given.Size()) + " numbers" : "no list", takes);
  out->shape = {{axis::kBatch, 1}, {axis::kRow, sizes.rows}, {axis::kColumn, sizes.columns}};
  for (const rapidjson::Value& one : given.GetArray()) {
    if (!one.IsNumber() || !(one.GetDouble() >= 0 && one.GetDouble() <= 1))
      return invalid_input("picture", "something else", takes);
    out->values.push_back(static_cast<float>(one.GetDouble()));
  }
  return {};
}

Status read_typed(const rapidjson::Value& request, const OpenRun& run, Tensor* out) {
  std::string text;
  Status status = read_text(request, "text", "", &text);
  if (!status.ok()) return status;
  out->values = run.examples().source_ids(text, &status);
  if (!status.ok()) return status;
  const int64_t length = static_cast<int64_t>(out->values.size());
  if (length == 0) return invalid_input("text", "nothing", "at least one letter");
  if (run.kind() == TaskKind::kDocuments) {
    const int64_t words = run.examples().sizes().columns;
    out->shape = {{axis::kBatch, 1}, {axis::kSentence, length / words}, {axis::kWord, words}};
  } else {
    out->shape = {{axis::kBatch, 1}, {axis::kKey, length}};
  }
  return {};
}

void write_numbers(Json& json, std::string_view name, const std::vector<float>& values) {
  json.key(name).begin_array();
  for (const float value : values) json.number(static_cast<double>(value));
  json.end_array();
}

}  // namespace

Status read_input(const rapidjson::Value& request, const OpenRun& run, Batch* batch) {
  if (request.HasMember("picture")) return read_picture(request["picture"], run, &batch->source);
  if (request.HasMember("text")) return read_typed(request, run, &batch->source);
  int64_t example = 0;
  const int64_t held = run.examples().held_out();
  if (held == 0) return invalid_input("example", "a number", "none: no example comes with these data");
  Status status = read_integer(request, "example", 0, 0, held - 1, &example);
  if (status.ok()) *batch = run.examples().held_out_batches(example, example + 1, 1).at(0);
  return status;
}

std::string learn_example(const rapidjson::Value& request, std::span<const uint8_t>) {
  OpenRun* run = nullptr;
  Batch batch;
  Status status = find_run(request, &run);
  if (status.ok()) status = read_input(request, *run, &batch);
  if (!status.ok()) return failure(status);
  Answer answer;
  answer.key("shape").begin_array();
  for (const Dim& dim : batch.source.shape.dims()) answer.integer(dim.size);
  answer.end_array();
  write_numbers(answer, "source", batch.source.values);
  write_numbers(answer, "target", batch.target.values);
  if (run->kind() == TaskKind::kSequences)
    answer.field("source_text", run->examples().source_text(row_of(batch.source, 0)));
  if (run->model().encode && batch.target.shape.rank() > 0)
    answer.field("target_text", run->examples().target_text(without_end(row_of(batch.target, 0))));
  return answer.close();
}

}  // namespace attn::api
