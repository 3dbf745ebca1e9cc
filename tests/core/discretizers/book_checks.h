// What all discretizers with codebooks must do. A vector is turned into one short vector for each block (by identity,
// a slice of it, or a projection), and each block is assigned to codes of a book of its own.
#ifndef TESTS_CORE_DISCRETIZERS_BOOK_CHECKS_H_
#define TESTS_CORE_DISCRETIZERS_BOOK_CHECKS_H_

#include <functional>
#include <string>
#include <vector>

#include "tests/core/discretizers/book_oracle.h"
#include "tests/core/discretizers/code_run.h"

namespace attn::test {

struct Block {
  std::string book;  // the scope of its codebook
  size_t width = 0;
  Numbers turn;  // [model, width]: the block is x times this
};

// One block that is the vector itself.
Block whole_block(int64_t width);

// Shares [row, code] of a block x [row, width] by what was drawn.
using ShareRule = std::function<Numbers(const Numbers& x, const Book& book, const std::vector<Numbers>& drawn)>;
Numbers nearest_rule(const Numbers& x, const Book& book, const std::vector<Numbers>& drawn);

// Codes, shares, vectors, penalty and all gradients of one record.
void check_codes(CodeRun& run, const std::vector<Block>& blocks, bool training, const ShareRule& rule);
// The books after each of several steps, every one on other vectors.
void check_averages(CodeRun& run, const std::vector<Block>& blocks, const ShareRule& rule);

// Both, on texts and pictures, in training and outside of it, with the codebook's parameters at their defaults and
// bounds. `told` comes on top. `blocks` are asked for once the parameters are there.
void check_books(std::string_view stem, int64_t width, const std::vector<ParamValue>& told,
                 const std::function<std::vector<Block>(CodeRun&)>& blocks, const ShareRule& rule);

}  // namespace attn::test

#endif  // TESTS_CORE_DISCRETIZERS_BOOK_CHECKS_H_
