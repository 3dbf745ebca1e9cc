// A memory carried along a time axis, one matrix per head: S_t = P + key_t value_t^T with P = decay_t S_{t-1}, and with
// an eraser S_t = P + key_t (value_t + P^T eraser_t)^T. Before the first word it is empty.
//   Katharopoulos et al. 2020: neither; Sun et al. 2023, Yang et al. 2024: a decay;
//   Schlag et al. 2021: eraser = -beta key, the delta rule; Yang et al. 2025: both.
#include <algorithm>

#include "core/graph/ops/broadcast.h"
#include "core/graph/ops/ops.h"

namespace attn {
namespace {

constexpr int kKey = 0, kValue = 1;

// key and eraser [..., time, feature], value [..., time, channel], decay: some axes of [..., time, feature, channel].
class StateScan final : public OpOf<StateScan> {
 public:
  StateScan(bool decays, bool erases) : decay_(decays ? 2 : 0), eraser_(erases ? (decays ? 3 : 2) : 0) {}
  std::string_view name() const override { return "state_scan"; }

  Status infer(std::span<const Shape> inputs, Shape* output) const override {
    const Shape &key = inputs[kKey], &value = inputs[kValue];
    bool fits = key.rank() >= 2 && value.rank() == key.rank() && key.find(value.dims().back().axis) < 0;
    for (int i = 0; fits && i + 1 < key.rank(); ++i) fits = key[i] == value[i];
    if (fits) {
      std::vector<Dim> dims = key.dims();
      dims.push_back(value.dims().back());
      *output = Shape(std::move(dims));
      if (decay_) fits = broadcasts(*output, at(inputs, decay_)) && broadcast(*output, at(inputs, decay_)) == *output;
      if (eraser_) fits = fits && at(inputs, eraser_) == key;
    }
    if (fits) return {};
    std::string got;
    for (const Shape& shape : inputs) got += (got.empty() ? "" : ", ") + shape.text();
    return invalid_input("state_scan", got,
                         "a key and a value for each step, a decay along them, an eraser like a key");
  }

  // Everything before counts: from the first step of the head that the rows begin in.
  Rows input_rows(int input, Rows rows, std::span<const Shape> inputs, const Shape& output) const override {
    const Rows scanned = from_the_start(rows, output);
    if (decay_ && input == decay_) return projected_rows(at(inputs, input), output, scanned);
    const int64_t features = output[output.rank() - 2].size;
    return {scanned.begin / features, scanned.end / features};
  }
  int64_t work_per_row(std::span<const Shape>, const Shape& output) const override {
    // Rows that begin late scan what is before them; a few threads share some hundred rows.
    return output.columns() * (eraser_ ? 4 : 2) * (1 + output[output.rank() - 3].size / 16);
  }

  template <class T>
  void compute(Inputs<T> inputs, TensorRows<T> output) const {
    const Scan<T> scan(*this, inputs, *output.shape);
    std::vector<T> state(static_cast<size_t>(scan.features * scan.columns)), written(static_cast<size_t>(scan.columns));
    const Rows rows = from_the_start(output.rows, *output.shape);
    for (int64_t row = rows.begin; row < rows.end; row += scan.features) {  // one step of one head
      if (row / scan.features % scan.steps == 0) std::fill(state.begin(), state.end(), T(0));
      scan.fade(row, state.data());
      scan.write(row, state.data(), written.data());
      for (int64_t f = 0; f < scan.features; ++f) {  // S = P + key written^T
        T* s = state.data() + f * scan.columns;
        const T key = inputs[kKey].cell(row + f);
        for (int64_t c = 0; c < scan.columns; ++c) s[c] += key * written[static_cast<size_t>(c)];
        if (row + f >= output.rows.begin && row + f < output.rows.end)
          std::copy_n(s, scan.columns, output.row(row + f));
      }
    }
  }

