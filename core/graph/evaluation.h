// Computes a Graph in one scalar. Small tensors are kept whole in an arena; a large one is never kept: its rows are
// computed from its inputs whenever a later op, a tile or an explanation needs them, with the same digits.
#ifndef CORE_GRAPH_EVALUATION_H_
#define CORE_GRAPH_EVALUATION_H_

#include <cstdint>
#include <map>
#include <vector>

#include "core/graph/graph.h"

namespace attn {

struct EvaluationLimits {
  // Tensors of more cells are not kept, unless a recurrence needs them. 4 Mi floats = 16 MB: eight heads of 724 tokens
  // still are.
  int64_t whole_cells = int64_t{4} << 20;
  // Everything kept together; beyond it a run is refused with kTooLarge. 512 MB leaves a 2 GB WASM memory room for
  // several live traces.
  int64_t total_bytes = int64_t{512} << 20;
};

// Asked between parts of the work; where it says yes the work stops, to go on later or never. A plain function, so that
// nobody pays who does not ask.
struct Pause {
  bool (*wanted)(void* context) = nullptr;
  void* context = nullptr;
};

template <class T>
class Evaluation {
 public:
  explicit Evaluation(const Graph& graph, EvaluationLimits limits = {}) : graph_(graph), limits_(limits) {}
  Evaluation(const Evaluation&) = delete;  // data_ points into the arena
  Evaluation& operator=(const Evaluation&) = delete;

  // Puts a number into a cell by hand, whatever its node computes: a leaf's, or any result on the way. What comes after
  // it is computed from the number as edited. Before `run` or `prepare`; a cell edited twice keeps the later number.
  void edit(int node, int64_t flat, T value) { edits_[node][flat] = value; }
  bool edited(int node, int64_t flat) const;
  int64_t edits(int node) const;  // how many cells
  // What stands in a cell but for its own edit: computed from inputs as they are, edits upstream included.
  T unedited_cell(int node, int64_t flat) const;

  // Computes into memory that an earlier evaluation is done with, and gives it back: training would otherwise ask the
  // system for the same pages at every step.
  void adopt_arena(std::vector<T> arena) { arena_ = std::move(arena); }
  std::vector<T> release_arena() { return std::move(arena_); }

  // Computes every node. Refuses with kTooLarge before anything is allocated.
  Status run();

  // The same in parts: `prepare` once, then `advance` until it says that all is computed. Rows do not depend on the
  // call they are computed in, so neither do the digits. Nothing else may be asked before the end.
  Status prepare();
  bool advance(Pause pause);
  double progress() const;  // share of the work that is done, from 0 to 1

  // Kept in the arena (or a shared leaf)?
  bool whole(int node) const { return data_[static_cast<size_t>(node)] != nullptr; }
  const T* data(int node) const { return data_[static_cast<size_t>(node)]; }

  // Rows of any tensor: copied where kept, else computed.
  void rows(int node, Rows rows, T* out) const;
  T cell(int node, int64_t flat) const;

  // Where every kept tensor stands in one buffer: offsets in cells, -1 for tensors elsewhere.
  const std::vector<T>& arena() const { return arena_; }
  int64_t offset(int node) const { return offset_[static_cast<size_t>(node)]; }

  // d(sum of seed * node) / d(every node), whole tensors; empty where a node does not matter. Nothing flows back
  // through a cell that was edited.
  std::vector<std::vector<T>> gradients(int node, const std::vector<T>& seed) const;

 private:
  bool kept(int node) const { return offset_[static_cast<size_t>(node)] >= 0 || !graph_.node(node).op; }
  double work(int node, Rows rows) const;
  using Edits = std::map<int64_t, T>;  // by cell
  const Edits* edits_of(int node) const;
  void place_leaf(int node);
  void compute_part(bool whole_nodes);
  void compute(int node, Rows rows, T* out) const;
  void compute_unedited(int node, Rows rows, T* out) const;

  const Graph& graph_;
  EvaluationLimits limits_;
  std::vector<T> arena_;
  std::vector<int64_t> offset_;
  std::vector<const T*> data_;
  std::vector<std::vector<T>> converted_;  // shared leaves in double, or with edits
  std::map<int, Edits> edits_;
  // Where `advance` stands: the node, its next row, and the work done of all there is.
  int node_ = 0;
  int64_t row_ = 0;
  double done_ = 0;
  double all_ = 0;
  // The row of each large tensor asked for last: an explanation reads one row many times.
  mutable std::map<int, std::pair<int64_t, std::vector<T>>> last_row_;
};

extern template class Evaluation<float>;
#if ATTN_WITH_DOUBLE
extern template class Evaluation<double>;
#endif

}  // namespace attn

#endif  // CORE_GRAPH_EVALUATION_H_
