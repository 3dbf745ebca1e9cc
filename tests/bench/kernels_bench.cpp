// Times the kernels against the peak of the machine they run on and prints one
// JSON object per line. Compiled natively and with em++ (scripts/measure/
// kernels.mjs); an argument N uses N threads as well as one.
//
// The peak is the best of several loops of multiplications and additions that
// never leave the registers. That loop runs before and after every sample of a
// kernel, together as long as the sample: the clock of a shared machine wanders by
// a third within seconds, and what interrupts the one interrupts the other. A
// sample beside a slow peak is set aside: somebody else's work on the same core
// takes from loads and from arithmetic in other proportions. Every line says how
// many samples were quiet; after some seconds without enough of them all count.
#include <algorithm>
#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <vector>

#include "core/kernels/fused_attention.h"
#include "core/kernels/gemm.h"
#include "core/kernels/simd.h"
#include "core/kernels/softmax.h"
#include "core/kernels/threads.h"
#include "tests/core/kernels/kernel_digest.h"

namespace attn::kernels {
namespace {

constexpr int kSamples = 31;          // the median of these is printed
constexpr double kSampleTime = 4e-3;  // seconds: far above the timer's step
constexpr double kPatience = 8;       // seconds to wait for quiet samples
constexpr double kWarmUpTime = 0.7;   // V8 replaces its first code meanwhile

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

// Where results go. The pointer is volatile, so that the compiler cannot know
// that nobody reads them and drop the loops.
float memory[8];
float* volatile sink = memory;

// N independent sums. Each step depends on the one before, so the loop cannot be
// shortened; N of them hide the latency.
template <int N>
__attribute__((noinline)) double multiply_and_add(int32_t turns) {
  float* const target = sink;
  const Lanes<float> factor = splat(target[4] + 0.999f);
  const Lanes<float> term = splat(target[5] + 0.001f);
  Lanes<float> sum[N];
  for (int i = 0; i < N; ++i) sum[i] = splat(0.1f * static_cast<float>(i));
  for (int32_t t = 0; t < turns; ++t) {
    for (int i = 0; i < N; ++i) sum[i] = sum[i] * factor + term;
  }
  Lanes<float> all = sum[0];
  for (int i = 1; i < N; ++i) all = all + sum[i];
  store(target, all);
  return 2.0 * kLanes * N * turns;
}

using PeakLoop = double (*)(int32_t);
constexpr PeakLoop kPeakLoops[] = {multiply_and_add<8>,  multiply_and_add<9>,  multiply_and_add<10>,
                                   multiply_and_add<11>, multiply_and_add<12>, multiply_and_add<13>,
                                   multiply_and_add<14>, multiply_and_add<15>, multiply_and_add<16>};
constexpr int32_t kPeakTurns = 4000;  // some 50 microseconds: a fine step

// Multiplications and additions per second that the machine can do.
class Peak {
 public:
  // Warms all loops and keeps the fastest.
  Peak() {
    for (PeakLoop loop : kPeakLoops) rate(loop, kWarmUpTime / std::size(kPeakLoops));
    for (int i = 0; i < kSamples; ++i) {
      for (PeakLoop loop : kPeakLoops) {
        const double found = rate(loop, kSampleTime / std::size(kPeakLoops));
        if (found <= best_) continue;
        best_ = found;
        loop_ = loop;
      }
    }
  }

  // Over about so many seconds.
  double measure(double duration) {
    const double found = rate(loop_, duration);
    best_ = std::max(best_, found);
    return found;
  }
  // The slowest of all threads, each on the loop at the same time.
  double measure_on_all_threads(double duration) {
    double slowest = best_;
    std::vector<double> found(static_cast<size_t>(threads()));
    parallel_rows(threads(), int64_t{1} << 30, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) found[static_cast<size_t>(i)] = rate(loop_, duration);
    });
    for (const double one : found) slowest = std::min(slowest, one);
    return slowest;
  }
  // As fast as the machine has been seen, but for what a clock wanders?
  bool is_quiet(double found) const { return found > 0.93 * best_; }

