// Multiplication: of a long row of numbers two are marked; say their product. The rows:
// core/tasks/marked/marked_numbers.h.
#include "core/tasks/marked/marked_numbers.h"

namespace attn::tasks {

Task multiplication() {
  EntryText text;
  text.name = "Multiplication";
  text.family = "by rule";
  text.summary = "Two of many numbers between 0 and 1 are marked: say their product.";
  text.latex = R"(y = x_{N_1}\,x_{N_2})";
  text.params = marked::params();
  return {text, TaskKind::kNumbers, {}, [](const Params& params, std::span<const uint8_t> data, Status* status) {
            return marked::open(params, data, {0, 1, [](float a, float b) { return a * b; }}, status);
          }};
}

EntryDocs multiplication_docs() {
  return marked::docs(
      "As the authors' code has it; an answer within 0.04 counts as right. What fills a row up to 1.1 T0 is not "
      "masked. "
      "Of variable lengths each batch has one, up to 10,000 in the paper's text and 1,000 in its code; 2,000 unless "
      "chosen otherwise.");
}

}  // namespace attn::tasks