  // With the gradient G of S_t, steps backwards, w = value + P^T eraser: dkey = G w; dw = G^T key = dvalue;
  // deraser = P dw; dP = G + eraser dw^T; dS_{t-1} = decay dP.
  template <class T>
  void differentiate(const BackwardArgs<T>& args) const {
    const Shape& shape = *args.output.shape;
    const Scan<T> scan(*this, args.inputs, shape);
    const int64_t features = scan.features, columns = scan.columns, cells = features * columns;
    std::vector<T> g(static_cast<size_t>(cells)), before(g.size()), p(g.size());
    std::vector<T> written(static_cast<size_t>(columns)), dwritten(written.size());
    const std::span<T* const> into = args.input_gradients;
    for (int64_t row = shape.rows() - features; row >= 0; row -= features) {
      const int64_t step = row / features, first = step % scan.steps == 0;
      if (step % scan.steps == scan.steps - 1) std::fill(g.begin(), g.end(), T(0));
      for (int64_t i = 0; i < cells; ++i) {
        g[static_cast<size_t>(i)] += args.output_gradient[row * columns + i];
        before[static_cast<size_t>(i)] = first ? T(0) : args.output.data[(row - features) * columns + i];
      }
      p = before;
      scan.fade(row, p.data());
      scan.write(row, p.data(), written.data());
      std::fill(dwritten.begin(), dwritten.end(), T(0));
      for (int64_t i = 0; i < cells; ++i) {
        const size_t at = static_cast<size_t>(i), c = static_cast<size_t>(i % columns);
        into[kKey][row + i / columns] += g[at] * written[c];
        dwritten[c] += args.inputs[kKey].cell(row + i / columns) * g[at];
      }
      for (int64_t c = 0; c < columns; ++c) into[kValue][step * columns + c] += dwritten[static_cast<size_t>(c)];
      for (int64_t i = 0; i < cells; ++i) {
        const size_t at = static_cast<size_t>(i), c = static_cast<size_t>(i % columns);
        if (eraser_) {
          into[static_cast<size_t>(eraser_)][row + i / columns] += p[at] * dwritten[c];
          g[at] += scan.input(eraser_).cell(row + i / columns) * dwritten[c];
        }
        if (decay_) {
          const int64_t decay = scan.decay_cell(row + i / columns) + i % columns * scan.decays.column_stride();
          into[static_cast<size_t>(decay_)][decay] += g[at] * before[at];
          g[at] *= scan.input(decay_).cell(decay);
        }
      }
    }
  }

  // All steps so far: of the cell's own feature, or of every feature where an eraser mixes them.
  std::vector<Region> sources(const Cells& cells, const Index& cell) const override {
    const Place place(cells, cell);
    Region key = single(kKey, place.row), value = single(kValue, place.column);
    value.begin[place.time] = 0;
    if (!eraser_ || place.now == 0) key.begin[place.time] = 0;
    std::vector<Region> regions = {key, value};
    if (place.now == 0) return regions;
    if (decay_) {
      const Shape& shape = cells.input_shape(decay_);
      Region decay = single(decay_, place.in(cells, decay_, cell));
      const int time = shape.find(place.time_axis), feature = shape.find(place.feature_axis);
      if (time >= 0) decay.begin[static_cast<size_t>(time)] = 1;
      if (eraser_ && feature >= 0) place.widen(&decay, static_cast<size_t>(feature));
      regions.push_back(decay);
    }
    if (!eraser_) return regions;
    Region earlier = single(kKey, place.row), eraser = single(eraser_, place.row);
    earlier.begin[place.time] = 0, earlier.end[place.time] = place.now;
    eraser.begin[place.time] = 1;
    for (Region* region : {&earlier, &eraser}) {
      place.widen(region, place.feature);
      regions.push_back(*region);
    }
    return regions;
  }

  // Terms: what is erased, feature by feature; what is written; what is kept.
  Explanation explain(const Cells& cells, const Index& cell) const override {
    const Place place(cells, cell);
    Explanation result;
    result.form = "dot";
    result.value = cells.output(cells.output_shape().flat(cell));
    const auto add = [&](std::vector<CellRef> factors) {
      float product = 1;
      for (const CellRef& factor : factors) product *= factor.value;
      result.terms.push_back({product, std::move(factors)});
    };
    // A cell of P: what the decay leaves of the step before.
    const auto kept = [&](std::vector<CellRef> factors, int64_t feature) {
      Index now = cell, before = cell;
      now[place.feature] = before[place.feature] = feature;
      --before[place.time];
      if (decay_) factors.push_back(cells.ref(decay_, place.in(cells, decay_, now)));
      factors.push_back(cells.ref(kOwnOutput, before));
      add(std::move(factors));
    };
    const CellRef key = cells.ref(kKey, place.row);
    for (int64_t f = 0; eraser_ && place.now > 0 && f < place.features; ++f) {
      Index other = place.row;
      other[place.feature] = f;
      kept({key, cells.ref(eraser_, other)}, f);
    }
    add({key, cells.ref(kValue, place.column)});
    if (place.now > 0) kept({}, cell[place.feature]);
    return result;
  }

