#include "tests/core/graph/op_harness.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <memory>
#include <random>
#include <set>

#include "core/graph/evaluation.h"
#include "core/graph/ops/ops.h"
#include "tests/core/graph/explanation_formula.h"

namespace attn::test {

Place place_of(const Shape& shape, const Index& index) {
  Place place;
  for (int i = 0; i < shape.rank(); ++i) place[shape[i].axis] = index[static_cast<size_t>(i)];
  return place;
}

Place moved(Place place, std::string_view axis, int64_t to) {
  place[axis] = to;
  return place;
}

double Operand::at(const Place& place) const {
  size_t flat = 0;
  for (const Dim& dim : shape.dims())
    flat = flat * static_cast<size_t>(dim.size) + static_cast<size_t>(place.at(dim.axis));
  return static_cast<double>(values.at(flat));
}

Operand random_operand(Shape shape, uint64_t seed) {
  std::mt19937_64 random(seed);
  Operand operand{shape, std::vector<float>(static_cast<size_t>(shape.count()))};
  for (float& value : operand.values) {
    const auto magnitude = static_cast<float>(random() % 1024 + 1) * 0x1p-10F;
    value = random() % 2 ? magnitude : -magnitude;
  }
  return operand;
}

Operand chosen_operand(Shape shape, std::vector<float> choices, uint64_t seed) {
  std::mt19937_64 random(seed);
  Operand operand{shape, std::vector<float>(static_cast<size_t>(shape.count())), std::move(choices)};
  for (float& value : operand.values) value = operand.choices[random() % operand.choices.size()];
  return operand;
}

namespace {

// The op on its operands. Each passes through a copying op first: with nothing kept whole, the op sees slabs of rows.
struct Record {
  explicit Record(const OpCase& op_case) {
    std::vector<Value> inputs;
    for (const Operand& operand : op_case.inputs) {
      leaves.push_back(graph.leaf(operand.shape, operand.values, Origin::kGiven, {}).node());
      inputs.push_back(scale({&graph, leaves.back()}, 1.0));
    }
    output = op_case.record(graph, inputs);
  }
  const Node& node() const { return graph.node(output.node()); }

  Graph graph;
  std::vector<int> leaves;
  Value output;
};

template <class T>
std::vector<T> evaluate(const OpCase& op_case) {
  const Record record(op_case);
  Evaluation<T> values(record.graph);
  EXPECT_TRUE(values.run().ok());
  const T* data = values.data(record.output.node());
  return {data, data + op_case.output.count()};
}

bool same_bits(float a, float b) { return std::bit_cast<uint32_t>(a) == std::bit_cast<uint32_t>(b); }

testing::AssertionResult same_bits(const std::vector<float>& a, const float* b) {
  for (size_t i = 0; i < a.size(); ++i) {
    if (!same_bits(a[i], b[i])) return testing::AssertionFailure() << "cell " << i << ": " << a[i] << " and " << b[i];
  }
  return testing::AssertionSuccess();
}

// Every cell of a small tensor, some of a large one; the last among them.
std::vector<Index> some_cells(const Shape& shape) {
  const int64_t step = std::max<int64_t>(shape.count() / 25, 1);
  std::vector<Index> cells;
  for (int64_t i = shape.count() - 1; i >= 0; i -= step) cells.push_back(shape.index(i));
  return cells;
}

std::vector<Rows> some_ranges(int64_t rows) {
  std::vector<Rows> ranges;
  const int64_t step = std::max<int64_t>(rows / 7, 1);
  for (int64_t begin = 0; begin < rows; begin += step) {
    for (int64_t end = begin + 1; end <= rows; end += step) ranges.push_back({begin, end});
  }
  return ranges;
}

class OpCells final : public Cells {
 public:
  explicit OpCells(const OpCase& op_case) : case_(op_case), output_(evaluate<float>(op_case)) {}
  int inputs() const override { return static_cast<int>(case_.inputs.size()); }
  const Shape& input_shape(int i) const override { return case_.inputs[static_cast<size_t>(i)].shape; }
  const Shape& output_shape() const override { return case_.output; }
  float input(int i, int64_t flat) const override {
    return case_.inputs[static_cast<size_t>(i)].values[static_cast<size_t>(flat)];
  }
  float output(int64_t flat) const override { return output_.at(static_cast<size_t>(flat)); }

