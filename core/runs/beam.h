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

// What is found for one row.
struct BeamSearch {
  // Every step's entries, the likeliest first. Ended ones stay where they ended.
  std::vector<std::vector<BeamEntry>> steps;
  // The best: where it ends.
  int64_t step = 0;
  int64_t entry = 0;
  double score = 0;  // its log-probability divided by the length penalty
  // What reading the source took, and each step's call, all rows together.
  double read_milliseconds = 0;
  std::vector<double> milliseconds;

  // The pieces of the text that ends there, without start and end.
  std::vector<float> pieces(int64_t step, int64_t entry) const;
};

// A search under way, of all rows of a batch side by side. Ended texts compare by log p / ((5 + length) / 6)^alpha (Wu
// et al. 2016, equation 14); `alpha` 0 compares log p.
class Beams {
 public:
  Beams(const Run& run, Parameters* parameters, int64_t beams, double alpha, int64_t longest)
      : decoding_(run, parameters), beams_(beams), alpha_(alpha), longest_(longest) {}

  Status read(const Tensor& source);
  // One call.
  Status step();
  bool done() const { return rows_.empty() || length_ >= longest_; }

  const std::vector<BeamSearch>& searches() const { return searches_; }
  const Decoding& decoding() const { return decoding_; }
  // Texts that go on.
  int64_t live() const { return static_cast<int64_t>(rows_.size()); }

 private:
  // A row of the next call: the piece it ends with, which search it belongs to, its log-probability and its entry in
  // the step before.
  struct Live {
    int64_t piece = kStartPiece;
    size_t search = 0;
    double log_probability = 0;
    int64_t entry = -1;
  };
  Decoding decoding_;
  int64_t beams_;
  double alpha_;
  int64_t longest_;
  int64_t length_ = 0;
  std::vector<Live> rows_;
  std::vector<BeamSearch> searches_;
  std::vector<bool> found_;  // by search: has a text ended?
};

// The whole search; `source` holds one example.
Status beam_search(const Run& run, Parameters* parameters, const Tensor& source, int64_t beams, double alpha,
                   int64_t longest, BeamSearch* out);

}  // namespace attn

#endif  // CORE_RUNS_BEAM_H_
