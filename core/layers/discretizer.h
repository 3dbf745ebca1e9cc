// What a file of core/discretizers states: how vectors become whole numbers, and whole numbers vectors again.
#ifndef CORE_LAYERS_DISCRETIZER_H_
#define CORE_LAYERS_DISCRETIZER_H_

#include <vector>

#include "core/attention/entry.h"
#include "core/layers/recorder.h"

namespace attn {

// A code is `blocks` whole numbers, each below `entries`.
struct CodeSizes {
  int64_t blocks = 1;
  int64_t entries = 0;
};

// Vectors made discrete. Leading axes are whatever the caller has: places of a text, rows and columns of a picture.
struct Discrete {
  Value vectors;              // [..., model]: what is read on, with the gradient that the method lets pass
  std::vector<Value> codes;   // of every block [...]: whole numbers, as floats
  std::vector<Value> shares;  // of every block [..., code]: how much of each entry is taken, 1 for one that is
                              // chosen; empty where a method has no table of entries
  Value penalty;              // of shape [one], to be added to the loss; not valid where a method asks for none
};

// core/discretizers/<id>.cpp: `Discretizer attn::discretizers::<id>()` and `EntryDocs attn::discretizers::<id>_docs()`.
// Parameters are the recorder's discretization's.
struct Discretizer {
  EntryText text;
  CodeSizes (*sizes)(const Params& params) = nullptr;
  // x [..., model]. While training, codes may be drawn or mixed; else the code is the likeliest alone.
  Discrete (*quantise)(Recorder& recorder, Value x) = nullptr;
  // Codes of every block [...] to vectors [..., model] of `width`: those of `quantise` where nothing is trained.
  Value (*look_up)(Recorder& recorder, const std::vector<Value>& codes, int64_t width) = nullptr;
};

// The recorder's own discretizer: what a model calls.
CodeSizes code_sizes(const Recorder& recorder);
Discrete quantise(Recorder& recorder, Value x);
Value look_up(Recorder& recorder, const std::vector<Value>& codes, int64_t width);

// Of a mask with one 1 in each row [..., code]: its number, [...].
Value code_number(Value chosen);
// And the other way: 1 at the numbered code [...] -> [..., code].
Value one_hot(Value numbers, int64_t entries);
// Bits [..., code], the lowest first, as one number [...], and back.
Value number_of_bits(Value bits);
Value bits_of_number(Value numbers, int64_t bits);

namespace shared {
Paper vq_vae_2017();
Paper fast_decoding_2018();
Paper semantic_hashing_2018();
}  // namespace shared

}  // namespace attn

#endif  // CORE_LAYERS_DISCRETIZER_H_
