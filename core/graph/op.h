// An op: one kind of computation, told four ways: forward, backward, sources and explain. The page, back-propagation
// and the fused kernels' checks all read the same op, so an explanation can never drift from the arithmetic.
//
// Rows are the unit. `forward` computes any range of output rows from its inputs alone, so a row has the same digits
// whichever rows are computed with it: threads split rows, tiles are ranges of rows, and tensors too large to keep are
// computed again, row by row, when somebody asks.
#ifndef CORE_GRAPH_OP_H_
#define CORE_GRAPH_OP_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/tensor/shape.h"
#include "core/tensor/status.h"

// Gradient checks run in double; WASM is built without, which halves the ops.
#ifndef ATTN_WITH_DOUBLE
#define ATTN_WITH_DOUBLE 0
#endif

namespace attn {

struct Rows {
  int64_t begin = 0;
  int64_t end = 0;
  int64_t count() const { return end - begin; }
};

// Some rows of a tensor, at least those the op asked for.
template <class T>
struct TensorRows {
  const Shape* shape = nullptr;
  T* data = nullptr;  // the first of `rows`
  Rows rows;

  T* row(int64_t r) const { return data + (r - rows.begin) * shape->columns(); }
  // A cell by its place in the whole tensor.
  T& cell(int64_t flat) const { return data[flat - rows.begin * shape->columns()]; }
};

template <class T>
using Inputs = std::span<const TensorRows<const T>>;

// What back-propagation hands an op: whole tensors, and where to add the gradients.
template <class T>
struct BackwardArgs {
  Inputs<T> inputs;
  TensorRows<const T> output;
  const T* output_gradient = nullptr;
  std::span<T* const> input_gradients;  // added to
};

// A box of cells of one input: begin inclusive, end exclusive, one entry per axis.
struct Region {
  int input = 0;
  Index begin;
  Index end;
};

// Stands for an input's number in a CellRef: an earlier cell of the op's own output, as recurrences go on from.
inline constexpr int kOwnOutput = -1;

struct CellRef {
  int input = 0;
  Index index;
  float value = 0;
};

struct Term {
  float value = 0;
  std::vector<CellRef> sources;
};

struct Fact {
  std::string_view name;
  double value = 0;
  std::string text;  // used instead of the value where not empty
};

// How one number came about; the meaning of `form` is stated in web/engine/types.ts and tested for every op.
struct Explanation {
  std::string_view form;
  float value = 0;
  std::vector<Term> terms;
  std::vector<Fact> facts;
  bool has_principal = false;
  CellRef principal;
  std::string remark;
};

// Values around one op, wherever they are kept.
class Cells {
 public:
  virtual ~Cells() = default;
  virtual int inputs() const = 0;
  virtual const Shape& input_shape(int input) const = 0;
  virtual const Shape& output_shape() const = 0;
  virtual float input(int input, int64_t flat) const = 0;
  virtual float output(int64_t flat) const = 0;

  CellRef ref(int which, const Index& index) const {
    if (which == kOwnOutput) return {which, index, output(output_shape().flat(index))};
    return {which, index, input(which, input_shape(which).flat(index))};
  }
};

class Op {
 public:
  virtual ~Op() = default;
  virtual std::string_view name() const = 0;

  // Is the output a mask: 1 where something may be read, else 0?
  virtual bool makes_mask() const { return false; }

  // Does a row go on from the rows before it? Then result and inputs are kept whatever their size: computed again for
  // every few rows they would take the square of the time.
  virtual bool recurs() const { return false; }

  // Does `backward` hand on another function's gradient on purpose, since its own is flat (straight-through steps)?
  virtual bool estimates_gradient() const { return false; }

  // The output's shape, or what is wrong with the inputs'.
  virtual Status infer(std::span<const Shape> inputs, Shape* output) const = 0;

  // Which rows of an input the given output rows need. Default: all of it.
  virtual Rows input_rows(int input, Rows output_rows, std::span<const Shape> inputs, const Shape& output) const {
    (void)output_rows, (void)output;
    return {0, inputs[static_cast<size_t>(input)].rows()};
  }

  // About how many multiply-adds a row costs: small jobs stay on one thread.
  virtual int64_t work_per_row(std::span<const Shape> inputs, const Shape& output) const {
    (void)inputs;
    return output.columns();
  }

  virtual void forward(Inputs<float> inputs, TensorRows<float> output) const = 0;
  virtual void backward(const BackwardArgs<float>& args) const = 0;
#if ATTN_WITH_DOUBLE
  virtual void forward(Inputs<double> inputs, TensorRows<double> output) const = 0;
  virtual void backward(const BackwardArgs<double>& args) const = 0;
#endif

  // The input cells that the output cell was computed from, exactly.
  virtual std::vector<Region> sources(const Cells& cells, const Index& cell) const = 0;
  virtual Explanation explain(const Cells& cells, const Index& cell) const = 0;
};

// Gives an op both scalars from one template: Derived has `compute<T>(Inputs<T>, TensorRows<T>) const` and
// `differentiate<T>(const BackwardArgs<T>&) const`.
template <class Derived>
class OpOf : public Op {
 public:
  void forward(Inputs<float> inputs, TensorRows<float> output) const final {
    self().template compute<float>(inputs, output);
  }
  void backward(const BackwardArgs<float>& args) const final { self().template differentiate<float>(args); }
#if ATTN_WITH_DOUBLE
  void forward(Inputs<double> inputs, TensorRows<double> output) const final {
    self().template compute<double>(inputs, output);
  }
  void backward(const BackwardArgs<double>& args) const final { self().template differentiate<double>(args); }
#endif

 private:
  const Derived& self() const { return static_cast<const Derived&>(*this); }
};

// The single cell `index` of an input, as a region.
inline Region single(int input, const Index& index) {
  Region region{input, index, index};
  for (int64_t& end : region.end) ++end;
  return region;
}

}  // namespace attn

#endif  // CORE_GRAPH_OP_H_
