#include "core/graph/evaluation.h"

#include <algorithm>
#include <type_traits>

#include "core/kernels/threads.h"
#include "core/tensor/memory.h"

namespace attn {
namespace {

// Rows of large inputs computed at a time: 1 Mi cells (4 MB) stay near the caches and bound what is allocated.
constexpr int64_t kSlabCells = int64_t{1} << 20;

// Multiply-adds between two looks at the clock: 10 to 50 ms of one thread, and enough rows of a large matrix that
// packing it anew for each part costs little.
constexpr double kPartWork = 32e6;

// Writes the edits of some rows over what stands there; `out` is the first of these rows.
template <class T>
void apply(const std::map<int64_t, T>* edits, Rows rows, int64_t columns, T* out) {
  if (!edits) return;
  const int64_t first = rows.begin * columns;
  const auto end = edits->lower_bound(rows.end * columns);
  for (auto at = edits->lower_bound(first); at != end; ++at) out[at->first - first] = at->second;
}

}  // namespace

template <class T>
Status Evaluation<T>::run() {
  Status status = prepare();
  if (status.ok()) advance({});
  return status;
}

template <class T>
Status Evaluation<T>::prepare() {
  const size_t count = graph_.nodes().size();
  offset_.assign(count, -1);
  data_.assign(count, nullptr);
  std::vector<bool> recurring(count);
  for (size_t i = 0; i < count; ++i) {
    const Node& node = graph_.nodes()[i];
    if (!node.op || !node.op->recurs()) continue;
    recurring[i] = true;
    for (const int input : node.inputs) recurring[static_cast<size_t>(input)] = true;
  }
  int64_t cells = 0, copied = 0;
  for (size_t i = 0; i < count; ++i) {
    const Node& node = graph_.nodes()[i];
    if (node.table || (node.shape.count() > limits_.whole_cells && !recurring[i])) {
      // A shared leaf with edits is copied, beside the arena.
      if (!node.op && edits_of(static_cast<int>(i))) copied += node.shape.count();
      continue;
    }
    offset_[i] = cells;
    cells += node.shape.count();
  }
  const int64_t bytes = (cells + copied) * static_cast<int64_t>(sizeof(T));
  if (bytes > limits_.total_bytes) {
    return {ErrorKind::kTooLarge, "input", std::to_string(bytes >> 20) + " MB of tensors",
            "at most " + std::to_string(limits_.total_bytes >> 20) + " MB: a shorter text or fewer heads"};
  }
  const bool adopted = static_cast<int64_t>(arena_.size()) >= cells;
  if (!adopted && !memory_for(bytes)) {
    return {ErrorKind::kTooLarge, "input", std::to_string(bytes >> 20) + " MB of tensors",
            "what memory is left: dispose other traces, or a shorter text"};
  }
  if (!adopted) arena_.assign(static_cast<size_t>(cells), T(0));
  converted_.resize(count);
  node_ = 0, row_ = 0, done_ = 0, all_ = 0;
  for (int i = 0; i < static_cast<int>(count); ++i) {
    if (kept(i)) all_ += work(i, {0, graph_.node(i).shape.rows()});
  }
  return {};
}

template <class T>
bool Evaluation<T>::advance(Pause pause) {
  const int count = static_cast<int>(graph_.nodes().size());
  while (node_ < count) {
    compute_part(/*whole_nodes=*/pause.wanted == nullptr);
    if (pause.wanted && pause.wanted(pause.context)) break;
  }
  return node_ == count;
}

template <class T>
double Evaluation<T>::progress() const {
  return all_ > 0 ? std::min(done_ / all_, 1.0) : 1.0;
}

// Multiply-adds of some rows, those of inputs that are not kept included.
template <class T>
double Evaluation<T>::work(int index, Rows rows) const {
  const Node& node = graph_.node(index);
  if (!node.op || rows.count() <= 0) return 0;
  const std::vector<Shape> shapes = graph_.input_shapes(node);
  double sum = static_cast<double>(rows.count()) * static_cast<double>(node.op->work_per_row(shapes, node.shape));
  for (size_t i = 0; i < node.inputs.size(); ++i) {
    if (kept(node.inputs[i])) continue;
    sum += work(node.inputs[i], node.op->input_rows(static_cast<int>(i), rows, shapes, node.shape));
  }
  return sum;
}

template <class T>
void Evaluation<T>::place_leaf(int index) {
  const size_t i = static_cast<size_t>(index);
  const Node& node = graph_.nodes()[i];
  if (offset_[i] >= 0) {
    T* at = arena_.data() + offset_[i];
    std::copy(node.values->begin(), node.values->end(), at);
    data_[i] = at;
    apply(edits_of(index), {0, node.shape.rows()}, node.shape.columns(), at);
    return;
  }
  if constexpr (std::is_same_v<T, float>) {
    if (!edits_of(index)) {
      data_[i] = node.values->data();
      return;
    }
  }
  converted_[i].assign(node.values->begin(), node.values->end());
  apply(edits_of(index), {0, node.shape.rows()}, node.shape.columns(), converted_[i].data());
  data_[i] = converted_[i].data();
}

template <class T>
const typename Evaluation<T>::Edits* Evaluation<T>::edits_of(int node) const {
  const auto found = edits_.find(node);
  return found == edits_.end() ? nullptr : &found->second;
}

template <class T>
bool Evaluation<T>::edited(int node, int64_t flat) const {
  const Edits* edits = edits_of(node);
  return edits && edits->contains(flat);
}

template <class T>
int64_t Evaluation<T>::edits(int node) const {
  const Edits* edits = edits_of(node);
  return edits ? static_cast<int64_t>(edits->size()) : 0;
}

template <class T>
T Evaluation<T>::unedited_cell(int index, int64_t flat) const {
  const Node& node = graph_.node(index);
  if (!node.op) return static_cast<T>((*node.values)[static_cast<size_t>(flat)]);
  const int64_t columns = node.shape.columns(), row = flat / columns;
  std::vector<T> values(static_cast<size_t>(columns));
  compute_unedited(index, {row, row + 1}, values.data());
  return values[static_cast<size_t>(flat % columns)];
}

// The next rows, or all that are left, of the next node.
template <class T>
void Evaluation<T>::compute_part(bool whole_nodes) {
  const Node& node = graph_.node(node_);
  const int64_t rows = node.shape.rows();
  if (!node.op) {
    place_leaf(node_);
  } else if (kept(node_)) {
    const double all = work(node_, {0, rows}), count = static_cast<double>(std::max<int64_t>(rows, 1));
    // Where every row needs all rows of what is not kept, each part would compute those again.
    const bool splits = !whole_nodes && work(node_, {0, 1}) * count <= 2 * all;
    const int64_t step = splits ? std::max<int64_t>(static_cast<int64_t>(count * kPartWork / all), 1) : rows;
    const Rows part{row_, std::min(rows, row_ + step)};
    T* const at = arena_.data() + offset_[static_cast<size_t>(node_)];
    compute(node_, part, at + part.begin * node.shape.columns());
    done_ += all * static_cast<double>(part.count()) / count;
    row_ = part.end;
    if (row_ < rows) return;
    data_[static_cast<size_t>(node_)] = at;
  }
  ++node_;
  row_ = 0;
}

template <class T>
void Evaluation<T>::compute(int index, Rows rows, T* out) const {
  compute_unedited(index, rows, out);
  apply(edits_of(index), rows, graph_.node(index).shape.columns(), out);
}

template <class T>
void Evaluation<T>::compute_unedited(int index, Rows rows, T* out) const {
  const Node& node = graph_.node(index);
  const std::vector<Shape> shapes = graph_.input_shapes(node);
  const int64_t columns = node.shape.columns();

  // How many output rows fit a slab, judged by the hungriest input that is not kept.
  int64_t chunk = std::max<int64_t>(rows.count(), 1);
  for (size_t i = 0; i < node.inputs.size(); ++i) {
    if (whole(node.inputs[i])) continue;
    const Rows needed = node.op->input_rows(static_cast<int>(i), rows, shapes, node.shape);
    const int64_t cells = needed.count() * shapes[i].columns();
    const int64_t slabs = std::max<int64_t>((cells + kSlabCells - 1) / kSlabCells, 1);
    chunk = std::min(chunk, std::max<int64_t>(rows.count() / slabs, 1));
  }

  for (int64_t begin = rows.begin; begin < rows.end; begin += chunk) {
    const Rows part{begin, std::min(begin + chunk, rows.end)};
    std::vector<std::vector<T>> slabs(node.inputs.size());
    std::vector<TensorRows<const T>> inputs;
    for (size_t i = 0; i < node.inputs.size(); ++i) {
      const int input = node.inputs[i];
      if (whole(input)) {
        inputs.push_back({&shapes[i], data(input), {0, shapes[i].rows()}});
        continue;
      }
      const Rows needed = node.op->input_rows(static_cast<int>(i), part, shapes, node.shape);
      slabs[i].resize(static_cast<size_t>(needed.count() * shapes[i].columns()));
      compute(input, needed, slabs[i].data());
      inputs.push_back({&shapes[i], slabs[i].data(), needed});
    }
    T* part_out = out + (part.begin - rows.begin) * columns;
    kernels::parallel_rows(part.count(), node.op->work_per_row(shapes, node.shape), [&](int64_t from, int64_t to) {
      node.op->forward(Inputs<T>(inputs),
                       TensorRows<T>{&node.shape, part_out + from * columns, {part.begin + from, part.begin + to}});
    });
  }
}

template <class T>
void Evaluation<T>::rows(int node, Rows rows, T* out) const {
  const int64_t columns = graph_.node(node).shape.columns();
  if (whole(node)) {
    std::copy_n(data(node) + rows.begin * columns, rows.count() * columns, out);
  } else {
    compute(node, rows, out);
  }
}

template <class T>
T Evaluation<T>::cell(int node, int64_t flat) const {
  if (whole(node)) return data(node)[flat];
  const int64_t columns = graph_.node(node).shape.columns();
  const int64_t row = flat / columns;
  auto& [cached, values] = last_row_[node];
  if (values.empty() || cached != row) {
    cached = row;
    values.resize(static_cast<size_t>(columns));
    compute(node, {row, row + 1}, values.data());
  }
  return values[static_cast<size_t>(flat % columns)];
}

template <class T>
std::vector<std::vector<T>> Evaluation<T>::gradients(int wanted, const std::vector<T>& seed) const {
  std::vector<std::vector<T>> gradients(graph_.nodes().size());
  gradients[static_cast<size_t>(wanted)] = seed;
  for (int i = wanted; i >= 0; --i) {
    const Node& node = graph_.node(i);
    if (!node.op || gradients[static_cast<size_t>(i)].empty()) continue;
    const std::vector<Shape> shapes = graph_.input_shapes(node);
    std::vector<std::vector<T>> copies;  // inputs too large to keep
    copies.reserve(node.inputs.size() + 1);
    const auto values = [&](int at, const Shape& shape) -> TensorRows<const T> {
      const Rows all{0, shape.rows()};
      if (whole(at)) return {&shape, data(at), all};
      copies.emplace_back(static_cast<size_t>(shape.count()));
      rows(at, all, copies.back().data());
      return {&shape, copies.back().data(), all};
    };
    std::vector<TensorRows<const T>> inputs;
    std::vector<T*> into;
    for (size_t j = 0; j < node.inputs.size(); ++j) {
      inputs.push_back(values(node.inputs[j], shapes[j]));
      std::vector<T>& gradient = gradients[static_cast<size_t>(node.inputs[j])];
      if (gradient.empty()) gradient.assign(static_cast<size_t>(shapes[j].count()), T(0));
      into.push_back(gradient.data());
    }
    if (const Edits* edits = edits_of(i)) {
      // An edited cell depends on nothing; its neighbours are still made as the op makes them.
      std::vector<T> gradient = gradients[static_cast<size_t>(i)];
      for (const auto& [flat, value] : *edits) gradient[static_cast<size_t>(flat)] = T(0);
      std::vector<T> output(static_cast<size_t>(node.shape.count()));
      compute_unedited(i, {0, node.shape.rows()}, output.data());
      node.op->backward(
          {Inputs<T>(inputs), {&node.shape, output.data(), {0, node.shape.rows()}}, gradient.data(), into});
      continue;
    }
    node.op->backward({Inputs<T>(inputs), values(i, node.shape), gradients[static_cast<size_t>(i)].data(), into});
  }
  return gradients;
}

template class Evaluation<float>;
#if ATTN_WITH_DOUBLE
template class Evaluation<double>;
#endif

}  // namespace attn
