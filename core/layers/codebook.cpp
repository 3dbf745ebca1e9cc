#include "core/layers/codebook.h"

#include <cmath>

#include "core/attention/pipeline.h"
#include "core/graph/ops/ops.h"
#include "core/layers/choices.h"

namespace attn {
namespace {

// Laplace smoothing of the counts, as reference code has it: nothing is divided by 0.
constexpr double kSmoothing = 1e-5;

struct Table {
  Value vectors;  // [code, model]
  Value sums;     // [code, model] and [code], of those that were assigned; not valid where gradients teach
  Value counts;
};

bool by_averages(const Recorder& r) { return r.discretization().params->choice("learns") == "averages"; }

Table table_of(Recorder& r, int64_t entries, int64_t width) {
  const Shape shape{{axis::kCode, entries}, {axis::kModel, width}};
  // The squares of `width` such numbers add up to 1 on average, however many codes there are. tensor2tensor divides by
  // the number of codes instead.
  const Start start = Start::uniform(std::sqrt(3.0 / static_cast<double>(width)));
  StepText text = named("codebook", "E");
  text.role = Role::kWeights;
  if (!by_averages(r)) return {r.parameter("codebook", shape, start, std::move(text)), {}, {}};
  const bool one = r.discretization().params->choice("start") == "ones";
  Table table;
  table.vectors = r.running("codebook", shape, start, std::move(text));
  table.counts =
      r.running("counts", {{axis::kCode, entries}}, one ? Start::ones() : Start::zeros(), named("counts", "c"));
  // The same numbers as the codebook's, so that vector = sum / count where counts start at 1.
  Start same = start;
  same.like = "codebook";
  table.sums = r.running("sums", shape, same, named("sums", "m"));
  return table;
}

// All leading axes as one: x [..., last] -> [time, last], or with the last in front.
Value flat(Value x, bool last_in_front) {
  std::vector<std::string_view> order;
  for (const Dim& dim : x.shape().dims()) order.push_back(dim.axis);
  const int leading = static_cast<int>(order.size()) - 1;
  if (!last_in_front) return rearrange(x, order, leading, axis::kTime, 1);
  order.insert(order.begin(), order.back());
  order.pop_back();
  return rearrange(x, order, leading, axis::kTime);
}

StepText learning(const char* id, const char* symbol, const char* title, const char* note, const char* latex) {
  return {id, "learn", "codebook", title, note, latex, symbol, Role::kNone};
}

// Codes that hardly anything is assigned to take the place of a vector of the batch, chosen by chance, and the count of
// an even share: as lucidrains' vector-quantize-pytorch does, whose threshold is a count of 2.
void revive(Recorder& r, Value vectors, double share, Value* counts, Value* sums) {
  const int64_t given = vectors.shape()[0].size, entries = counts->shape().columns();
  const double even = static_cast<double>(given) / static_cast<double>(entries);
  const Value room = rule_table(
      r.graph(), counts->shape(), [share, even](const Index&) { return share * even; },
      "what a living code has at least");
  const Value dead = map(add(room, scale(*counts, -1)), Function::kPositive)
                         .step(learning("dead", "D", "Codes that are dead", "Hardly any vector is near them.",
                                        R"(D_j = [c_j < \rho\,n / K])"));
  const Value place = map(scale(r.draws(counts->shape()), static_cast<double>(given)), Function::kFloor);  // [code]
  const Value other =
      gather(vectors, place)  // [code, model]
          .step(learning("revived", "X", "Where dead codes go", "To vectors of the batch, by chance.", R"(x_{i(j)})"));
  const Value alive = add(
      rule_table(r.graph(), counts->shape(), [](const Index&) { return 1.0; }, "one for each code"), scale(dead, -1));
  *counts = add(multiply(*counts, alive), scale(dead, even));
  *sums = add(multiply(*sums, alive), scale(multiply(other, dead), even));
}

// c <- lambda c + (1 - lambda) n, m <- lambda m + (1 - lambda) sum of x, e = m / c with the counts smoothed.
void follow_averages(Recorder& r, const Table& table, Value x, Value shares) {
  const Params& params = *r.discretization().params;
  const double keep = params.number("decay");
  const Value by_code = flat(stop_gradient(shares), /*last_in_front=*/true);  // [code, time]
  const Value vectors = flat(stop_gradient(x), /*last_in_front=*/false);      // [time, model]
  Value counts = add(scale(table.counts, keep), scale(reduce_sum(by_code, axis::kTime), 1 - keep))
                     .step(learning("next_counts", "c", "How often each code was taken", "A running count.",
                                    R"(c_j \leftarrow \lambda c_j + (1-\lambda)\,n_j)"));
  Value sums = add(scale(table.sums, keep), scale(matmul(by_code, vectors, axis::kTime), 1 - keep))
                   .step(learning("next_sums", "m", "What was assigned to each code",
                                  "A running sum of the vectors, with the same decay.",
                                  R"(m_j \leftarrow \lambda m_j + (1-\lambda)\sum_{i \in j} x_i)"));
  if (params.number("revive") > 0) revive(r, vectors, params.number("revive"), &counts, &sums);
  const double entries = static_cast<double>(counts.shape().columns());
  const Value all = total(counts);  // [one]
  const Value floor =
      rule_table(r.graph(), counts.shape(), [](const Index&) { return kSmoothing; }, "keeps counts from 0");
  const Value more = rule_table(
      r.graph(), all.shape(), [entries](const Index&) { return entries * kSmoothing; }, "so that the sum stays");
  // (c_j + eps) N / (N + K eps)
  const Value smoothed = reduce_sum(multiply(add(counts, floor), divide(all, add(all, more))), axis::kOne);
  const Value next = divide(sums, smoothed)
                         .step(learning("next_codebook", "E", "The codebook moves to the mean of its vectors",
                                        "No gradient teaches it: each code is the mean of what was assigned to it.",
                                        R"(e_j = \frac{m_j}{\hat c_j})"));
  r.follow(table.counts, counts, 0);
  r.follow(table.sums, sums, 0);
  r.follow(table.vectors, next, 0);
}

// The mean of the squares of all cells: [one].
Value mean_square(Value apart) {
  return scale(total(multiply(apart, apart)), 1 / static_cast<double>(apart.shape().count()));
}

}  // namespace

std::vector<ParamSpec> codebook_params(int bits) {
  std::vector<ParamSpec> specs = {
      shared::whole_number("bits", "Bits of a code", "There are 2 to the power of this many codes.", bits, 1, 14),
      shared::number("beta", "Commitment β", "How strongly vectors are pulled to the codes they take.", 0.25, 0, 4,
                     0.05),
      shared::choice("learns", "The codebook learns", "By moving averages of what is assigned to it, or by gradient.",
                     {{"averages", "moving averages", "Each code is the mean of its vectors."},
                      {"gradient", "gradient", "A second term of the loss pulls codes to vectors."}}),
      shared::when("learns", "averages",
                   shared::number("decay", "Decay λ", "How slowly the averages move.", 0.99, 0, 0.9999, 0.001)),
      shared::when("learns", "averages",
                   shared::choice("start", "Counts start at", "At 0, codes that are not taken at once blow up.",
                                  {{"ones", "1", "A code stands for one vector: itself."},
                                   {"zeros", "0", "As tensor2tensor starts: a sum that belongs to no vector."}})),
      shared::when("learns", "averages",
                   shared::number("revive", "Revive dead codes below",
                                  "A code with less than this share of even use takes a vector's place; 0 never.", 0, 0,
                                  1, 0.01))};
  return specs;
}

Value distances_to(Value x, Value table) {
  const Value cross = scale(matmul(x, table, axis::kModel), -2);  // [..., code]
  return add(add(cross, dot(table, table)), dot(x, x));
}

Assigned assign_codes(Recorder& r, std::string_view name, Value x, int64_t entries, Assign assign) {
  const Scope scope(r, name);
  const Table table = table_of(r, entries, x.shape().columns());
  const Value distances =
      distances_to(stop_gradient(x), stop_gradient(table.vectors))
          .step({"distances", "quantise", "distances", "How far every code is",
                 "The squared distance of each vector to each code.",
                 R"(d_j = \lVert x - e_j \rVert^2 = \lVert x \rVert^2 - 2\,x \cdot e_j + \lVert e_j \rVert^2)", "D",
                 Role::kNone});
  Assigned out;
  out.shares = r.training() && assign ? assign(r, distances)
                                      : choose_largest(scale(distances, -1))
                                            .step({"chosen", "quantise", "argmin", "The nearest code is taken",
                                                   "1 for the nearest code, 0 for all others.",
                                                   R"(k = \operatorname{argmin}_j d_j)", "k", Role::kNone});
  const Value picked = matmul(out.shares, table.vectors, axis::kCode);
  out.picked = picked.step({"picked", "quantise", "code", "Its vector is looked up",
                            "From here on the code's vector stands for the encoder's.", R"(e_k)", "e", Role::kNone});
  const double beta = r.discretization().params->number("beta");
  const Value residual =
      add(x, scale(stop_gradient(out.picked), -1))
          .step({"residual", "loss", "residual", "What the code misses", "The vector less the code that stands for it.",
                 R"(x - \operatorname{sg}(e_k))", "R", Role::kNone});
  out.penalty = scale(mean_square(residual), beta)
                    .step({"commitment", "loss", "commitment", "Vectors are pulled to their codes",
                           "The codes are held still here: no gradient reaches them.",
                           R"(\beta\,\lVert x - \operatorname{sg}(e_k) \rVert^2)", "L", Role::kNone});
  if (!by_averages(r))
    out.penalty = add(out.penalty, mean_square(add(stop_gradient(x), scale(out.picked, -1))))
                      .step({"codebook_loss", "loss", "codebook", "Codes are pulled to their vectors",
                             "Here the vectors are held still.", R"(\lVert \operatorname{sg}(x) - e_k \rVert^2)", "L",
                             Role::kNone});
  else if (r.training())
    follow_averages(r, table, x, out.shares);
  return out;
}

Value codes_looked_up(Recorder& r, std::string_view name, Value numbers, int64_t entries, int64_t width) {
  const Scope scope(r, name);
  return gather(table_of(r, entries, width).vectors, numbers);
}

CodeSizes one_book_sizes(const Params& params) { return {1, int64_t{1} << params.integer("bits")}; }

Value look_up_in_book(Recorder& r, const std::vector<Value>& codes, int64_t width) {
  return codes_looked_up(r, "book", codes[0], code_sizes(r).entries, width);
}

}  // namespace attn
