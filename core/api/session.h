// What lives between two calls of the api: staged tensors, loaded models, traces.
#ifndef CORE_API_SESSION_H_
#define CORE_API_SESSION_H_

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/attention/initial.h"
#include "core/attention/params.h"
#include "core/attention/text_model.h"
#include "core/graph/evaluation.h"
#include "core/graph/graph.h"
#include "core/tensor/json.h"
#include "core/tensor/status.h"
#include "rapidjson/document.h"

namespace attn::api {

struct Trace {
  Graph graph;
  Evaluation<float> values{graph};
};

struct LoadedModel {
  std::string_view entry;  // the catalogue's id
  std::unique_ptr<TextModel> model;
  int64_t bytes = 0;
};

// A run under way: its trace, and what its answer will say beside it.
struct Unfinished {
  std::unique_ptr<Trace> trace = std::make_unique<Trace>();
  Tokenized text;
  Tokenized source;  // what is read, where it is another text
  int64_t read = 0;  // pieces of the text that are read
  bool seeded = false;
  double milliseconds = 0;  // spent on it so far
};

using Staged = std::map<std::string, std::shared_ptr<std::vector<float>>, std::less<>>;

struct Session {
  Staged staged;
  std::map<std::string, LoadedModel, std::less<>> models;
  std::map<int, std::unique_ptr<Trace>> traces;
  std::map<int, Unfinished> unfinished;  // numbered like traces
  int next_trace = 1;
  DrawnWeights drawn;
  std::vector<float> answer;  // the last tile or embedding; valid until the next call
};

Session& session();

// The answers' common forms.
std::string failure(const Status& status);
class Answer : public Json {
 public:
  Answer() { begin_object().field("ok", true); }
  std::string close() { return end_object().str(); }
};

// Address as JSON can carry it; WASM's fit 32 bits.
inline int64_t address(const void* pointer) { return static_cast<int64_t>(reinterpret_cast<intptr_t>(pointer)); }

// Parses an object; a status names what is wrong.
Status parse(std::string_view text, rapidjson::Document* out);
// The largest whole number that JavaScript tells from its neighbours: seeds and the numbers of runs go up to it.
inline constexpr int64_t kLargestInteger = (int64_t{1} << 53) - 1;
// Fields with a fallback; a wrong type is an error that names the field.
Status read_text(const rapidjson::Value& object, const char* field, std::string_view fallback, std::string* out);
Status read_integer(const rapidjson::Value& object, const char* field, int64_t fallback, int64_t min, int64_t max,
                    int64_t* out);
// {"<name>":[...]}: a text's pieces.
void write_pieces(Json& json, std::string_view name, const Tokenized& text);
// Lists of whole numbers.
Status read_integers(const rapidjson::Value& value, std::string_view name, std::vector<int64_t>* out);

}  // namespace attn::api

#endif  // CORE_API_SESSION_H_
