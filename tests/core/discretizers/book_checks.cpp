#include "tests/core/discretizers/book_checks.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/core/layers/recurrent_case.h"

namespace attn::test {
namespace {

Book book_of(CodeRun& run, const Block& block) {
  Book book{block.width, run.of(block.book + "/codebook"), {}, {}};
  if (run.params().choice("learns") == "averages")
    book.counts = run.of(block.book + "/counts"), book.sums = run.of(block.book + "/sums");
  return book;
}

size_t model_width(const CodeRun& run) { return static_cast<size_t>(run.shape().columns()); }

Numbers block_of(const Numbers& x, const Block& block, size_t model) {
  return product(x, block.turn, model, block.width);
}

Numbers transposed(const Numbers& a, size_t columns) {
  Numbers out;
  for (size_t j = 0; j < columns; ++j) {
    for (size_t i = j; i < a.size(); i += columns) out.push_back(a[i]);
  }
  return out;
}

void add_to(Numbers* sum, const Numbers& more) {
  for (size_t i = 0; i < sum->size(); ++i) (*sum)[i] += more[i];
}

// factor * (a - b)
Numbers apart(const Numbers& a, const Numbers& b, double factor) {
  Numbers out;
  for (size_t i = 0; i < a.size(); ++i) out.push_back(factor * (a[i] - b[i]));
  return out;
}

}  // namespace

Block whole_block(int64_t width) {
  const size_t n = static_cast<size_t>(width);
  Block block{"discretizer/book", n, Numbers(n * n)};
  for (size_t c = 0; c < n; ++c) block.turn[c * n + c] = 1;
  return block;
}

Numbers nearest_rule(const Numbers& x, const Book& book, const std::vector<Numbers>&) {
  return nearest_shares(x, book);
}

void check_codes(CodeRun& run, const std::vector<Block>& blocks, bool training, const ShareRule& rule) {
  const auto coded = run.record(training);
  ASSERT_TRUE(coded->status().ok()) << coded->status().argument << ' ' << coded->status().got;
  const Discrete& discrete = coded->discrete();
  ASSERT_EQ(discrete.codes.size(), blocks.size());
  ASSERT_EQ(discrete.shares.size(), blocks.size());
  EXPECT_EQ(discrete.vectors.shape(), run.shape());
  const bool by_gradient = run.params().choice("learns") == "gradient";
  const double beta = run.told("beta"), mean = 1 / static_cast<double>(blocks.size());
  const size_t model = model_width(run);
  const Numbers x = run.x(), up = [&] {
    const auto random = random_numbers(run.shape().count(), 11);
    return Numbers(random.begin(), random.end());
  }();

  Numbers vectors(x.size()), to_x(x.size());
  double penalty = 0;
  size_t before = 0;  // channels of earlier blocks
  for (size_t b = 0; b < blocks.size(); ++b) {
    const Block& block = blocks[b];
    const Book book = book_of(run, block);
    const Numbers part = block_of(x, block, model);
    const Numbers shares = rule(part, book, coded->drawn()), picked = picked_by(shares, book);
    expect_near(coded->numbers(discrete.shares[b]), shares, 1e-12, "shares");
    EXPECT_EQ(coded->numbers(discrete.codes[b]), largest_of(shares, book.entries()));
    const size_t rows = part.size() / block.width;
    for (size_t i = 0; i < rows; ++i) {
      for (size_t c = 0; c < block.width; ++c) vectors[i * model + before + c] = picked[i * block.width + c];
    }
    before += block.width;
    const double n = static_cast<double>(part.size());
    penalty += mean * beta * mean_square(part, picked);
    // d/dx beta |x - sg(e)|^2 / n = 2 beta (x - e) / n, through the block
    add_to(&to_x,
           product(apart(part, picked, mean * 2 * beta / n), transposed(block.turn, block.width), block.width, model));
    Numbers to_codes(book.vectors.size());
    if (by_gradient) {
      penalty += mean * mean_square(part, picked);
      // d/de |sg(x) - e|^2 / n = 2 (e - x) / n, shared out among the codes
      to_codes = product(transposed(shares, book.entries()), apart(picked, part, mean * 2 / n), rows, block.width);
    }
    const std::string name = block.book + "/codebook";
    const Numbers nothing(to_codes.size());
    EXPECT_EQ(coded->gradient(discrete.vectors, up, name), nothing) << "the decoder's gradient stops at the codebook";
    const Numbers got = coded->gradient(discrete.penalty, {1}, name);
    if (by_gradient) {
      expect_near(got, to_codes, 1e-14, "gradient of the codebook");
    } else {
      EXPECT_EQ(got, nothing) << "averages teach it, no gradient";
    }
  }
  expect_near(coded->numbers(discrete.vectors), vectors, 1e-14, "vectors");
  EXPECT_EQ(coded->gradient(discrete.vectors, up, "x"), up) << "straight through";
  EXPECT_NEAR(coded->numbers(discrete.penalty)[0], penalty, 1e-12 * (1 + penalty));
  expect_near(coded->gradient(discrete.penalty, {1}, "x"), to_x, 1e-14, "gradient of x");
}

void check_averages(CodeRun& run, const std::vector<Block>& blocks, const ShareRule& rule) {
  std::vector<Book> books;
  for (const Block& block : blocks) books.push_back(book_of(run, block));
  for (int64_t step = 1; step <= 5; ++step) {
    run.set_x(random_numbers(run.shape().count(), 20 + static_cast<uint64_t>(step)));
    const auto coded = run.record(/*training=*/true, step);
    const std::vector<Numbers> drawn = coded->drawn();
    run.settle(coded.get());
    for (size_t b = 0; b < blocks.size(); ++b) {
      const Numbers part = block_of(run.x(), blocks[b], model_width(run));
      Averages averages{run.told("decay"), run.told("revive"), {}};
      // Chance picks a dead code's vector behind whatever else it does for the block.
      if (averages.revive > 0) averages.draws = drawn[(b + 1) * (drawn.size() / blocks.size()) - 1];
      follow(&books[b], part, rule(part, books[b], drawn), averages);
      const Book got = book_of(run, blocks[b]);
      const std::string at = " of " + blocks[b].book + " after step " + std::to_string(step);
      expect_near(got.counts, books[b].counts, 1e-6, "counts" + at);
      expect_near(got.sums, books[b].sums, 1e-6, "sums" + at);
      expect_near(got.vectors, books[b].vectors, 1e-5, "codes" + at);
    }
  }
}

void check_books(std::string_view stem, int64_t width, const std::vector<ParamValue>& told,
                 const std::function<std::vector<Block>(CodeRun&)>& blocks, const ShareRule& rule) {
  const std::vector<std::vector<ParamValue>> forms = {
      {},
      {{"beta", "0"}},
      {{"beta", "4"}},
      {{"decay", "0"}},
      {{"decay", "0.9999"}},
      {{"start", "zeros"}},
      {{"revive", "0.5"}},
      {{"revive", "1"}, {"decay", "0.5"}},
      {{"learns", "gradient"}},
      {{"learns", "gradient"}, {"beta", "0"}},
  };
  for (const std::vector<ParamValue>& form : forms) {
    std::vector<ParamValue> all = told;
    all.insert(all.end(), form.begin(), form.end());
    std::string says;
    for (const ParamValue& one : all) says += std::string(one.param) + '=' + std::string(one.value) + ' ';
    for (const Shape& shape : {text_shape(width), picture_shape(width)}) {
      SCOPED_TRACE(says + shape.text());
      CodeRun run(stem, shape, all);
      run.record(/*training=*/false);  // asks for the parameters
      const std::vector<Block> parts = blocks(run);
      for (const bool training : {false, true}) {
        SCOPED_TRACE(training ? "training" : "trained");
        check_codes(run, parts, training, training ? rule : nearest_rule);
      }
      if (run.params().choice("learns") == "averages") check_averages(run, parts, rule);
    }
  }
}

}  // namespace attn::test
