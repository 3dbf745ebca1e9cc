// A number as people write it. printf would bring the whole of C's long double formatting along, 10 kB of WASM.
#ifndef CORE_TENSOR_NUMBER_TEXT_H_
#define CORE_TENSOR_NUMBER_TEXT_H_

#include <string>

namespace attn {

// The shortest decimal that reads back as the same double: "0.1", "64", "1e+30", "nan".
std::string number_text(double value);

}  // namespace attn

#endif  // CORE_TENSOR_NUMBER_TEXT_H_
