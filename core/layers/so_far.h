// What every piece of a text has one of, written call by call: keys, values, the pieces themselves.
#ifndef CORE_LAYERS_SO_FAR_H_
#define CORE_LAYERS_SO_FAR_H_

#include <string_view>

#include "core/layers/recorder.h"

namespace attn {

// Those that calls before left under this name in this scope, then these, along an axis; left for the next call.
Value so_far(Recorder& r, std::string_view name, Value now, std::string_view along);

}  // namespace attn

#endif  // CORE_LAYERS_SO_FAR_H_
