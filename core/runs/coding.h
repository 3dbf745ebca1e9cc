// Pictures through a bottleneck of whole numbers, and what stands on either side of it: the encoder's vectors, the
// codes they become, and the pictures that are made of codes again. A code of several blocks is one number: block b
// counts entries^b.
#ifndef CORE_RUNS_CODING_H_
#define CORE_RUNS_CODING_H_

#include <cstdint>
#include <span>
#include <vector>

#include "core/runs/run.h"

namespace attn {

// Tables of more codes are not listed: nobody could look at them, and several blocks have a great many.
inline constexpr int64_t kMostListed = 1024;

struct CodeShape {
  int64_t rows = 0, columns = 0;  // of the vectors that a picture becomes
  int64_t width = 0;              // of a vector
  CodeSizes sizes;
  int64_t codes() const;  // entries^blocks
};
// Of models of kCopies whose codes can be made pictures.
Status code_shape(const Run& run, Parameters* parameters, CodeShape* out);

// Of every block [...] to one number each, and back.
std::vector<int64_t> joined_codes(const std::vector<std::vector<float>>& blocks, int64_t entries);
std::vector<std::vector<float>> codes_in_blocks(std::span<const int64_t> numbers, const CodeSizes& sizes);

struct Coded {
  std::vector<float> vectors;   // [picture, row, column, model]: the encoder's
  std::vector<int64_t> codes;   // [picture, row, column]
  std::vector<float> pictures;  // [picture, row, column], made of the codes
  int64_t count = 0;
  double error = 0;  // mean over all pixels of (made - given)^2
};
Status code_pictures(const Run& run, Parameters* parameters, const std::vector<Batch>& batches, Coded* out);

// What is drawn from codes [picture, row, column] of any number of pictures.
Status draw_codes(const Run& run, Parameters* parameters, const CodeShape& shape, std::span<const int64_t> numbers,
                  std::vector<float>* pictures);

// The code of each of some vectors [vector, model], where nothing is trained.
Status codes_of(const Run& run, Parameters* parameters, const CodeShape& shape, std::span<const float> vectors,
                std::vector<int64_t>* numbers);

// The vector that is read on where a code was taken: [code, model]; empty for more than kMostListed codes.
Status code_vectors(const Run& run, Parameters* parameters, const CodeShape& shape, std::vector<float>* table);

// Does every vector take the code whose own vector is nearest? Then the table stands in the space of the vectors, and
// codes are its Voronoi cells; other methods read codes in another space than they cut.
bool takes_nearest(std::span<const float> vectors, std::span<const int64_t> numbers, std::span<const float> table,
                   int64_t width);

}  // namespace attn

#endif  // CORE_RUNS_CODING_H_
