// A model of sequences asked piece by piece: the source is read once, then every call goes on by one piece or several.
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
  // Of models that guess further: log-shares of the piece after the next one, and so on.
  std::vector<std::vector<float>> ahead;
};

class Decoding {
 public:
  Decoding(const Run& run, Parameters* parameters);
  // Reads the source of all rows of the batch.
  Status read(const Tensor& source);

  // Appends a piece to every row (kStartPiece first) and tells what each says of the next one.
  Status next(const std::vector<int64_t>& pieces, std::vector<NextPiece>* said);
  // Appends several to every row, equally many, in one call: what each row says behind every one of them, row by row.
  Status extend(const std::vector<std::vector<int64_t>>& pieces, std::vector<NextPiece>* said);

  // Takes the last pieces of every row back, so that others may follow. For whoever was asked to keep states.
  void take_back(int64_t pieces);
  // From now on every call's state is kept, where it cannot be cut out of a later one. (Recurrent models.)
  void keep_states() { keeps_states_ = true; }

  // From now on row i goes on from what was row from[i]; as many rows as there are entries. (Beams.)
  void reorder(const std::vector<int64_t>& from);

  int64_t rows() const { return rows_; }
  // Pieces of each row so far, the start included.
  int64_t length() const { return texts_.empty() ? 0 : static_cast<int64_t>(texts_[0].size()); }
  // What `read`, or the last call, took: its graph recorded, computed and copied out.
  double milliseconds() const { return milliseconds_; }
  // And how many numbers it multiplied.
  double multiplications() const { return multiplications_; }

 private:
  // What calls leave to the next one, after reading so many pieces.
  struct State {
    int64_t read = 0;
    std::map<std::string, Tensor> carried;
    std::map<std::string, std::string> places;  // Recorder::places
    bool can_be_cut() const { return places.size() == carried.size(); }
  };
  Recorder::Context context() const;

  Run run_;
  Parameters* parameters_;
  bool continues_;
  bool keeps_states_ = false;
  int64_t rows_ = 0;
  int64_t calls_ = 0;
  double milliseconds_ = 0;
  double multiplications_ = 0;
  std::map<std::string, Tensor> memory_;
  State state_;
  std::vector<State> before_;              // kept, oldest first
  std::vector<std::vector<float>> texts_;  // the pieces so far, start included
};

// What a decoder has to say of one row.
struct Decoded {
  std::vector<float> pieces;  // without start and end
  bool ended = false;         // false where it was stopped because it was too long
  double log_probability = 0;
  std::vector<std::vector<float>> alignment;  // for every piece, the end included where it came
};

}  // namespace attn

#endif  // CORE_RUNS_DECODING_H_
