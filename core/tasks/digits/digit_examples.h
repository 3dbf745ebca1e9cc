// Batches of single digits: what tasks share that differ only in how a digit is written into a batch.
#ifndef CORE_TASKS_DIGITS_DIGIT_EXAMPLES_H_
#define CORE_TASKS_DIGITS_DIGIT_EXAMPLES_H_

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/tasks/digits/digit_set.h"
#include "core/training/length_batches.h"
#include "core/training/task.h"

namespace attn::digits {

class DigitExamples : public Examples {
 public:
  explicit DigitExamples(DigitSet set)
      : set_(std::move(set)), training_(std::vector<int32_t>(static_cast<size_t>(set_.training()))) {}

  Batch batch(uint64_t seed, int64_t step, int64_t size) const override;
  int64_t held_out() const override { return set_.held_out(); }
  std::vector<Batch> held_out_batches(int64_t begin, int64_t end, int64_t size) const override;

 protected:
  // Writes a digit behind those that stand in the batch already.
  virtual void add(const Digit& digit, Batch* batch) const = 0;

 private:
  DigitSet set_;
  LengthBatches training_;  // all digits are equally long
};

// Opens the data for a task of `made`, which is given the digits.
template <class Made>
std::unique_ptr<Examples> open_digits(std::span<const uint8_t> data, Status* status, Made made) {
  DigitSet set;
  *status = DigitSet::open(data, &set);
  return status->ok() ? made(std::move(set)) : nullptr;
}

}  // namespace attn::digits

#endif  // CORE_TASKS_DIGITS_DIGIT_EXAMPLES_H_
