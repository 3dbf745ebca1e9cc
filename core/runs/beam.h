// Beam search: of all texts so far the few likeliest go on, each by every piece, and of those the few likeliest again
// (Graves 2012; Sutskever et al. 2014). With one beam it is greedy decoding.
#ifndef CORE_RUNS_BEAM_H_
#define CORE_RUNS_BEAM_H_

#include <cstdint>
#include <vector>

#include "core/runs/decoding.h"

namespace attn {

struct BeamEntry {
  int64_t piece = 0;
  int64_t parent = -1;           // which entry of the step before it goes on from; -1 in the first step
  double log_probability = 0;    // of the whole text so far
  std::vector<float> alignment;  // over the source, for this piece
  std::vector<float> chances;    // by which the alignment was chosen, where it is one place
  bool ended() const { return piece == kEndPiece; }
};

struct BeamSearch {
  // Every step's entries, the likeliest first. Ended ones stay where they ended.
  std::vector<std::vector<BeamEntry>> steps;
  // The best: where it ends.
  int64_t step = 0;
  int64_t entry = 0;
  double score = 0;  // its log-probability divided by the length penalty
  // What reading the source took, and each step's call.
  double read_milliseconds = 0;
  std::vector<double> milliseconds;

  // The pieces of the text that ends there, without start and end.
  std::vector<float> pieces(int64_t step, int64_t entry) const;
};

// `source` holds one example. Ended texts compare by log p / ((5 + length) / 6)^alpha (Wu et al. 2016, equation 14);
// `alpha` 0 compares log p.
Status beam_search(const Run& run, Parameters* parameters, const Tensor& source, int64_t beams, double alpha,
                   int64_t longest, BeamSearch* out);

}  // namespace attn

#endif  // CORE_RUNS_BEAM_H_
