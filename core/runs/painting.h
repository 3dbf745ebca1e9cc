// A model of pixels asked pixel by pixel: what may stand in the next one, and where it looked for that. Whoever paints
// holds the pictures, and may stop whenever he likes or go on from others.
#ifndef CORE_RUNS_PAINTING_H_
#define CORE_RUNS_PAINTING_H_

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/runs/run.h"

namespace attn {

// Several pictures side by side, each as levels from 0, row by row, and the small picture that all are made of: values
// [row, column] of brightness, empty where the task has none. A picture's digits do not depend on the others.
struct Pictures {
  Tensor small;
  std::vector<std::vector<int64_t>> levels;
};

// What the model says of one picture's next pixel.
struct NextPixel {
  std::vector<float> shares;   // of each level, 1 together
  std::vector<float> looks;    // how much of each pixel before was read: [layer, pixel], a mean over heads
  std::vector<float> reading;  // of each pixel of the small picture: [layer, pixel]; empty where there is none
};

// What a call leaves to the next one, which is cheaper by it: each pixel is then read once. Says nothing but what
// reading all pixels again would say, bit for bit. Of one run, and only as long as its parameters stay as they are.
struct Remembered {
  Pictures read;
  std::map<std::string, Tensor> carried;
};

// All pictures hold the pixels before the next one: equally many, perhaps none. Logits are divided by `temperature`; at
// 0 the likeliest level has all. A place of a layer stands for the pixel that it was given, which is the one before it;
// the first place was given none, so looks may add up to less than 1.
// Goes on from what is remembered where these pictures go on from those; else reads them from their beginning.
Status next_pixel(const Run& run, Parameters* parameters, const Pictures& so_far, double temperature,
                  Remembered* remembered, std::vector<NextPixel>* said);

// A level by its share. The same for the same seed, picture and place, whatever else was drawn.
int64_t draw_level(std::span<const float> shares, uint64_t seed, int64_t picture, int64_t place);

// The logarithm of each pixel's share given all before it: for each picture, [pixel].
Status log_shares(const Run& run, Parameters* parameters, const Pictures& pictures,
                  std::vector<std::vector<float>>* out);

// Sampling importance resampling (Rubin 1987): candidates were drawn without regard to something known later; one of
// them is drawn by how likely each makes it. `weights` add up to 1.
struct Chosen {
  std::vector<double> weights;
  int64_t candidate = 0;
};
Chosen choose_candidate(std::span<const double> log_likelihoods, uint64_t seed);

}  // namespace attn

#endif  // CORE_RUNS_PAINTING_H_
