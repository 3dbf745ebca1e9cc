#include "core/attention/local_blocks.h"

namespace attn {

Value mask_other_blocks(Setting& setting, Value scores) {
  const int64_t block = setting.params().integer("block");
  const int64_t back = setting.params().choice("reads") == "previous" ? 1 : 0;
  const auto allowed = [=](int64_t i, int64_t j) { return j <= i && i / block - j / block <= back; };
  if (back == 1) {
    return mask_by_rule(
        setting, scores, allowed,
        {"A word reads its block and the one before",
         "The text is cut into blocks; a word reads its own up to itself, and the whole block before.",
         R"(\a{S_{ij}} \leftarrow -\infty \quad\text{unless}\; j \le i,\; \lfloor i/b \rfloor - \lfloor j/b \rfloor \le 1)"});
  }
  return mask_by_rule(
      setting, scores, allowed,
      {"A word reads its own block",
       "The text is cut into blocks that know nothing of each other; a word reads its own up to itself.",
       R"(\a{S_{ij}} \leftarrow -\infty \quad\text{unless}\; j \le i,\; \lfloor j/b \rfloor = \lfloor i/b \rfloor)"});
}

namespace shared {

std::vector<ParamSpec> local_blocks() {
  return {shared::whole_number("block", "Block", "Words in a block.", 4, 1, 256),
          shared::choice("reads", "Reads", "Which blocks a word reads.",
                         {{"own", "Own", "Its own, up to itself."},
                          {"previous", "Own and previous", "Also the whole block before."}})};
}

}  // namespace shared
}  // namespace attn
