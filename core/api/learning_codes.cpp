// Pictures as codes and codes as pictures, how the codes are used, and what a run may be told while it goes on.
#include <string>
#include <utility>
#include <vector>

#include "core/api/learning_runs.h"
#include "core/api/run_request.h"
#include "core/runs/coding.h"
#include "core/runs/live_params.h"

namespace attn::api {
namespace {

constexpr int64_t kBatch = 32;         // as scoring has it (core/api/learning.cpp)
constexpr int64_t kMostDrawn = 64;     // pictures in a call of from_codes
constexpr int64_t kMostOnASide = 256;  // points of a plane: as many as a screen shows of it

Status find_coder(const rapidjson::Value& request, OpenRun** run, CodeShape* shape) {
  const Status status = find_run(request, run);
  return status.ok() ? code_shape((*run)->trainer->run(), &(*run)->trainer->parameters(), shape) : status;
}

// Numbers of an answer, kept until the next call.
class Numbers {
 public:
  Numbers() { session().answer.clear(); }
  template <class T>
  void append(const std::vector<T>& from) {
    for (const T number : from) session().answer.push_back(static_cast<float>(number));
  }
  void write(Json& json) const {
    const std::vector<float>& all = session().answer;
    json.field("buffer", address(all.data())).field("count", static_cast<int64_t>(all.size()));
  }
};

void write_use(Json& json, const std::vector<int64_t>& counts, const CodeWindow& window) {
  int64_t vectors = 0;
  for (const int64_t count : counts) vectors += count;
  json.key("use").begin_object().field("batches", window.batches()).field("vectors", vectors);
  json.field("perplexity", perplexity(counts)).field("dead", dead_codes(counts)).end_object();
}

// Held-out examples by number, in the order in which they are asked for; without a list, all.
Status read_examples(const rapidjson::Value& request, const Examples& examples, std::vector<Batch>* batches) {
  const int64_t all = examples.held_out();
  if (!request.HasMember("examples")) {
    *batches = examples.held_out_batches(0, all, kBatch);
    return {};
  }
  std::vector<int64_t> wanted;
  Status status = read_integers(request["examples"], "examples", &wanted);
  if (!status.ok()) return status;
  for (const int64_t one : wanted) {
    if (one < 0 || one >= all)
      return invalid_input("examples", std::to_string(one), "numbers from 0 to " + std::to_string(all - 1));
    Batch single = examples.held_out_batches(one, one + 1, 1).at(0);
    if (batches->empty() || batches->back().size() == kBatch) {
      batches->push_back(std::move(single));
      continue;
    }
    Batch& batch = batches->back();
    const Dim count{axis::kBatch, batch.size() + 1};
    batch.examples.push_back(one);
    for (const auto& [to, from] : {std::pair{&batch.source, &single.source}, {&batch.target, &single.target}}) {
      to->values.insert(to->values.end(), from->values.begin(), from->values.end());
      to->shape = to->shape.with(0, count);
    }
  }
  return {};
}

Status read_pair(const rapidjson::Value& request, const char* field, double* x, double* y) {
  const auto found = request.FindMember(field);
  if (found == request.MemberEnd() || !found->value.IsArray() || found->value.Size() != 2 ||
      !found->value[0].IsNumber() || !found->value[1].IsNumber())
    return invalid_input(field, "something else", "a point of the plane: two numbers");
  *x = found->value[0].GetDouble(), *y = found->value[1].GetDouble();
  return {};
}

}  // namespace

// {"rows","columns","width","blocks","entries","codes","pictures","error","nearest","listed","use":{...},"buffer",
// "count"}: the buffer holds the vectors, their code numbers, the pictures; then, where codes are listed, the vector of
// each and how often it was taken.
std::string learn_codes(const rapidjson::Value& request, std::span<const uint8_t>) {
  OpenRun* run = nullptr;
  CodeShape shape;
  Status status = find_coder(request, &run, &shape);
  if (!status.ok()) return failure(status);
  std::vector<Batch> batches;
  status = read_examples(request, run->examples(), &batches);
  if (!status.ok()) return failure(status);
  const Run chosen = run->trainer->run();
  Parameters* parameters = &run->trainer->parameters();
  Coded coded;
  std::vector<float> table;
  std::vector<int64_t> own;  // the codes of the table's own vectors
  status = code_pictures(chosen, parameters, batches, &coded);
  if (status.ok()) status = code_vectors(chosen, parameters, shape, &table);
  if (status.ok() && !table.empty()) status = codes_of(chosen, parameters, shape, table, &own);
  if (!status.ok()) return failure(status);
  const bool nearest =
      takes_nearest(coded.vectors, coded.codes, table, shape.width) && takes_nearest(table, own, table, shape.width);
  const CodeWindow& window = run->trainer->codes();
  const std::vector<int64_t> counts = window.counts(shape.codes());
  Numbers numbers;
  numbers.append(coded.vectors);
  numbers.append(coded.codes);
  numbers.append(coded.pictures);
  numbers.append(table);
  if (!table.empty()) numbers.append(counts);
  Answer answer;
  answer.field("rows", shape.rows).field("columns", shape.columns).field("width", shape.width);
  answer.field("blocks", shape.sizes.blocks).field("entries", shape.sizes.entries).field("codes", shape.codes());
  answer.field("pictures", coded.count).field("error", coded.error).field("nearest", nearest);
  answer.field("listed", !table.empty());
  write_use(answer, counts, window);
  numbers.write(answer);
  return answer.close();
}

// {"pictures","buffer","count"}
std::string learn_from_codes(const rapidjson::Value& request, std::span<const uint8_t>) {
  OpenRun* run = nullptr;
  CodeShape shape;
  Status status = find_coder(request, &run, &shape);
  if (!status.ok()) return failure(status);
  const int64_t each = shape.rows * shape.columns;
  std::vector<int64_t> codes;
  if (request.HasMember("codes")) status = read_integers(request["codes"], "codes", &codes);
  if (!status.ok()) return failure(status);
  const int64_t pictures = static_cast<int64_t>(codes.size()) / each;
  if (pictures < 1 || pictures > kMostDrawn || pictures * each != static_cast<int64_t>(codes.size()))
    return failure(
        invalid_input("codes", std::to_string(codes.size()) + " numbers",
                      std::to_string(each) + " for each of 1 to " + std::to_string(kMostDrawn) + " pictures"));
  for (const int64_t code : codes) {
    if (code < 0 || code >= shape.codes())
      return failure(
          invalid_input("codes", std::to_string(code), "codes from 0 to " + std::to_string(shape.codes() - 1)));
  }
  std::vector<float> drawn;
  status = draw_codes(run->trainer->run(), &run->trainer->parameters(), shape, codes, &drawn);
  if (!status.ok()) return failure(status);
  Numbers numbers;
  numbers.append(drawn);
  Answer answer;
  answer.field("pictures", pictures);
  numbers.write(answer);
  return answer.close();
}

// {"buffer","count"}: the code of each point of a grid over the plane, `rows` from `from`'s second coordinate on.
std::string learn_cells(const rapidjson::Value& request, std::span<const uint8_t>) {
  OpenRun* run = nullptr;
  CodeShape shape;
  double left = 0, top = 0, right = 0, bottom = 0;
  int64_t rows = 0, columns = 0;
  Status status = find_coder(request, &run, &shape);
  if (status.ok() && shape.width != 2)
    status = invalid_input("run", "vectors of " + std::to_string(shape.width) + " numbers", "vectors of a plane: two");
  if (status.ok()) status = read_pair(request, "from", &left, &top);
  if (status.ok()) status = read_pair(request, "to", &right, &bottom);
  if (status.ok()) status = read_integer(request, "rows", 1, 1, kMostOnASide, &rows);
  if (status.ok()) status = read_integer(request, "columns", 1, 1, kMostOnASide, &columns);
  if (!status.ok()) return failure(status);
  std::vector<float> points;
  for (int64_t row = 0; row < rows; ++row) {
    for (int64_t column = 0; column < columns; ++column) {
      // the middle of its field
      const double across = (static_cast<double>(column) + 0.5) / static_cast<double>(columns);
      const double down = (static_cast<double>(row) + 0.5) / static_cast<double>(rows);
      points.push_back(static_cast<float>(left + across * (right - left)));
      points.push_back(static_cast<float>(top + down * (bottom - top)));
    }
  }
  std::vector<int64_t> codes;
  status = codes_of(run->trainer->run(), &run->trainer->parameters(), shape, points, &codes);
  if (!status.ok()) return failure(status);
  Numbers numbers;
  numbers.append(codes);
  Answer answer;
  numbers.write(answer);
  return answer.close();
}

// A rate, parameters of the discretizer, or both; all or nothing.
std::string learn_set(const rapidjson::Value& request, std::span<const uint8_t>) {
  OpenRun* run = nullptr;
  Status status = find_run(request, &run);
  if (!status.ok()) return failure(status);
  ChosenRun& chosen = *run->chosen;
  Params wanted = chosen.discretizer_params;
  const bool coding = request.HasMember("discretizer_params");
  if (coding) {
    status = read_params(request, &wanted, "discretizer_params");
    if (status.ok()) status = begins_alike(run->trainer->run(), wanted);
  }
  if (status.ok() && (!coding || request.HasMember("rate"))) {
    const auto rate = request.FindMember("rate");
    if (rate == request.MemberEnd() || !rate->value.IsNumber())
      status = invalid_input("rate", "something else", "a number");
    else
      status = run->trainer->set_rate(rate->value.GetDouble());
  }
  if (!status.ok()) return failure(status);
  // The trainer's run points here.
  chosen.discretizer_params = wanted;
  return Answer().close();
}

}  // namespace attn::api
