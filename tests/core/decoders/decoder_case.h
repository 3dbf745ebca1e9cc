// Tiny models with random weights, and decoding with them: what the tests of decoders are written with.
#ifndef TESTS_CORE_DECODERS_DECODER_CASE_H_
#define TESTS_CORE_DECODERS_DECODER_CASE_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/catalog/learning.h"
#include "core/runs/settings.h"
#include "core/runs/trainer.h"

namespace attn::test {

inline void set_params(Params* params, const std::vector<ParamValue>& values) {
  for (const auto& [id, value] : values) {
    Status status;
    for (const ParamSpec& spec : params->specs()) {
      if (spec.id != id) continue;
      if (spec.kind == ParamKind::kChoice) {
        status = params->set_choice(id, value);
      } else {
        status = params->set_number(id, std::stod(std::string(value)));
      }
    }
    EXPECT_TRUE(status.ok()) << id;
  }
}

// A model of sequences on a task made by rule; weights are random but for a few steps of training, and larger than they
// start, so that texts differ.
class TinySpeaker {
 public:
  TinySpeaker(std::string_view model, std::string_view task, const std::vector<ParamValue>& model_params = {},
              uint64_t seed = 5, int steps = 3, double spread = 2)
      : model_(find_model(model)->model),
        task_(find_task(task)->task),
        params_(model_.text.params),
        task_params_(task_.text.params),
        settings_(training_settings(model_)) {
    // Sizes small enough for thousands of decodings.
    for (const ParamSpec& spec : params_.specs()) {
      if (spec.kind == ParamKind::kInteger && spec.fallback > 16) {
        EXPECT_TRUE(params_.set_number(spec.id, std::max(spec.min, 16.0)).ok());
      }
    }
    set_params(&params_, model_params);
    set_params(&task_params_, {{"vocabulary", "4"}, {"shortest", "3"}, {"longest", "6"}});
    set_params(&settings_, {{"batch", "8"}});
    Status status;
    examples_ = task_.open(task_params_, {}, &status);
    EXPECT_TRUE(status.ok());
    Discretization discretization;
    if (const CatalogDiscretizer* found = discretizer_of_file(model_.discretizer)) {
      discretizer_params_ = std::make_unique<Params>(found->discretizer.text.params);
      set_params(discretizer_params_.get(), {{"bits", "4"}});
      discretization = {&found->discretizer, discretizer_params_.get()};
    }
    run_ = {&model_, &params_, examples_.get(), TaskKind::kSequences, {}, discretization, seed};
    trainer_ = std::make_unique<Trainer>(run_, settings_);
    EXPECT_TRUE(trainer_->prepare().ok());
    Update update;
    for (int i = 0; i < steps; ++i) EXPECT_TRUE(trainer_->step(&update).ok());
    for (const auto& parameter : trainer_->parameters().all())
      for (float& value : *parameter->values) value *= static_cast<float>(spread);
  }

  Speaker speaker() { return {run_, &trainer_->parameters()}; }
  const Examples& examples() const { return *examples_; }
  Parameters& parameters() { return trainer_->parameters(); }
  const attn::Run& run() const { return run_; }
  // Held-out sources of one length, `rows` side by side.
  Tensor source(int64_t rows = 1, int64_t first = 0) const {
    for (const Batch& batch : examples_->held_out_batches(first, first + 400, rows))
      if (batch.size() == rows) return batch.source;
    ADD_FAILURE() << "too few examples";
    return {};
  }

 private:
  const Model& model_;
  const Task& task_;
  Params params_, task_params_, settings_;
  std::unique_ptr<Params> discretizer_params_;
  std::unique_ptr<Examples> examples_;
  std::unique_ptr<Trainer> trainer_;
  attn::Run run_;
};

struct Finished {
  std::vector<Decoded> rows;
  std::vector<DecoderCall> calls;
};

inline Finished decode(std::string_view id, std::vector<Speaker> models, const Tensor& source,
                       const std::vector<ParamValue>& values = {}, int64_t longest = 9, uint64_t seed = 1) {
  const Decoder& decoder = find_decoder(id)->decoder;
  Params params(decoder.text.params);
  set_params(&params, values);
  Status status;
  const auto decoding = TimedDecoding::start(decoder, {std::move(models), &params, source, longest, seed}, &status);
  EXPECT_TRUE(status.ok()) << status.argument;
  while (status.ok() && !decoding->done()) status = decoding->advance();
  EXPECT_TRUE(status.ok()) << status.argument;
  return {decoding->rows(), decoding->calls()};
}

// What every decoder's calls keep to: one ends where the next begins, and what was kept of `pieces` is the text.
inline void expect_sound(const Finished& done) {
  double end = 0;
  for (const DecoderCall& call : done.calls) {
    EXPECT_EQ(call.begin, end);
    EXPECT_GE(call.end, call.begin);
    EXPECT_LE(call.kept, call.decided);
    // Some models read nothing before they write.
    if (call.kind != CallKind::kEncode) {
      EXPECT_GT(call.multiplications, 0);
    }
    end = call.end;
  }
}

// The text that the calls put together, place by place, of decoders that decide on a place once.
inline std::vector<float> kept_text(const Finished& done, int64_t row) {
  std::vector<float> text;
  for (const DecoderCall& call : done.calls) {
    for (const Filled& filled : call.filled) {
      if (filled.row != row || !filled.kept || filled.piece == kEndPiece) continue;
      EXPECT_EQ(filled.place, static_cast<int64_t>(text.size()));
      text.push_back(static_cast<float>(filled.piece));
    }
  }
  return text;
}

// Every model of sequences, for tests of all of them.
inline std::vector<std::string_view> models_of_sequences() {
  std::vector<std::string_view> list;
  for (const CatalogModel& entry : catalog_models())
    if (entry.model.takes == TaskKind::kSequences && says_pieces(entry.model)) list.push_back(entry.id);
  return list;
}

}  // namespace attn::test

#endif  // TESTS_CORE_DECODERS_DECODER_CASE_H_
