// Shapes whose axes have names. Names decide how tensors meet: two tensors broadcast along the axes they do not share,
// so q [head, query, channel] + k [head, key, channel] is [head, query, key, channel] without reshaping.
#ifndef CORE_TENSOR_SHAPE_H_
#define CORE_TENSOR_SHAPE_H_

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

// The words an axis may have; views of static text, compared by content.
namespace axis {
inline constexpr std::string_view kBatch = "batch";
inline constexpr std::string_view kHead = "head";
inline constexpr std::string_view kQuery = "query";
inline constexpr std::string_view kKey = "key";
inline constexpr std::string_view kChannel = "channel";  // width of a head
inline constexpr std::string_view kModel = "model";      // width of a token's vector between layers
inline constexpr std::string_view kTime = "time";
inline constexpr std::string_view kFeature = "feature";
inline constexpr std::string_view kLatent = "latent";
inline constexpr std::string_view kPiece = "piece";    // entries of a vocabulary
inline constexpr std::string_view kRound = "round";    // repeated draws of one kind
inline constexpr std::string_view kBucket = "bucket";  // what a hash sorts into
inline constexpr std::string_view kCode = "code";      // entries of a codebook
inline constexpr std::string_view kGate = "gate";      // of a recurrent layer's weights: a matrix for each
inline constexpr std::string_view kRow = "row";        // of a picture
inline constexpr std::string_view kColumn = "column";
inline constexpr std::string_view kSentence = "sentence";  // of a document
inline constexpr std::string_view kWord = "word";          // of a sentence
inline constexpr std::string_view kOne = "one";            // a single number
}  // namespace axis

struct Dim {
  std::string_view axis;
  int64_t size = 0;
  bool operator==(const Dim&) const = default;
};

// One position per axis.
using Index = std::vector<int64_t>;

// A row-major shape of at least one axis. "Row" is a run along the last axis: the unit of threads and tiles.
class Shape {
 public:
  Shape() = default;
  Shape(std::initializer_list<Dim> dims);
  explicit Shape(std::vector<Dim> dims) : dims_(std::move(dims)) {}

  int rank() const { return static_cast<int>(dims_.size()); }
  const Dim& operator[](int i) const { return dims_[static_cast<size_t>(i)]; }
  const std::vector<Dim>& dims() const { return dims_; }

  int64_t columns() const { return dims_.empty() ? 1 : dims_.back().size; }
  int64_t rows() const;
  int64_t count() const { return rows() * columns(); }

  // Position of an axis, or -1.
  int find(std::string_view axis) const;
  // Size along an axis; 1 where the tensor does not have it.
  int64_t size(std::string_view axis) const;

  // Distance in cells between neighbours along axis i.
  int64_t stride(int i) const;
  int64_t flat(std::span<const int64_t> index) const;
  Index index(int64_t flat) const;
  // Is there such a cell?
  bool contains(std::span<const int64_t> index) const;

  // The same shape with one axis renamed, resized, or without it.
  Shape with(int i, Dim dim) const;
  Shape without(int i) const;

  bool operator==(const Shape&) const = default;
  std::string text() const;  // "[head 4, query 13, key 13]"

 private:
  std::vector<Dim> dims_;
};

// The axes of a, then those of b that a lacks. Sizes of shared axes must agree; see `broadcasts`.
Shape broadcast(const Shape& a, const Shape& b);
bool broadcasts(const Shape& a, const Shape& b);

// For each cell of `from`, where it lies in `to`: strides of `to` in the order of `from`'s axes (0 where absent).
std::vector<int64_t> strides_in(const Shape& to, const Shape& from);

}  // namespace attn

#endif  // CORE_TENSOR_SHAPE_H_
