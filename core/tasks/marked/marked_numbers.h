// Long rows of numbers of which two are marked; what is asked depends on these two. After Hochreiter & Schmidhuber
// 1997, sections 5.4 and 5.5, as Raffel & Ellis 2015 (arXiv 1512.08756) made them: github.com/craffel/lstm_problems.
//
// A row of n steps has two features:
//   number   drawn evenly, 0 behind the end
//   mark     -1 at the first and the last step; 1 at the steps N1 and N2, counted from 0; else 0
//   N1       drawn evenly from 1 to 9
//   N2       drawn evenly from 1 to floor(n / 2) - 2, but N1
#ifndef CORE_TASKS_MARKED_MARKED_NUMBERS_H_
#define CORE_TASKS_MARKED_MARKED_NUMBERS_H_

#include <memory>
#include <span>
#include <vector>

#include "core/attention/params.h"
#include "core/training/task.h"

namespace attn::marked {

// How numbers are drawn, and what is asked of the two that are marked.
struct Rule {
  float low = 0;
  float high = 1;
  float (*target)(float, float) = nullptr;
};

// Parameters `lengths`, `shortest`, `longest`.
std::vector<ParamSpec> params();

std::unique_ptr<Examples> open(const Params& params, std::span<const uint8_t> data, const Rule& rule, Status* status);

// The papers of both tasks, and how the code's data differ from the paper's words.
EntryDocs docs(std::string_view differs);

}  // namespace attn::marked

#endif  // CORE_TASKS_MARKED_MARKED_NUMBERS_H_
