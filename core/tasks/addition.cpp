// Addition: of a long row of numbers two are marked; say their sum. What is to be remembered stands in the first half,
// at whatever distance. The rows: core/tasks/marked/marked_numbers.h.
#include "core/tasks/marked/marked_numbers.h"

namespace attn::tasks {

Task addition() {
  EntryText text;
  text.name = "Addition";
  text.family = "by rule";
  text.summary = "Two of many numbers are marked: say half their mean, moved to lie between 0 and 1.";
  text.latex = R"(y = \tfrac12 + \tfrac14\,(x_{N_1} + x_{N_2}))";
  text.params = marked::params();
  return {text, TaskKind::kNumbers, {}, [](const Params& params, std::span<const uint8_t> data, Status* status) {
            return marked::open(params, data, {-1, 1, [](float a, float b) { return .5F + (a + b) / 4; }}, status);
          }};
}

EntryDocs addition_docs() {
  return marked::docs(
      "As the authors' code has it: numbers from -1 to 1 and 0.5 + (a + b) / 4 for a target, where the paper's text "
      "says 0 to 1 and the plain sum; an answer within 0.04 counts as right either way. What fills a row up to 1.1 T0 "
      "is not masked. Of variable lengths each batch has one, up to 10,000 in the paper; 2,000 unless chosen "
      "otherwise.");
}

}  // namespace attn::tasks