 private:
  static const Shape& at(std::span<const Shape> inputs, int i) { return inputs[static_cast<size_t>(i)]; }

  // Where a cell stands.
  struct Place {
    Place(const Cells& cells, const Index& cell)
        : time(cell.size() - 3), feature(cell.size() - 2), now(cell[time]), row(cell), column(cell) {
      const Shape& shape = cells.output_shape();
      time_axis = shape[static_cast<int>(time)].axis, feature_axis = shape[static_cast<int>(feature)].axis;
      features = shape[static_cast<int>(feature)].size;
      row.pop_back();
      column.erase(column.end() - 2);
    }
    static Index in(const Cells& cells, int input, const Index& cell) {
      return project_index(cells.input_shape(input), cells.output_shape(), cell);
    }
    // Every feature.
    void widen(Region* region, size_t axis) const { region->begin[axis] = 0, region->end[axis] = features; }

    size_t time, feature;
    int64_t now;
    std::string_view time_axis, feature_axis;
    int64_t features = 0;
    Index row;     // of key and eraser
    Index column;  // of the value
  };

  template <class T>
  struct Scan {
    Scan(const StateScan& op, Inputs<T> from, const Shape& shape)
        : self(op),
          inputs(from),
          decays(op.decay_ ? *from[static_cast<size_t>(op.decay_)].shape : Shape{}, shape),
          steps(shape[shape.rank() - 3].size),
          features(shape[shape.rank() - 2].size),
          columns(shape.columns()) {}
    const TensorRows<const T>& input(int i) const { return inputs[static_cast<size_t>(i)]; }
    // The decay's cell for the first column of a row.
    int64_t decay_cell(int64_t row) const { return decays.row_start(row); }
    // P = decay S
    void fade(int64_t row, T* state) const {
      if (!self.decay_) return;
      const int64_t step = decays.column_stride();
      for (int64_t f = 0; f < features; ++f) {
        const T* decay = &input(self.decay_).cell(decay_cell(row + f));
        for (int64_t c = 0; c < columns; ++c) state[f * columns + c] *= decay[c * step];
      }
    }
    // w = P^T eraser + value, features in ascending order
    void write(int64_t row, const T* p, T* written) const {
      std::fill_n(written, columns, T(0));
      for (int64_t f = 0; self.eraser_ && f < features; ++f) {
        const T by = input(self.eraser_).cell(row + f);
        for (int64_t c = 0; c < columns; ++c) written[c] += by * p[f * columns + c];
      }
      const T* value = inputs[kValue].row(row / features);
      for (int64_t c = 0; c < columns; ++c) written[c] += value[c];
    }

    const StateScan& self;
    Inputs<T> inputs;
    Projection decays;
    int64_t steps, features, columns;
  };

  // Whole steps, from the first of the head in which the rows begin.
  static Rows from_the_start(Rows rows, const Shape& output) {
    const int64_t features = output[output.rank() - 2].size, head = output[output.rank() - 3].size * features;
    return {rows.begin / head * head, (rows.end + features - 1) / features * features};
  }

  int decay_, eraser_;  // which inputs; 0: none
};

}  // namespace

Value state_scan(Value key, Value value, Value decay, Value eraser) {
  std::vector<Value> inputs = {key, value};
  if (decay.valid()) inputs.push_back(decay);
  if (eraser.valid()) inputs.push_back(eraser);
  return key.graph().apply(std::make_unique<StateScan>(decay.valid(), eraser.valid()), inputs);
}

}  // namespace attn
