// Strings of letters drawn by chance, and what a rule makes of them: the examples of `copy` and `reverse`.
#ifndef CORE_TRAINING_SYMBOL_EXAMPLES_H_
#define CORE_TRAINING_SYMBOL_EXAMPLES_H_

#include <memory>
#include <vector>

#include "core/attention/params.h"
#include "core/training/task.h"

namespace attn {

// Parameters `vocabulary`, `shortest`, `longest`.
std::vector<ParamSpec> symbol_params();

// `target` makes the target's ids from the source's, as many of them.
using SymbolRule = std::vector<float> (*)(const std::vector<float>& source);
// Null and a status where the shortest is longer than the longest. There is no file of data: bytes are refused.
std::unique_ptr<Examples> open_symbols(const Params& params, std::span<const uint8_t> data, SymbolRule target,
                                       Status* status);

// What tasks made by rule say when they are handed a file.
Status refuse_data(std::span<const uint8_t> data);

}  // namespace attn

#endif  // CORE_TRAINING_SYMBOL_EXAMPLES_H_
