#include "core/attention/initial.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <string>

#include "core/kernels/math.h"
#include "core/tensor/random.h"

namespace attn {
namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// Two standard normal numbers from two uniform ones (Box & Muller 1958), with the project's own log, sin and cos.
float normal(uint64_t seed, uint64_t stream, uint64_t index) {
  constexpr float kTwoPi = 6.2831853F;
  // 1 - u is in (0, 1]: its logarithm is finite.
  const float radius = kernels::square_root(-2.0F * kernels::log(1.0F - uniform(seed, stream, 2 * (index / 2))));
  const float angle = kTwoPi * uniform(seed, stream, 2 * (index / 2) + 1);
  return radius * (index % 2 == 0 ? kernels::cos(angle) : kernels::sin(angle));
}

// Q of the QR decomposition of a normal matrix with R's diagonal positive is uniform over orthogonal matrices (Mezzadri
// 2007). Gram and Schmidt's way gives exactly this Q; done twice, its rows are orthogonal to the last digit (Giraud,
// Langou & Rozloznik 2005).
void orthogonal(uint64_t seed, uint64_t stream, uint64_t first, int64_t rows, int64_t columns, float* out) {
  const int64_t longer = std::max(rows, columns), shorter = std::min(rows, columns);
  Matrix q(shorter, longer);  // orthonormal rows
  for (int64_t c = 0; c < longer; ++c) {
    for (int64_t r = 0; r < shorter; ++r)
      q(r, c) = static_cast<double>(normal(seed, stream, first + static_cast<uint64_t>(c * shorter + r)));
  }
  for (int64_t r = 0; r < shorter; ++r) {
    for (int pass = 0; pass < 2; ++pass) {
      for (int64_t before = 0; before < r; ++before) q.row(r) -= q.row(before).dot(q.row(r)) * q.row(before);
    }
    q.row(r) /= kernels::square_root(q.row(r).squaredNorm());
  }
  for (int64_t r = 0; r < rows; ++r) {
    for (int64_t c = 0; c < columns; ++c) out[r * columns + c] = static_cast<float>(rows < columns ? q(r, c) : q(c, r));
  }
}

// -log(-log u) in double, where u can stand between the multiples of 2^-24: neither logarithm meets a 0.
float gumbel(uint64_t seed, uint64_t stream, uint64_t index) {
  const double u = static_cast<double>(uniform(seed, stream, index)) + 0x1p-25;
  return static_cast<float>(-kernels::log(-kernels::log(u)));
}

// Blocks of orthonormal rows, each row stretched to the length of a normal vector of its own.
void orthogonal_normal(uint64_t seed, std::string_view name, uint64_t first, int64_t rows, int64_t columns,
                       float* out) {
  const uint64_t stream = stream_of(name), lengths = stream_of(std::string(name) + "/lengths");
  std::vector<float> block(static_cast<size_t>(columns * columns));
  for (int64_t row = 0; row < rows; ++row) {
    const int64_t within = row % columns;
    // Every block draws from an even place of its own, since normal numbers come in pairs.
    const uint64_t place = first + 2 * static_cast<uint64_t>((row - within) * columns);
    if (within == 0) orthogonal(seed, stream, place, columns, columns, block.data());
    float squares = 0;
    for (int64_t c = 0; c < columns; ++c) {
      const float draw = normal(seed, lengths, place + static_cast<uint64_t>(within * columns + c));
      squares += draw * draw;
    }
    const float length = kernels::square_root(squares);
    for (int64_t c = 0; c < columns; ++c)
      out[row * columns + c] = block[static_cast<size_t>(within * columns + c)] * length;
  }
}

}  // namespace

std::vector<float> initial_weights(Init init, const Shape& shape, std::string_view name, uint64_t seed) {
  std::vector<float> values(static_cast<size_t>(shape.count()));
  const uint64_t stream = stream_of(name);
  const int64_t columns = shape.columns(), rows = shape.rank() > 1 ? shape[shape.rank() - 2].size : 1;
  if (init == Init::kOrthogonal) {
    const int64_t cells = rows * columns;
    for (int64_t first = 0; first < shape.count(); first += cells) {
      // Every matrix draws from an even place of its own, since normal numbers come in pairs.
      orthogonal(seed, stream, static_cast<uint64_t>(2 * first), rows, columns, values.data() + first);
    }
    return values;
  }
  if (init == Init::kOrthogonalNormal) {
    const int64_t padded = (rows + columns - 1) / columns * columns * columns;  // cells of whole blocks
    for (int64_t at = 0; at < shape.count(); at += rows * columns) {
      const uint64_t first = static_cast<uint64_t>(2 * (at / (rows * columns)) * padded);
      orthogonal_normal(seed, name, first, rows, columns, values.data() + at);
    }
    return values;
  }
  if (init == Init::kZeros || init == Init::kOnes) {
    values.assign(values.size(), init == Init::kOnes ? 1.0F : 0.0F);
    return values;
  }
  const auto draw = init == Init::kNormal ? normal : init == Init::kGumbel ? gumbel : uniform;
  if (init != Init::kGlorot) {
    for (int64_t i = 0; i < shape.count(); ++i) {
      const uint64_t row = static_cast<uint64_t>(i / columns), column = static_cast<uint64_t>(i % columns);
      values[static_cast<size_t>(i)] = draw(seed, stream, (row << 32) + column);
    }
    return values;
  }
  const float limit = kernels::square_root(6.0F / static_cast<float>(rows + columns));
  for (size_t i = 0; i < values.size(); ++i) values[i] = (2.0F * uniform(seed, stream, i) - 1.0F) * limit;
  return values;
}

std::shared_ptr<const std::vector<float>> DrawnWeights::draw(Init init, const Shape& shape, std::string_view name,
                                                             uint64_t seed) {
  const auto known = std::find_if(kept_.begin(), kept_.end(), [&](const Drawn& one) {
    return one.init == init && one.seed == seed && one.name == name && one.shape == shape;
  });
  if (known != kept_.end()) {
    std::rotate(known, known + 1, kept_.end());
    return kept_.back().values;
  }
  constexpr int64_t kMostCells = int64_t{1} << 21;  // 8 MB: two runs of eight heads of 64 on a width of 256
  kept_.push_back({init, shape, std::string(name), seed, nullptr});
  kept_.back().values = std::make_shared<const std::vector<float>>(initial_weights(init, shape, name, seed));
  const auto values = kept_.back().values;
  int64_t cells = 0;
  for (const Drawn& one : kept_) cells += one.shape.count();
  while (cells > kMostCells) {
    cells -= kept_.front().shape.count();
    kept_.erase(kept_.begin());
  }
  return values;
}

}  // namespace attn
