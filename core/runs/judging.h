// A document judged: how likely each class is, and which sentences and words that leans on.
#ifndef CORE_RUNS_JUDGING_H_
#define CORE_RUNS_JUDGING_H_

#include <vector>

#include "core/runs/run.h"

namespace attn {

struct Judgement {
  std::vector<float> classes;             // shares that add up to 1
  int64_t verdict = 0;                    // the likeliest
  std::vector<float> sentences;           // weights that add up to 1
  std::vector<std::vector<float>> words;  // of each sentence, weights that add up to 1
};

// `source` holds one document [batch, sentence, word]. Takes models of kDocuments.
Status judge(const Run& run, Parameters* parameters, const Tensor& source, Judgement* out);

}  // namespace attn

#endif  // CORE_RUNS_JUDGING_H_