 private:
  const OpCase& case_;
  std::vector<float> output_;
};

// A cell of an input: which input, which flat position.
using InputCell = std::pair<int, int64_t>;

std::set<InputCell> cells_of(const std::vector<Region>& regions, const OpCase& op_case) {
  std::set<InputCell> cells;
  for (const Region& region : regions) {
    const Shape& shape = op_case.inputs[static_cast<size_t>(region.input)].shape;
    for (int64_t flat = 0; flat < shape.count(); ++flat) {
      const Index at = shape.index(flat);
      bool inside = true;
      for (size_t i = 0; i < at.size(); ++i) inside = inside && at[i] >= region.begin[i] && at[i] < region.end[i];
      if (inside) cells.insert({region.input, flat});
    }
  }
  return cells;
}

float& value_at(OpCase& op_case, InputCell cell) {
  return op_case.inputs[static_cast<size_t>(cell.first)].values[static_cast<size_t>(cell.second)];
}

// Another value, never a near one; positive, so that no relu hides it.
float changed(const Operand& operand, float value) {
  for (const float choice : operand.choices) {
    if (choice != value) return choice;
  }
  return std::isfinite(value) ? std::fabs(value) + 1.0F : 1.0F;
}

bool moves(const OpCase& op_case, const Index& cell, InputCell source) {
  const Operand& operand = op_case.inputs[static_cast<size_t>(source.first)];
  const auto& [shape, values, choices] = operand;
  if (choices.size() == 1) return false;
  // A maximum or a choice of the largest reads cells that then have no say: the formula knows.
  const Place place = place_of(op_case.output, cell);
  std::vector<Operand> other = op_case.inputs;
  float& value = other[static_cast<size_t>(source.first)].values[static_cast<size_t>(source.second)];
  value = changed(operand, value);
  if (op_case.formula(other, place) == op_case.formula(op_case.inputs, place)) return false;
  return !op_case.blind || !op_case.blind(op_case, cell, source.first, shape.index(source.second));
}

Explanation explanation_of(const OpCase& op_case, const Index& cell) {
  return Record(op_case).node().op->explain(OpCells(op_case), cell);
}

TEST_P(OpTest, ForwardEqualsItsFormula) {
  const OpCase& op_case = GetParam();
  ASSERT_TRUE(Record(op_case).graph.status().ok()) << Record(op_case).graph.status().takes;
  ASSERT_EQ(Record(op_case).output.shape(), op_case.output) << Record(op_case).output.shape().text();
  const std::vector<double> exact = evaluate<double>(op_case);
  const std::vector<float> single = evaluate<float>(op_case);
  for (int64_t i = 0; i < op_case.output.count(); ++i) {
    const double wanted = op_case.formula(op_case.inputs, place_of(op_case.output, op_case.output.index(i)));
    const size_t at = static_cast<size_t>(i);
    if (!std::isfinite(wanted)) {
      EXPECT_EQ(exact[at], wanted);
      EXPECT_EQ(static_cast<double>(single[at]), wanted);
      continue;
    }
    // Sums have at most 40 terms of size 1: 40 roundings, of which each is 1e-16 (6e-8) of the sum so far.
    EXPECT_NEAR(exact[at], wanted, 1e-13 * (1 + std::fabs(wanted))) << op_case.output.text() << " cell " << i;
    EXPECT_NEAR(static_cast<double>(single[at]), wanted, 1e-5 * (1 + std::fabs(wanted))) << "cell " << i;
  }
}

// The gradient of sum(seed * output), to every input.
template <class T>
std::vector<std::vector<T>> gradients_of(const OpCase& op_case, const std::vector<float>& seed) {
  const Record record(op_case);
  Evaluation<T> values(record.graph);
  EXPECT_TRUE(values.run().ok());
  const auto all = values.gradients(record.output.node(), std::vector<T>(seed.begin(), seed.end()));
  std::vector<std::vector<T>> wanted;
  for (const int leaf : record.leaves) wanted.push_back(all[static_cast<size_t>(leaf)]);
  return wanted;
}

double seeded_sum(const OpCase& op_case, const std::vector<float>& seed) {
  std::vector<double> output = evaluate<double>(op_case);
  for (size_t i = 0; op_case.surrogate && i < output.size(); ++i)
    output[i] =
        op_case.surrogate(op_case.inputs, place_of(op_case.output, op_case.output.index(static_cast<int64_t>(i))));
  double sum = 0;
  for (size_t i = 0; i < output.size(); ++i) {
    if (std::isfinite(output[i])) sum += static_cast<double>(seed[i]) * output[i];  // masked cells stay where they are
  }
  return sum;
}

TEST_P(OpTest, GradientsEqualCentralDifferences) {
  const OpCase& op_case = GetParam();
  const std::vector<float> seed = random_operand(op_case.output, 99).values;
  const auto exact = gradients_of<double>(op_case, seed);
  const auto single = gradients_of<float>(op_case, seed);
  constexpr float kStep = 0x1p-14F;  // exact in float beside these values; its square, 4e-9, is the truncation error
  for (size_t input = 0; input < op_case.inputs.size(); ++input) {
    if (!op_case.inputs[input].choices.empty()) continue;
    for (const Index& at : some_cells(op_case.inputs[input].shape)) {
      const size_t flat = static_cast<size_t>(op_case.inputs[input].shape.flat(at));
      OpCase up = op_case, down = op_case;
      up.inputs[input].values[flat] += kStep, down.inputs[input].values[flat] -= kStep;
      const double slope = (seeded_sum(up, seed) - seeded_sum(down, seed)) / (2.0 * static_cast<double>(kStep));
      // Truncation is h^2/6 of a third derivative, which is at most some hundreds here (a steep norm).
      EXPECT_NEAR(exact[input][flat], slope, 1e-6 * (1 + std::fabs(slope))) << "input " << input << " cell " << flat;
      EXPECT_NEAR(static_cast<double>(single[input][flat]), slope, 1e-4 * (1 + std::fabs(slope))) << "in float";
    }
  }
}

// Any rows, computed from exactly the rows that the op says it needs: the others hold NaN, which nothing forgives.
TEST_P(OpTest, RowsStandAlone) {
  const OpCase& op_case = GetParam();
  const Record record(op_case);
  const Op& op = *record.node().op;
  const std::vector<Shape> shapes = record.graph.input_shapes(record.node());
  const std::vector<float> whole = evaluate<float>(op_case);
  const int64_t columns = op_case.output.columns();
  for (const Rows rows : some_ranges(op_case.output.rows())) {
    std::vector<std::vector<float>> slabs;
    std::vector<TensorRows<const float>> inputs;
    for (size_t i = 0; i < shapes.size(); ++i) {
      const Rows needed = op.input_rows(static_cast<int>(i), rows, shapes, op_case.output);
      ASSERT_TRUE(0 <= needed.begin && needed.begin < needed.end && needed.end <= shapes[i].rows());
      slabs.emplace_back(op_case.inputs[i].values.size(), std::numeric_limits<float>::quiet_NaN());
      const int64_t begin = needed.begin * shapes[i].columns(), end = needed.end * shapes[i].columns();
      std::copy(op_case.inputs[i].values.begin() + begin, op_case.inputs[i].values.begin() + end,
                slabs[i].begin() + begin);
      inputs.push_back({&shapes[i], slabs[i].data() + begin, needed});
    }
    std::vector<float> alone(static_cast<size_t>(rows.count() * columns));
    op.forward(Inputs<float>(inputs), TensorRows<float>{&op_case.output, alone.data(), rows});
    ASSERT_TRUE(same_bits(alone, whole.data() + rows.begin * columns)) << "rows " << rows.begin << " to " << rows.end;
  }
}

TEST_P(OpTest, UnkeptTensorsHaveTheSameBits) {
  const OpCase& op_case = GetParam();
  const Record record(op_case);
  const int output = record.output.node();
  const std::vector<float> whole = evaluate<float>(op_case);
  Evaluation<float> unkept(record.graph, {.whole_cells = 0});
  ASSERT_TRUE(unkept.run().ok());
  ASSERT_EQ(unkept.whole(output), record.node().op->recurs());
  const int64_t columns = op_case.output.columns();
  for (const Rows rows : some_ranges(op_case.output.rows())) {
    std::vector<float> part(static_cast<size_t>(rows.count() * columns));
    unkept.rows(output, rows, part.data());
    ASSERT_TRUE(same_bits(part, whole.data() + rows.begin * columns)) << "rows " << rows.begin << " to " << rows.end;
  }
  for (const Index& cell : some_cells(op_case.output)) {
    const int64_t flat = op_case.output.flat(cell);
    EXPECT_TRUE(same_bits(unkept.cell(output, flat), whole[static_cast<size_t>(flat)]));
  }
}

TEST_P(OpTest, OnlyItsSourcesMoveACell) {
  const OpCase& op_case = GetParam();
  const Record record(op_case);
  const OpCells cells(op_case);
  for (const Index& cell : some_cells(op_case.output)) {
    const int64_t flat = op_case.output.flat(cell);
    const std::set<InputCell> sources = cells_of(record.node().op->sources(cells, cell), op_case);
    OpCase elsewhere = op_case;
    for (int input = 0; input < cells.inputs(); ++input) {
      for (int64_t at = 0; at < cells.input_shape(input).count(); ++at) {
        if (sources.contains({input, at})) continue;
        float& value = value_at(elsewhere, {input, at});
        value = changed(op_case.inputs[static_cast<size_t>(input)], value);
      }
    }
    EXPECT_TRUE(same_bits(OpCells(elsewhere).output(flat), cells.output(flat)))
        << "more than its sources moves " << flat;
    for (const InputCell& source : sources) {
      if (!moves(op_case, cell, source)) continue;
      OpCase other = op_case;
      value_at(other, source) = changed(op_case.inputs[static_cast<size_t>(source.first)], value_at(other, source));
      EXPECT_FALSE(same_bits(OpCells(other).output(flat), cells.output(flat)))
          << "cell " << flat << " is not moved by input " << source.first << " cell " << source.second;
    }
  }
}

// The input cells that an explanation names, and those of the earlier outputs that it goes on from.
void collect_told(const Op& op, const OpCells& cells, const Index& cell, std::set<InputCell>* told,
                  std::set<int64_t>* seen) {
  for (const Term& term : op.explain(cells, cell).terms) {
    for (const CellRef& ref : term.sources) {
      EXPECT_TRUE(same_bits(ref.value, cells.ref(ref.input, ref.index).value));
      if (ref.input != kOwnOutput) {
        told->insert({ref.input, cells.input_shape(ref.input).flat(ref.index)});
      } else if (seen->insert(cells.output_shape().flat(ref.index)).second) {
        collect_told(op, cells, ref.index, told, seen);
      }
    }
  }
}

TEST_P(OpTest, ExplanationsAddUp) {
  const OpCase& op_case = GetParam();
  const Record record(op_case);
  const OpCells cells(op_case);
  for (const Index& cell : some_cells(op_case.output)) {
    const Explanation explanation = record.node().op->explain(cells, cell);
    EXPECT_TRUE(same_bits(explanation.value, cells.output(op_case.output.flat(cell))));
    EXPECT_TRUE(adds_up(explanation)) << op_case.output.flat(cell);
    std::set<InputCell> told;
    std::set<int64_t> seen;
    collect_told(*record.node().op, cells, cell, &told, &seen);
    EXPECT_EQ(told, cells_of(record.node().op->sources(cells, cell), op_case)) << "explain and sources differ";
    if (explanation.has_principal) {
      const CellRef& principal = explanation.principal;
      EXPECT_TRUE(told.contains({principal.input, cells.input_shape(principal.input).flat(principal.index)}));
    }
  }
}

TEST_P(OpTest, ExplanationsFollowTheirSources) {
  const OpCase& op_case = GetParam();
  const Record record(op_case);
  const OpCells cells(op_case);
  for (const Index& cell : some_cells(op_case.output)) {
    const Explanation before = record.node().op->explain(cells, cell);
    for (const InputCell& source : cells_of(record.node().op->sources(cells, cell), op_case)) {
      if (!moves(op_case, cell, source)) continue;
      OpCase other = op_case;
      value_at(other, source) = changed(op_case.inputs[static_cast<size_t>(source.first)], value_at(other, source));
      const Explanation after = explanation_of(other, cell);
      EXPECT_FALSE(same_bits(after.value, before.value));
      EXPECT_TRUE(adds_up(after));
      break;  // one source: the cell itself was shown to follow each of them
    }
  }
}

}  // namespace

testing::AssertionResult refuses(const std::vector<Shape>& inputs, std::string_view argument,
                                 const std::function<Value(Graph&, const std::vector<Value>&)>& record) {
  Graph graph;
  std::vector<Value> values;
  for (const Shape& shape : inputs) {
    values.push_back(graph.leaf(shape, std::vector<float>(static_cast<size_t>(shape.count())), Origin::kGiven, {}));
  }
  record(graph, values);
  const Status& status = graph.status();
  if (status.kind == ErrorKind::kInvalidInput && status.argument == argument && !status.got.empty() &&
      !status.takes.empty()) {
    return testing::AssertionSuccess();
  }
  return testing::AssertionFailure() << "status " << static_cast<int>(status.kind) << " for " << status.argument;
}

}  // namespace attn::test
