#include "core/tensor/shape.h"

#include <algorithm>

namespace attn {

Shape::Shape(std::initializer_list<Dim> dims) : dims_(dims) {}

int64_t Shape::rows() const {
  int64_t product = 1;
  for (size_t i = 0; i + 1 < dims_.size(); ++i) product *= dims_[i].size;
  return product;
}

int Shape::find(std::string_view axis) const {
  for (int i = 0; i < rank(); ++i) {
    if ((*this)[i].axis == axis) return i;
  }
  return -1;
}

int64_t Shape::size(std::string_view axis) const {
  const int i = find(axis);
  return i < 0 ? 1 : (*this)[i].size;
}

int64_t Shape::stride(int i) const {
  int64_t product = 1;
  for (int j = i + 1; j < rank(); ++j) product *= (*this)[j].size;
  return product;
}

int64_t Shape::flat(std::span<const int64_t> index) const {
  int64_t at = 0;
  for (int i = 0; i < rank(); ++i) at = at * (*this)[i].size + index[static_cast<size_t>(i)];
  return at;
}

bool Shape::contains(std::span<const int64_t> index) const {
  return std::equal(index.begin(), index.end(), dims_.begin(), dims_.end(),
                    [](int64_t at, const Dim& dim) { return at >= 0 && at < dim.size; });
}

Index Shape::index(int64_t flat) const {
  Index result(dims_.size());
  for (int i = rank() - 1; i >= 0; --i) {
    result[static_cast<size_t>(i)] = flat % (*this)[i].size;
    flat /= (*this)[i].size;
  }
  return result;
}

Shape Shape::with(int i, Dim dim) const {
  Shape result = *this;
  result.dims_[static_cast<size_t>(i)] = dim;
  return result;
}

Shape Shape::without(int i) const {
  Shape result = *this;
  result.dims_.erase(result.dims_.begin() + i);
  return result;
}

std::string Shape::text() const {
  std::string result = "[";
  for (const Dim& dim : dims_) {
    if (result.size() > 1) result += ", ";
    result += dim.axis;
    result += ' ';
    result += std::to_string(dim.size);
  }
  return result + "]";
}

bool broadcasts(const Shape& a, const Shape& b) {
  for (const Dim& dim : b.dims()) {
    const int i = a.find(dim.axis);
    if (i >= 0 && a[i].size != dim.size) return false;
  }
  return true;
}

// The shared and own axes keep the order batch, head, query, key, then the rest: leading axes name rows, the last names
// columns, so a tensor's picture stays the same however it came about.
Shape broadcast(const Shape& a, const Shape& b) {
  static constexpr std::string_view kLeading[] = {axis::kBatch, axis::kHead, axis::kQuery, axis::kKey};
  const auto rank_of = [](std::string_view name) {
    int position = 0;
    for (const std::string_view leading : kLeading) {
      if (name == leading) break;
      ++position;
    }
    return position;
  };
  std::vector<Dim> dims = a.dims();
  for (const Dim& dim : b.dims()) {
    if (a.find(dim.axis) >= 0) continue;
    auto at = dims.end();
    while (at != dims.begin() && rank_of((at - 1)->axis) > rank_of(dim.axis)) --at;
    dims.insert(at, dim);
  }
  return Shape(std::move(dims));
}

std::vector<int64_t> strides_in(const Shape& to, const Shape& from) {
  std::vector<int64_t> strides;
  for (const Dim& dim : from.dims()) {
    const int i = to.find(dim.axis);
    strides.push_back(i < 0 ? 0 : to.stride(i));
  }
  return strides;
}

}  // namespace attn
