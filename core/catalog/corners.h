// The corners of a mechanism's parameters: its defaults, then every choice and every bound, one at a time. Tests,
// digests and the list of formulas walk these, so a new parameter is covered without a word.
#ifndef CORE_CATALOG_CORNERS_H_
#define CORE_CATALOG_CORNERS_H_

#include <string>
#include <vector>

#include "core/attention/params.h"

namespace attn {

struct Corner {
  std::string says;  // "mask=causal"
  Params params;
};

std::vector<Corner> corners(const std::vector<ParamSpec>& specs);

// Every choice and switch with every other, numbers at their defaults: the forms in which a mechanism can be computed.
std::vector<Corner> forms(const std::vector<ParamSpec>& specs);

}  // namespace attn

#endif  // CORE_CATALOG_CORNERS_H_
