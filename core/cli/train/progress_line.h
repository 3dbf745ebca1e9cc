// One line that is written over: step, loss, and how long it will take.
#ifndef CORE_CLI_TRAIN_PROGRESS_LINE_H_
#define CORE_CLI_TRAIN_PROGRESS_LINE_H_

#include <cstdint>
#include <cstdio>

#include "core/cli/train/files.h"
#include "core/runs/trainer.h"

namespace attn::cli {

class ProgressLine {
 public:
  ProgressLine(int64_t first, int64_t last) : first_(first), last_(last), began_(seconds()) {}

  void show(const Update& update) {
    // Smoothed for the eye only: a mean over the last fifty or so.
    loss_ = loss_ == 0 ? update.loss : 0.98 * loss_ + 0.02 * update.loss;
    const double now = seconds();
    if (now - shown_ < kSecondsBetweenLines && update.step < last_) return;
    shown_ = now;
    const double done = static_cast<double>(update.step - first_), left = static_cast<double>(last_ - update.step);
    std::fprintf(stderr, "\rstep %lld/%lld  loss %.4f  norm %.3f  rate %.2e  %.1f steps/s  %.0f s left   ",
                 static_cast<long long>(update.step), static_cast<long long>(last_), loss_, update.gradient_norm,
                 update.rate, done / (now - began_), left * (now - began_) / done);
    std::fflush(stderr);
  }

 private:
  static constexpr double kSecondsBetweenLines = 1;
  int64_t first_, last_;
  double began_, shown_ = 0, loss_ = 0;
};

}  // namespace attn::cli

#endif  // CORE_CLI_TRAIN_PROGRESS_LINE_H_