 private:
  static double rate(PeakLoop loop, double duration) {
    const double start = now();
    double operations = 0;
    double passed = 0;
    while (passed < duration) {
      operations += loop(kPeakTurns);
      passed = now() - start;
    }
    return operations / passed;
  }

  PeakLoop loop_ = nullptr;
  double best_ = 0;
};

// Numbers sampled beside the peak.
class Samples {
 public:
  explicit Samples(const Peak& peak) : peak_(peak), start_(now()) {}

  void add(double value, double slower_peak) { all_.push_back({value, slower_peak}); }
  bool enough() const {
    const double passed = now() - start_;
    return quiet() >= kSamples || (passed > kPatience && static_cast<int>(all_.size()) >= kSamples);
  }
  int quiet() const {
    const auto is_quiet = [this](const Sample& s) { return peak_.is_quiet(s.peak); };
    return static_cast<int>(std::count_if(all_.begin(), all_.end(), is_quiet));
  }
  // Of the quiet ones, if there are enough for a median.
  double middle() const {
    const bool some = quiet() >= kSamples / 3;
    std::vector<double> values;
    for (const Sample& s : all_) {
      if (!some || peak_.is_quiet(s.peak)) values.push_back(s.value);
    }
    return median(values);
  }

 private:
  struct Sample {
    double value;
    double peak;
  };
  const Peak& peak_;
  double start_;
  std::vector<Sample> all_;
};

// Runs `kernel`, which does `operations`, until it is warm, then samples and prints it.
template <class F>
void print(const char* name, Peak& peak, double operations, F kernel) {
  int repeats = 1;
  double once = 0;
  for (const double start = now(); now() - start < kWarmUpTime;) {
    const double begin = now();
    kernel();
    once = now() - begin;
  }
  if (once > 0) {
    repeats = std::clamp(static_cast<int>(kSampleTime / once), 1, 100000);
  }
  Samples seconds(peak), ratios(peak);
  while (!ratios.enough()) {
    const double half = once * repeats / 2;
    const double before = peak.measure(half);
    const double start = now();
    for (int r = 0; r < repeats; ++r) kernel();
    const double time = (now() - start) / repeats;
    const double after = peak.measure(half);
    seconds.add(time, std::min(before, after));
    ratios.add(operations / time / ((before + after) / 2), std::min(before, after));
  }
  std::printf(
      "{\"name\":\"%s\",\"threads\":1,\"ms\":%.5f,\"gflops\":%.3f,"
      "\"peak_ratio\":%.4f,\"quiet\":%d}\n",
      name, seconds.middle() * 1e3, operations / seconds.middle() * 1e-9, ratios.middle(), ratios.quiet());
  std::fflush(stdout);
}

struct GemmCase {
  std::vector<float> a, b, c;
  GemmArgs<float> args;

  explicit GemmCase(int64_t n) {
    RandomValues random(1);
    a = random.vector<float>(n * n);
    b = random.vector<float>(n * n);
    c.resize(n * n);
    args = {.m = n, .n = n, .k = n, .a = a.data(), .lda = n, .b = b.data(), .ldb = n, .c = c.data(), .ldc = n};
  }
  double operations() const { return 2.0 * args.m * args.n * args.k; }
};

struct AttentionCase {
  std::vector<float> q, k, v, out;
  std::vector<AttentionArgs<float>> heads;
  double operations;

