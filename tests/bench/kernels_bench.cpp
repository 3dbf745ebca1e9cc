// Times the kernels against the peak of the machine they run on and prints one
// JSON object per line. Compiled natively and with em++ (scripts/measure/
// kernels.mjs); an argument N uses N threads as well as one.
//
// The peak is the best of several loops of multiplications and additions that
// never leave the registers. That loop runs before and after every sample of a
// kernel, together as long as the sample: the clock of a shared machine wanders by
// a third within seconds, and what interrupts the one interrupts the other.
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

// Operations per second of one loop over about so many seconds.
double measure_peak(PeakLoop loop, double duration) {
  const double start = now();
  double operations = 0;
  double passed = 0;
  while (passed < duration) {
    operations += loop(kPeakTurns);
    passed = now() - start;
  }
  return operations / passed;
}

PeakLoop fastest_peak_loop() {
  for (PeakLoop loop : kPeakLoops) measure_peak(loop, kWarmUpTime / std::size(kPeakLoops));
  PeakLoop fastest = nullptr;
  double best = 0;
  for (int i = 0; i < kSamples; ++i) {
    for (PeakLoop loop : kPeakLoops) {
      const double peak = measure_peak(loop, kSampleTime / std::size(kPeakLoops));
      if (peak > best) {
        best = peak;
        fastest = loop;
      }
    }
  }
  return fastest;
}

struct Result {
  double seconds;
  double peak_ratio;
};

// Runs `kernel`, which does `operations`, until it is warm, then samples it.
template <class F>
Result measure(PeakLoop peak_loop, double operations, F kernel) {
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
  std::vector<double> seconds, ratios;
  for (int i = 0; i < kSamples; ++i) {
    const double half = once * repeats / 2;
    const double peak_before = measure_peak(peak_loop, half);
    const double start = now();
    for (int r = 0; r < repeats; ++r) kernel();
    const double time = (now() - start) / repeats;
    const double peak = (peak_before + measure_peak(peak_loop, half)) / 2;
    seconds.push_back(time);
    ratios.push_back(operations / time / peak);
  }
  return {median(seconds), median(ratios)};
}

void print(const char* name, int thread_count, double operations, const Result& result) {
  std::printf(
      "{\"name\":\"%s\",\"threads\":%d,\"ms\":%.5f,\"gflops\":%.3f,"
      "\"peak_ratio\":%.4f}\n",
      name, thread_count, result.seconds * 1e3, operations / result.seconds * 1e-9, result.peak_ratio);
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
void print_speed_up(const char* name, int many, F kernel) {
  set_threads(1);
  kernel();
  set_threads(many);
  for (const double start = now(); now() - start < kWarmUpTime;) kernel();
  std::vector<double> ratios, one, several;
  for (int i = 0; i < kSamples; ++i) {
    double time[2];
    for (int t = 0; t < 2; ++t) {
      set_threads(t == 0 ? 1 : many);
      const double start = now();
      int repeats = 0;
      while (now() - start < 10 * kSampleTime) {
        kernel();
        ++repeats;
      }
      time[t] = (now() - start) / repeats;
    }
    one.push_back(time[0]);
    several.push_back(time[1]);
    ratios.push_back(time[0] / time[1]);
  }
  set_threads(1);
  std::printf(
      "{\"name\":\"%s\",\"threads\":%d,\"one_ms\":%.5f,\"many_ms\":%.5f,"
      "\"speed_up\":%.3f}\n",
      name, many, median(one) * 1e3, median(several) * 1e3, median(ratios));
  std::fflush(stdout);
}

int run(int many) {
  std::printf("{\"name\":\"digest\",\"value\":\"%016" PRIx64 "\"}\n", kernel_digest());
  const PeakLoop peak_loop = fastest_peak_loop();
  std::vector<double> peaks;
  for (int i = 0; i < kSamples; ++i) peaks.push_back(measure_peak(peak_loop, kSampleTime));
  std::printf("{\"name\":\"peak\",\"threads\":1,\"gflops\":%.3f}\n", median(peaks) * 1e-9);
  std::fflush(stdout);

  const struct {
    int64_t n;
    const char* name;
  } sizes[] = {{512, "gemm_512"}, {64, "gemm_64"},     {128, "gemm_128"},
               {257, "gemm_257"}, {1024, "gemm_1024"}, {16, "gemm_16"}};
  for (const auto& size : sizes) {
    GemmCase gemm_case(size.n);
    print(size.name, 1, gemm_case.operations(),
          measure(peak_loop, gemm_case.operations(), [&] { gemm(gemm_case.args); }));
  }
  AttentionCase attention(8, 512, 64, false);
  const auto attend = [&attention] {
    fused_attention_parallel(attention.heads.data(), static_cast<int64_t>(attention.heads.size()));
  };
  print("fused_attention_8x512x64", 1, attention.operations, measure(peak_loop, attention.operations, attend));
  AttentionCase causal(8, 512, 64, true);
  // Half the products are needed; counted so.
  print("fused_attention_causal_8x512x64", 1, causal.operations / 2,
        measure(peak_loop, causal.operations / 2, [&causal] {
          for (const auto& head : causal.heads) fused_attention(head);
        }));

  if (many > 1) {
    many = set_threads(many);
    set_threads(1);
  }
  if (many > 1) {
    GemmCase gemm_case(512);
    print_speed_up("gemm_512_speed_up", many, [&] { gemm_parallel(gemm_case.args); });
    print_speed_up("fused_attention_8x512x64_speed_up", many, attend);
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
