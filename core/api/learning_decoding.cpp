// A text found by any decoder of the catalogue, call by call; and how often such texts are wrong.
#include <string>
#include <utility>
#include <vector>

#include "core/api/learning_runs.h"
#include "core/api/run_request.h"
#include "core/runs/metrics.h"

namespace attn::api {
namespace {

// Rows of every pass: memory grows with them, and measurements ask for 64.
constexpr int64_t kMostCopies = 256;
constexpr std::string_view kKinds[] = {"encode", "decode", "latent", "draft", "check"};

// The decoder that a request names, its parameters, and the runs whose models it takes, in its order.
Status read_decoder(const rapidjson::Value& request, OpenDecoding* out) {
  std::string id;
  Status status = read_text(request, "decoder", "", &id);
  if (!status.ok()) return status;
  out->decoder = find_decoder(id);
  if (!out->decoder) return {ErrorKind::kNotFound, "decoder", '"' + id + '"', "a decoder of the catalogue"};
  out->params = std::make_unique<Params>(out->decoder->decoder.text.params);
  status = read_params(request, out->params.get(), "params");
  const auto runs = request.FindMember("runs");
  if (status.ok() && runs == request.MemberEnd()) status = invalid_input("runs", "nothing", "a list of runs");
  if (status.ok()) status = read_integers(runs->value, "runs", &out->runs);
  for (const int64_t run : out->runs) {
    if (status.ok() && !open_runs().runs.contains(run))
      status = {ErrorKind::kNotFound, "runs", std::to_string(run), "runs that are open"};
  }
  if (status.ok() && out->runs.empty()) status = invalid_input("runs", "none", "at least one");
  return status;
}

// What a decoder is given but for the source.
Status input_of(const rapidjson::Value& request, const OpenDecoding& decoding, DecoderInput* input) {
  for (const int64_t id : decoding.runs) {
    OpenRun& run = *open_runs().runs.at(id);
    input->models.push_back({run.trainer->run(), &run.trainer->parameters()});
  }
  int64_t seed = 1;
  const Status status = read_integer(request, "seed", 1, 0, kLargestInteger, &seed);
  input->params = decoding.params.get(), input->seed = static_cast<uint64_t>(seed);
  input->longest = longest_said(input->models.back().run.examples->sizes());
  return status;
}

// The same example so many times, side by side.
Tensor copies_of(const Tensor& source, int64_t copies) {
  Tensor all{source.shape.with(0, {axis::kBatch, copies}), {}};
  for (int64_t i = 0; i < copies; ++i) all.values.insert(all.values.end(), source.values.begin(), source.values.end());
  return all;
}

std::string piece_text(const Examples& examples, int64_t piece) {
  const float id = static_cast<float>(piece);
  return piece == kEndPiece ? "" : examples.target_text({&id, 1});
}

void write_call(Json& json, const DecoderCall& call, const Examples& examples) {
  json.begin_object().field("kind", kKinds[static_cast<size_t>(call.kind)]);
  json.field("decided", call.decided).field("kept", call.kept).field("begin", call.begin).field("end", call.end);
  json.field("multiplications", call.multiplications).key("filled").begin_array();
  for (const Filled& filled : call.filled) {
    if (filled.row != 0) continue;  // the others are copies of it, or nobody looks at them piece by piece
    json.begin_object().field("place", filled.place).field("piece", filled.piece);
    json.field("text", call.kind == CallKind::kLatent ? "" : piece_text(examples, filled.piece));
    json.field("log_probability", filled.log_probability).field("kept", filled.kept);
    json.field("candidate", filled.candidate).field("parent", filled.parent).end_object();
  }
  json.end_array().end_object();
}

}  // namespace

// {"decoding":n,"source_text","references":[[piece,...],...]}: what may be said, where that is known.
std::string learn_begin_decoding(const rapidjson::Value& request, std::span<const uint8_t>) {
  OpenDecoding opened;
  DecoderInput input;
  Batch batch;
  int64_t copies = 1;
  Status status = read_decoder(request, &opened);
  if (status.ok()) status = input_of(request, opened, &input);
  if (status.ok()) status = read_integer(request, "copies", 1, 1, kMostCopies, &copies);
  const OpenRun* run = status.ok() ? open_runs().runs.at(opened.runs.back()).get() : nullptr;
  if (status.ok()) status = read_input(request, *run, &batch);
  if (status.ok()) {
    input.source = copies_of(batch.source, copies);
    opened.decoding = TimedDecoding::start(opened.decoder->decoder, input, &status);
  }
  if (!status.ok()) return failure(status);
  Answer answer;
  answer.field("decoding", open_runs().next_decoding);
  if (run->kind() == TaskKind::kSequences)
    answer.field("source_text", run->examples().source_text(row_of(batch.source, 0)));
  answer.key("references").begin_array();
  std::vector<std::vector<float>> references;
  if (!batch.examples.empty()) references = run->examples().references(batch.examples[0]);
  if (references.empty() && batch.target.shape.rank() > 0) references = {without_end(row_of(batch.target, 0))};
  for (const std::vector<float>& reference : references) {
    answer.begin_array();
    for (const float piece : reference) answer.text(piece_text(run->examples(), static_cast<int64_t>(piece)));
    answer.end_array();
  }
  answer.end_array();
  open_runs().decodings[open_runs().next_decoding++] = std::move(opened);
  return answer.close();
}

// {"calls":[...],"done":false} or, at the end, with "rows":[{"pieces":[text,...],"text","ended","log_probability"}].
std::string learn_continue_decoding(const rapidjson::Value& request, std::span<const uint8_t>) {
  int64_t id = 0, milliseconds = 0;
  Status status = read_integer(request, "decoding", 0, 0, kLargestInteger, &id);
  if (status.ok()) status = read_integer(request, "milliseconds", 0, 0, 60'000, &milliseconds);
  const auto found = open_runs().decodings.find(id);
  if (status.ok() && found == open_runs().decodings.end())
    status = {ErrorKind::kNotFound, "decoding", std::to_string(id), "a decoding that is open"};
  if (!status.ok()) return failure(status);
  TimedDecoding& decoding = *found->second.decoding;
  const Examples& examples = open_runs().runs.at(found->second.runs.back())->examples();
  const size_t before = decoding.calls().size();
  const double last = before == 0 ? 0 : decoding.calls().back().end;
  while (status.ok() && !decoding.done()) {
    status = decoding.advance();
    if (status.ok() && decoding.calls().back().end - last >= static_cast<double>(milliseconds)) break;
  }
  if (!status.ok()) return failure(status);
  Answer answer;
  answer.key("calls").begin_array();
  for (size_t i = before; i < decoding.calls().size(); ++i) write_call(answer, decoding.calls()[i], examples);
  answer.end_array().field("done", decoding.done());
  if (decoding.done()) {
    answer.key("rows").begin_array();
    for (const Decoded& row : decoding.rows()) {
      answer.begin_object().key("pieces").begin_array();
      for (const float piece : row.pieces) answer.text(piece_text(examples, static_cast<int64_t>(piece)));
      answer.end_array().field("text", examples.target_text(row.pieces)).field("ended", row.ended);
      answer.field("log_probability", row.log_probability).end_object();
    }
    answer.end_array();
  }
  return answer.close();
}

std::string learn_end_decoding(const rapidjson::Value& request, std::span<const uint8_t>) {
  int64_t id = 0;
  const Status status = read_integer(request, "decoding", 0, 0, kLargestInteger, &id);
  if (!status.ok()) return failure(status);
  open_runs().decodings.erase(id);
  return Answer().close();
}

// {"examples":[[edits,symbols],...]}: held-out examples begin to end, each by itself, so that what one says depends on
// nothing but itself and the seed.
std::string learn_decoding_errors(const rapidjson::Value& request, std::span<const uint8_t>) {
  OpenDecoding decoding;
  DecoderInput input;
  int64_t begin = 0, end = 0;
  Status status = read_decoder(request, &decoding);
  if (status.ok()) status = input_of(request, decoding, &input);
  const OpenRun* run = status.ok() ? open_runs().runs.at(decoding.runs.back()).get() : nullptr;
  const int64_t all = run ? run->examples().held_out() : 0;
  if (status.ok()) status = read_integer(request, "begin", 0, 0, all, &begin);
  if (status.ok()) status = read_integer(request, "end", all, begin, all, &end);
  if (!status.ok()) return failure(status);
  const uint64_t seed = input.seed;
  Answer answer;
  answer.key("examples").begin_array();
  for (int64_t example = begin; example < end; ++example) {
    const Batch batch = run->examples().held_out_batches(example, example + 1, 1).at(0);
    input.source = batch.source;
    // Draws of its own for every example (2^64 / the golden ratio: far from one another, Knuth).
    input.seed = seed + static_cast<uint64_t>(example) * 0x9E3779B97F4A7C15U;
    std::vector<Decoded> decoded;
    status = decode_all(decoding.decoder->decoder, input, &decoded);
    if (!status.ok()) return failure(status);
    for (const Edits& one : edits_of(run->examples(), batch, decoded))
      answer.begin_array().integer(one.edits).integer(one.symbols).end_array();
  }
  answer.end_array();
  return answer.close();
}

}  // namespace attn::api