  AttentionCase(int64_t head_count, int64_t n, int64_t d, bool causal) {
    RandomValues random(2);
    q = random.vector<float>(head_count * n * d);
    k = random.vector<float>(head_count * n * d);
    v = random.vector<float>(head_count * n * d);
    out.resize(head_count * n * d);
    for (int64_t h = 0; h < head_count; ++h) {
      const int64_t at = h * n * d;
      heads.push_back({.queries = n,
                       .keys = n,
                       .key_width = d,
                       .value_width = d,
                       .q = q.data() + at,
                       .q_stride = d,
                       .k = k.data() + at,
                       .k_stride = d,
                       .v = v.data() + at,
                       .v_stride = d,
                       .out = out.data() + at,
                       .out_stride = d,
                       .scale = 0.125f,
                       .causal = causal});
    }
    operations = 4.0 * static_cast<double>(head_count) * n * n * d;
  }
};

// One and `many` threads in turn, so that both see the same machine.
template <class F>
void print_speed_up(const char* name, Peak& peak, int many, F kernel) {
  set_threads(1);
  kernel();
  set_threads(many);
  for (const double start = now(); now() - start < kWarmUpTime;) kernel();
  Samples ratios(peak);
  double before = peak.measure_on_all_threads(kSampleTime);
  while (!ratios.enough()) {
    double time[2];
    for (int t = 0; t < 2; ++t) {
      set_threads(t == 0 ? 1 : many);
      const double start = now();
      int repeats = 0;
      while (now() - start < 5 * kSampleTime) {
        kernel();
        ++repeats;
      }
      time[t] = (now() - start) / repeats;
    }
    const double after = peak.measure_on_all_threads(kSampleTime);
    ratios.add(time[0] / time[1], std::min(before, after));
    before = after;
  }
  set_threads(1);
  std::printf("{\"name\":\"%s\",\"threads\":%d,\"speed_up\":%.3f,\"quiet\":%d}\n", name, many, ratios.middle(),
              ratios.quiet());
  std::fflush(stdout);
}

int run(int many) {
  std::printf("{\"name\":\"digest\",\"value\":\"%016" PRIx64 "\"}\n", kernel_digest());
  Peak peak;
  Samples peaks(peak);
  while (!peaks.enough()) {
    const double found = peak.measure(kSampleTime);
    peaks.add(found, found);
  }
  std::printf("{\"name\":\"peak\",\"threads\":1,\"gflops\":%.3f,\"quiet\":%d}\n", peaks.middle() * 1e-9, peaks.quiet());
  std::fflush(stdout);

  const struct {
    int64_t n;
    const char* name;
  } sizes[] = {{512, "gemm_512"}, {64, "gemm_64"},     {128, "gemm_128"},
               {257, "gemm_257"}, {1024, "gemm_1024"}, {16, "gemm_16"}};
  for (const auto& size : sizes) {
    GemmCase gemm_case(size.n);
    print(size.name, peak, gemm_case.operations(), [&] { gemm(gemm_case.args); });
  }
  AttentionCase attention(8, 512, 64, false);
  const auto attend = [&attention] {
    fused_attention_parallel(attention.heads.data(), static_cast<int64_t>(attention.heads.size()));
  };
  print("fused_attention_8x512x64", peak, attention.operations, attend);
  AttentionCase causal(8, 512, 64, true);
  // Half the products are needed; counted so.
  print("fused_attention_causal_8x512x64", peak, causal.operations / 2, [&causal] {
    for (const auto& head : causal.heads) fused_attention(head);
  });

  if (many > 1) {
    many = set_threads(many);
    set_threads(1);
  }
  if (many > 1) {
    GemmCase gemm_case(512);
    print_speed_up("gemm_512_speed_up", peak, many, [&] { gemm_parallel(gemm_case.args); });
    print_speed_up("fused_attention_8x512x64_speed_up", peak, many, attend);
    set_threads(many);
    set_parallel_threshold(0);
    std::printf("{\"name\":\"digest_threads\",\"value\":\"%016" PRIx64 "\"}\n", kernel_digest());
    std::printf("{\"name\":\"workers_seen\",\"value\":%d}\n", workers_seen());
  }
  return 0;
}

}  // namespace
}  // namespace attn::kernels

int main(int argc, char** argv) { return attn::kernels::run(argc > 1 ? std::atoi(argv[1]) : 1); }
