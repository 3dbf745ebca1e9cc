// Latents planned one after another, then all places said in one call (Kaiser et al. 2018, section 3).
#ifndef CORE_RUNS_LATENT_PLAN_H_
#define CORE_RUNS_LATENT_PLAN_H_

#include <functional>
#include <vector>

#include "core/runs/asking.h"

namespace attn {

// Which code stands at a place of the plan, from the log-shares of a block's codes.
using ChooseCode = std::function<int64_t(const std::vector<float>& log_shares, int64_t row, int64_t place)>;

class LatentPlan {
 public:
  explicit LatentPlan(const Speaker& speaker) : asking_(speaker) {}

  // Reads the source; a plan begins.
  Status read(const Tensor& source, DecoderCall* call);
  // The next latent of every row.
  Status next(const ChooseCode& choose, DecoderCall* call);
  bool planned() const { return place_ == latents_; }
  // All places from the plan; the texts end where their end is said, and their log-probability is that of the latents
  // and the pieces together.
  Status say(int64_t longest, DecoderCall* call, std::vector<Decoded>* rows);

  int64_t rows() const { return asking_.rows(); }
  int64_t latents() const { return latents_; }

 private:
  const LatentParts& parts() const { return *asking_.model().latent; }

  Asking asking_;
  int64_t latents_ = 0, place_ = 0, entries_ = 0;
  std::vector<Tensor> codes_;                 // of every block [batch, query], as they are planned
  std::vector<double> log_probability_ = {};  // of every row's plan
};

bool plans_latents(const Model& model);

}  // namespace attn

#endif  // CORE_RUNS_LATENT_PLAN_H_
