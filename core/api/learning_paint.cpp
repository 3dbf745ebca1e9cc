// Pictures that a model of pixels goes on with, and how likely it finds them.
#include <string>
#include <vector>

#include "core/api/learning_runs.h"
#include "core/runs/painting.h"

namespace attn::api {
namespace {

constexpr int64_t kMostPictures = 16;  // each is a row of every pass: memory and time grow with it
constexpr double kHottest = 10;        // beyond that every level is about as likely

Status read_small(const rapidjson::Value& request, const OpenRun& run, Tensor* small) {
  if (run.examples().sizes().longest_source == 0)
    return request.HasMember("small") ? invalid_input("small", "a picture", "none: this task begins with nothing")
                                      : Status{};
  const std::vector<Batch> batches = run.examples().held_out_batches(0, 1, 1);
  if (batches.empty()) return invalid_input("task", "no held-out examples", "some");
  const Shape& shape = batches[0].source.shape;  // [batch 1, row, column]
  small->shape = {shape[1], shape[2]};
  const Status wrong = invalid_input("small", "something else", std::to_string(shape.count()) + " numbers from 0 to 1");
  const auto found = request.FindMember("small");
  if (found == request.MemberEnd() || !found->value.IsArray() ||
      static_cast<int64_t>(found->value.Size()) != shape.count())
    return wrong;
  for (const rapidjson::Value& item : found->value.GetArray()) {
    if (!item.IsNumber() || !(item.GetDouble() >= 0 && item.GetDouble() <= 1)) return wrong;
    small->values.push_back(static_cast<float>(item.GetDouble()));
  }
  return {};
}

// Pictures of equally many pixels, `missing` fewer than a whole one at least.
Status read_pictures(const rapidjson::Value& request, int64_t missing, OpenRun** run, Pictures* out) {
  Status status = find_run(request, run);
  if (!status.ok()) return status;
  if ((*run)->kind() != TaskKind::kPixels)
    return invalid_input("run", "a model that writes no pixels", "a model of pixels");
  const TaskSizes sizes = (*run)->examples().sizes();
  const int64_t pixels = sizes.longest_target - missing, levels = sizes.target_pieces - kFirstPiece;
  const auto found = request.FindMember("pictures");
  if (found == request.MemberEnd() || !found->value.IsArray() || found->value.Empty() ||
      static_cast<int64_t>(found->value.Size()) > kMostPictures)
    return invalid_input("pictures", "something else", "a list of 1 to " + std::to_string(kMostPictures));
  for (const rapidjson::Value& item : found->value.GetArray()) {
    status = read_integers(item, "pictures", &out->levels.emplace_back());
    if (!status.ok()) return status;
    const std::vector<int64_t>& picture = out->levels.back();
    if (static_cast<int64_t>(picture.size()) > pixels || picture.size() != out->levels[0].size())
      return invalid_input("pictures", std::to_string(picture.size()) + " pixels",
                           "pictures of as many pixels, " + std::to_string(pixels) + " at most");
    for (const int64_t level : picture) {
      if (level < 0 || level >= levels)
        return invalid_input("pictures", std::to_string(level), "levels from 0 to " + std::to_string(levels - 1));
    }
  }
  return read_small(request, **run, &out->small);
}

Status read_temperature(const rapidjson::Value& request, double* out) {
  const auto found = request.FindMember("temperature");
  *out = 1;
  if (found == request.MemberEnd()) return {};
  if (found->value.IsNumber()) *out = found->value.GetDouble();
  if (!found->value.IsNumber() || !(*out >= 0 && *out <= kHottest))
    return invalid_input("temperature", "something else", "a number from 0 to 10");
  return {};
}

Status read_seed(const rapidjson::Value& request, uint64_t* out) {
  int64_t seed = 1;
  const Status status = read_integer(request, "seed", 1, 0, kLargestInteger, &seed);
  *out = static_cast<uint64_t>(seed);
  return status;
}

void append(std::vector<float>* to, const std::vector<float>& from) { to->insert(to->end(), from.begin(), from.end()); }

}  // namespace

// {"drawn":[...],"shares":n,"looks":n,"reading":n,"buffer","count"}: picture by picture so many numbers of each.
std::string learn_paint(const rapidjson::Value& request, std::span<const uint8_t>) {
  OpenRun* run = nullptr;
  Pictures so_far;
  double temperature = 1;
  uint64_t seed = 1;
  Status status = read_pictures(request, /*missing=*/1, &run, &so_far);
  if (status.ok()) status = read_temperature(request, &temperature);
  if (status.ok()) status = read_seed(request, &seed);
  std::vector<NextPixel> said;
  if (status.ok())
    status = next_pixel(run->trainer->run(), &run->trainer->parameters(), so_far, temperature, &run->painted, &said);
  if (!status.ok()) return failure(status);
  std::vector<float>& numbers = session().answer;
  numbers.clear();
  const int64_t place = static_cast<int64_t>(so_far.levels[0].size());
  Answer answer;
  answer.key("drawn").begin_array();
  for (size_t picture = 0; picture < said.size(); ++picture) {
    answer.integer(draw_level(said[picture].shares, seed, static_cast<int64_t>(picture), place));
    for (const auto* part : {&said[picture].shares, &said[picture].looks, &said[picture].reading})
      append(&numbers, *part);
  }
  answer.end_array().field("shares", static_cast<int64_t>(said[0].shares.size()));
  answer.field("looks", static_cast<int64_t>(said[0].looks.size()));
  answer.field("reading", static_cast<int64_t>(said[0].reading.size()));
  answer.field("buffer", address(numbers.data())).field("count", static_cast<int64_t>(numbers.size()));
  return answer.close();
}

// {"weights":[...],"candidate":n,"buffer","count"}: the buffer holds, picture by picture, each pixel's log-share.
std::string learn_weigh(const rapidjson::Value& request, std::span<const uint8_t>) {
  OpenRun* run = nullptr;
  Pictures pictures;
  uint64_t seed = 1;
  std::vector<int64_t> counted;
  Status status = read_pictures(request, /*missing=*/0, &run, &pictures);
  if (status.ok()) status = read_seed(request, &seed);
  if (status.ok() && request.HasMember("counted")) status = read_integers(request["counted"], "counted", &counted);
  const int64_t pixels = status.ok() ? static_cast<int64_t>(pictures.levels[0].size()) : 0;
  for (const int64_t place : counted) {
    if (status.ok() && (place < 0 || place >= pixels))
      status = invalid_input("counted", std::to_string(place), "places of the pictures");
  }
  std::vector<std::vector<float>> shares;
  if (status.ok()) status = log_shares(run->trainer->run(), &run->trainer->parameters(), pictures, &shares);
  if (!status.ok()) return failure(status);
  std::vector<float>& numbers = session().answer;
  numbers.clear();
  std::vector<double> likelihoods;
  for (const std::vector<float>& picture : shares) {
    append(&numbers, picture);
    double sum = 0;
    for (const int64_t place : counted) sum += static_cast<double>(picture[static_cast<size_t>(place)]);
    likelihoods.push_back(sum);
  }
  const Chosen chosen = choose_candidate(likelihoods, seed);
  Answer answer;
  answer.key("weights").begin_array();
  for (const double weight : chosen.weights) answer.number(weight);
  answer.end_array().field("candidate", chosen.candidate);
  answer.field("buffer", address(numbers.data())).field("count", static_cast<int64_t>(numbers.size()));
  return answer.close();
}

}  // namespace attn::api
