// A codebook as plain loops in double: which code is nearest, what it costs, and how it follows averages (van den Oord
// et al. 2017, appendix A.1).
#ifndef TESTS_CORE_DISCRETIZERS_BOOK_ORACLE_H_
#define TESTS_CORE_DISCRETIZERS_BOOK_ORACLE_H_

#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace attn::test {

using Numbers = std::vector<double>;

struct Book {
  size_t width = 0;
  Numbers vectors, counts, sums;  // [code, width], [code], [code, width]
  size_t entries() const { return vectors.size() / width; }
};

inline double distance(const Numbers& x, size_t row, const Book& book, size_t code) {
  double sum = 0;
  for (size_t c = 0; c < book.width; ++c) {
    const double apart = x[row * book.width + c] - book.vectors[code * book.width + c];
    sum += apart * apart;
  }
  return sum;
}

// [row, code]: 1 at the nearest, the first of equals.
inline Numbers nearest_shares(const Numbers& x, const Book& book) {
  const size_t rows = x.size() / book.width;
  Numbers shares(rows * book.entries());
  for (size_t i = 0; i < rows; ++i) {
    size_t nearest = 0;
    for (size_t j = 1; j < book.entries(); ++j) {
      if (distance(x, i, book, j) < distance(x, i, book, nearest)) nearest = j;
    }
    shares[i * book.entries() + nearest] = 1;
  }
  return shares;
}

// a [n, inner] b [inner, width]
inline Numbers product(const Numbers& a, const Numbers& b, size_t inner, size_t width) {
  const size_t rows = a.size() / inner;
  Numbers out(rows * width);
  for (size_t i = 0; i < rows; ++i) {
    for (size_t j = 0; j < width; ++j) {
      for (size_t k = 0; k < inner; ++k) out[i * width + j] += a[i * inner + k] * b[k * width + j];
    }
  }
  return out;
}

// The mean of the codes that a vector is assigned to: [row, width].
inline Numbers picked_by(const Numbers& shares, const Book& book) {
  return product(shares, book.vectors, book.entries(), book.width);
}

inline double mean_square(const Numbers& a, const Numbers& b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sum / static_cast<double>(a.size());
}

// The number of the largest share of each row, the first of equals.
inline Numbers largest_of(const Numbers& shares, size_t entries) {
  Numbers codes(shares.size() / entries);
  for (size_t i = 0; i < codes.size(); ++i) {
    double most = -std::numeric_limits<double>::infinity();
    for (size_t j = 0; j < entries; ++j) {
      if (shares[i * entries + j] > most) most = shares[i * entries + j], codes[i] = static_cast<double>(j);
    }
  }
  return codes;
}

struct Averages {
  double decay = 0;
  double revive = 0;  // the share of even use below which a code is dead
  Numbers draws;      // [code], which vector a dead code becomes
};

inline void follow(Book* book, const Numbers& x, const Numbers& shares, const Averages& rule) {
  const size_t entries = book->entries(), width = book->width, rows = x.size() / width;
  const double even = static_cast<double>(rows) / static_cast<double>(entries);
  double all = 0;
  for (size_t j = 0; j < entries; ++j) {
    double taken = 0;
    Numbers assigned(width);
    for (size_t i = 0; i < rows; ++i) {
      taken += shares[i * entries + j];
      for (size_t c = 0; c < width; ++c) assigned[c] += shares[i * entries + j] * x[i * width + c];
    }
    // c <- lambda c + (1 - lambda) n, and the sums alike
    double& count = book->counts[j];
    count = rule.decay * count + (1 - rule.decay) * taken;
    const bool dead = rule.revive > 0 && count < rule.revive * even;
    const size_t other = dead ? static_cast<size_t>(rule.draws[j] * static_cast<double>(rows)) : 0;
    for (size_t c = 0; c < width; ++c) {
      double& sum = book->sums[j * width + c];
      sum = dead ? even * x[other * width + c] : rule.decay * sum + (1 - rule.decay) * assigned[c];
    }
    if (dead) count = even;
    all += count;
  }
  constexpr double kSmoothing = 1e-5;
  for (size_t j = 0; j < entries; ++j) {
    const double smoothed = (book->counts[j] + kSmoothing) / (all + static_cast<double>(entries) * kSmoothing) * all;
    for (size_t c = 0; c < width; ++c) book->vectors[j * width + c] = book->sums[j * width + c] / smoothed;
  }
}

}  // namespace attn::test

#endif  // TESTS_CORE_DISCRETIZERS_BOOK_ORACLE_H_
