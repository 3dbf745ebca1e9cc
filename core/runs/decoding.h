// A model of sequences asked piece by piece: the source is read once, then every call goes on by one piece.
#ifndef CORE_RUNS_DECODING_H_
#define CORE_RUNS_DECODING_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/runs/run.h"

namespace attn {

// What one call says of one row: log-shares of every piece, and where it looked.
struct NextPiece {
  std::vector<float> log_shares;  // [piece]
  std::vector<float> alignment;   // over the source; empty where the model has none
  std::vector<float> chances;     // by which it was chosen, where it is one place
};

class Decoding {
 public:
  Decoding(const Run& run, Parameters* parameters) : run_(run), parameters_(parameters) {}
  // Reads the source of all rows of the batch.
  Status read(const Tensor& source);

  // Appends a piece to every row (kStartPiece first) and tells what each says of the next one.
  Status next(const std::vector<int64_t>& pieces, std::vector<NextPiece>* said);

  // From now on row i goes on from what was row from[i]; as many rows as there are entries. (Beams.)
  void reorder(const std::vector<int64_t>& from);

  int64_t rows() const { return rows_; }
  // What `read`, and the last `next`, took: its graph recorded, computed and copied out.
  double milliseconds() const { return milliseconds_; }

 private:
  Recorder::Context context() const;

  Run run_;
  Parameters* parameters_;
  int64_t rows_ = 0;
  int64_t calls_ = 0;
  double milliseconds_ = 0;
  std::map<std::string, Tensor> memory_;
  std::map<std::string, Tensor> carried_;
  std::vector<std::vector<float>> texts_;  // the pieces so far, start included
};

// The likeliest piece, until kEndPiece or `longest` pieces: for every row, without start and end.
struct Decoded {
  std::vector<float> pieces;
  double log_probability = 0;
  std::vector<std::vector<float>> alignment;  // for every piece, the end included where it came
};
Status greedy(const Run& run, Parameters* parameters, const Tensor& source, int64_t longest, std::vector<Decoded>* out);

}  // namespace attn

#endif  // CORE_RUNS_DECODING_H_
