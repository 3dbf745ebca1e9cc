// The vocabulary of mechanisms: each function records one op. Axes meet by name; see core/tensor/shape.h.
#ifndef CORE_GRAPH_OPS_OPS_H_
#define CORE_GRAPH_OPS_OPS_H_

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/graph/graph.h"

namespace attn {

// c = sum over the shared axis `over` of a * b. `over` is a's last axis and b's last or last but one; b's other matrix
// axis becomes the last of the result. Remaining axes of b lead: [query, model] x [head, model, channel] is
// [head, query, channel], and [head, query, channel] x [head, key, channel] over channel is [head, query, key].
// Products are added in ascending order. `rows_as` gives a's row axis another name in the result (tokens read as keys).
Value matmul(Value a, Value b, std::string_view over, std::string_view rows_as = {});
// The same plus a bias along the last axis (and perhaps others of the result), added last.
Value linear(Value x, Value w, Value bias, std::string_view over, std::string_view rows_as = {});

// Sum over a's last axis of a * v, where v has the same last axis and perhaps others of a:
// [head, query, key, feature] . [head, feature] is [head, query, key].
Value dot(Value a, Value v);

Value add(Value a, Value b);
Value multiply(Value a, Value b);

// x * factor. `facts` name what the factor is made of, for the explanation ("width" 64, "temperature" 1).
Value scale(Value x, double factor, std::vector<Fact> facts = {});

// score where the mask is 1, -inf where it is 0.
Value mask(Value scores, Value allowed);

// 1 where key j may be read by query i: p <= i + upper, p >= i - lower, j < key_length, where p is the key's place
// among the words: j itself, or key_start + j key_step where a key stands for several. The bounds are what causal,
// windowed and padded attention are made of. `rule` says it in words.
struct Band {
  int64_t lower = kUnbounded;
  int64_t upper = kUnbounded;
  int64_t key_length = kUnbounded;
  int64_t key_start = 0;
  int64_t key_step = 1;
  std::string rule;
  static constexpr int64_t kUnbounded = int64_t{1} << 40;  // farther than any text is long
};
Value band_mask(Graph& graph, int64_t queries, int64_t keys, Band band);

// Along the last axis; a row without any finite entry becomes zeros.
Value softmax(Value scores);

// A function of every cell.
enum class Function {
  kExp,
  kLog,
  kTanh,
  kSigmoid,
  kRelu,
  kSilu,
  kElu,
  kGelu,
  kGeluTanh,
  kSquareRoot,
  kEluPlusOne,  // elu(x) + 1, a feature that is never negative
  kSoftplus,    // log(1 + e^x)
  kLogSigmoid,  // log(sigmoid(x)), finite where the sigmoid is 0
  kFloor,
  kPositive,  // 1 where x > 0, else 0
  kAbsolute,
  kLeakyRelu,   // slope 0.01 below 0
  kReciprocal,  // 1/x, and 0 for 0: shares of nothing are nothing
};
Value map(Value x, Function function);

// Along the last axis (Ba et al. 2016); gain and bias have that axis alone.
Value layer_norm(Value x, Value gain, Value bias, double epsilon);
// Along the last axis (Zhang & Sennrich 2019).
Value rms_norm(Value x, Value gain, double epsilon);

// Sum or mean over one axis.
Value reduce_sum(Value x, std::string_view over);
Value reduce_mean(Value x, std::string_view over);

// The axes in another order; the last `merged` of them, or those before the last `behind`, become one axis called
// `name`.
Value rearrange(Value x, std::vector<std::string_view> order, int merged = 1, std::string_view name = {},
                int behind = 0);
// [head, ..., query, channel] -> [..., query, feature]: the heads' results side by side.
Value concat_heads(Value x);
// An axis under another name (queries read as keys), or several.
Value rename(Value x, std::string_view from, std::string_view to);
Value rename(Value x, std::vector<std::pair<std::string_view, std::string_view>> names);

// Rows of a table [piece, model] picked by ids [query] or [batch, query]: an axis `model` behind those of the ids.
Value gather(Value table, Value ids);

// Joined along an axis that all have, in order; one alone is itself.
Value concat(Value a, Value b, std::string_view along);
Value concat(const std::vector<Value>& parts, std::string_view along);
// Positions [begin, end) of an axis; `as` gives it another name in the result.
Value slice(Value x, std::string_view along, int64_t begin, int64_t end, std::string_view as = {});

// A mask by any rule on the places of query and key, where no band describes it. `says` puts the rule in words.
Value rule_mask(Graph& graph, int64_t queries, int64_t keys, std::function<bool(int64_t query, int64_t key)> allowed,
                std::string says);
Value rule_mask(Graph& graph, Shape shape, std::function<bool(const Index&)> allowed, std::string says);
// A number for every place, made of the place alone: distances, buckets, angles.
Value rule_table(Graph& graph, Shape shape, std::function<double(const Index&)> number, std::string says);

// out[..., i, j] = x[..., i, index[i, j]]: x [head, query, feature] by index [query, key] is [head, query, key].
Value pick(Value x, Value index);
// out[..., i, b] = sum of x[..., i, j] over the j whose bucket(i, j) is b; the last axis becomes `called`.
Value bucket_sum(Value x, int64_t buckets, std::string_view called,
                 std::function<int64_t(int64_t query, int64_t key)> bucket);

// An axis spread over `size` entries, neighbours alike; where x lacks the axis it comes first.
Value repeat(Value x, std::string_view along, int64_t size);

// Channels turned in pairs by an angle for each row. Tables [time, channel] of cosines and of sines, the sine of a
// pair's first channel with a minus; as many channels as the tables have are turned.
enum class Pairs { kNeighbours, kHalves };  // (2i, 2i+1) or (i, i + half)
Value rotate(Value x, Value cosines, Value sines, Pairs pairs);

// [head, ...] x [head, feature] -> as many heads as the second has features, each a weighted sum of all heads.
Value mix_heads(Value x, Value w);

// Windows of a sequence, as convolutions read it: along an axis that is not the last, window w starts at place
// w * stride - left and holds `width` places, `dilation` apart, on a new axis `time` behind it; 0 beyond either end.
struct Windows {
  int64_t width = 1;
  int64_t stride = 1;
  int64_t dilation = 1;
  int64_t left = 0;   // places before the first
  int64_t right = 0;  // and behind the last
};
Value unfold(Value x, std::string_view along, Windows windows);

// A mask made of numbers: 1 where |x| <= limit. `rule` says in words what that means.
Value within(Value x, double limit, std::string rule);

// 1 at one cell of each row of the last axis, 0 elsewhere: where x is largest (the first of equals), or where a draw u
// from [0, 1), one for each row, falls when the row's weights are laid end to end. A row of -inf, or of zeros, has
// none.
Value choose_largest(Value x);
Value choose_by_draw(Value weights, Value u);

// The value of `hard`, the gradient of `soft` (Bengio, Leonard & Courville 2013).
Value straight_through(Value hard, Value soft);

// How likely a scan that only moves forwards gets to each key: with `stop` the chances to stop there and `pass` those
// to go on, both [..., query, key], q_ij = pass_i,j-1 q_i,j-1 + stop_i-1,j q_i-1,j from q_00 = 1 (Raffel et al. 2017).
Value monotonic_reach(Value stop, Value pass);

// a / b; 0 where b is 0.
Value divide(Value a, Value b);
// The larger of two; the largest along an axis.
Value maximum(Value a, Value b);
Value reduce_max(Value x, std::string_view over);

// Sparse relatives of the softmax along the last axis; like it, zeros for a row without any finite entry.
Value sparsemax(Value scores);
Value entmax15(Value scores);

// A mask of the `take` largest of each row. Of equal ones at the end of the line all are taken, or the first.
enum class Ties { kAll, kFirst };
Value top_k(Value x, int64_t take, Ties ties);

// Running sums along an axis.
Value cumulative_sum(Value x, std::string_view along);
// Sums between two places of an axis, last or last but one in x: [head, query] gives [head, query, key], where cell
// (i, j) adds up x at j + 1 to i and is 0 for j >= i. `from` names the axis of j, which stands behind that of i.
Value segment_sum(Value x, std::string_view along, std::string_view from);

// A memory along the last axis but one of key [..., time, feature] and value [..., time, channel]: S [..., time,
// feature, channel] with S_t = P + key_t value_t^T and P = decay_t S_{t-1}, from S = 0. A decay, if any, has some of
// S's axes. With an eraser, shaped like the key, S_t = P + key_t (value_t + P^T eraser_t)^T.
Value state_scan(Value key, Value value, Value decay = {}, Value eraser = {});

// X with X_i = B_i + sum over j < i of L_ij X_j: L [..., i, j], of which only what stands below the diagonal is read,
// and B [..., j, column].
Value unit_lower_solve(Value lower, Value right);

// -log p of the entry that each target [...] names, p the softmax of logits [..., piece]; 0 where a target is negative.
// `smoothing` is the share of every target that is spread over all entries.
Value cross_entropy(Value logits, Value targets, double smoothing = 0);
// The sum of all cells, as [one].
Value total(Value x);

}  // namespace attn

#endif  // CORE_GRAPH_OPS_OPS_H_
