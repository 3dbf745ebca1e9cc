// One question to a model, in a record of its own: what was read and carried before is given, what is asked is
// computed.
#ifndef CORE_RUNS_ASK_H_
#define CORE_RUNS_ASK_H_

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/runs/run.h"

namespace attn {

using Tensors = std::map<std::string, Tensor>;

// Records with the model's parts and returns what is to be computed.
using Ask = std::function<std::vector<Value>(Recorder& recorder, const Memory& memory)>;

struct Answered {
  std::vector<Tensor> tensors;                // what was asked, in order
  Tensors carried;                            // what the next call goes on from
  std::map<std::string, std::string> places;  // Recorder::places of that
  double multiplications = 0;
};
Status ask(const Recorder::Context& context, const Tensors& memory, const Tensors& carried, const Ask& what,
           Answered* out);

// What a model's encoder leaves of a source, by name.
Status read_source(const Run& run, const Recorder::Context& context, const Tensor& source, Tensors* memory,
                   double* multiplications);

}  // namespace attn

#endif  // CORE_RUNS_ASK_H_
