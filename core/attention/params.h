// Parameters of mechanisms: what may be set, and what was. One schema feeds the controls, the links, the types, the
// docs and the checks.
#ifndef CORE_ATTENTION_PARAMS_H_
#define CORE_ATTENTION_PARAMS_H_

#include <string>
#include <string_view>
#include <vector>

#include "core/tensor/status.h"

namespace attn {

struct Choice {
  std::string_view value;
  std::string_view label;
  std::string_view doc;
};

enum class ParamKind { kNumber, kInteger, kChoice, kFlag };

struct ParamSpec {
  std::string_view id;
  std::string_view label;
  std::string_view doc;  // one plain line: what changes when it moves
  ParamKind kind = ParamKind::kNumber;
  double fallback = 0;  // the default; for choices the position in `choices`
  double min = 0;       // inclusive; numbers and integers
  double max = 0;
  double step = 0;
  bool logarithmic = false;
  std::vector<Choice> choices;
  // Shown and used only while `when_param` has one of these values.
  std::string_view when_param;
  std::vector<std::string_view> when_values;
};

// A schema is put together from shared parts and a mechanism's own.
void append(std::vector<ParamSpec>* specs, std::vector<ParamSpec> more);

// Values for every parameter of a schema, defaults filled in.
class Params {
 public:
  explicit Params(const std::vector<ParamSpec>& specs);
  explicit Params(std::vector<ParamSpec>&& specs) = delete;  // values point at the schema, which must outlive them

  // Checks kind and bounds; the error names the parameter, what came and what is taken.
  Status set_number(std::string_view id, double value);
  Status set_choice(std::string_view id, std::string_view value);
  Status set_flag(std::string_view id, bool value);

  bool has(std::string_view id) const { return find(id) >= 0; }
  // 0, empty and false for a parameter that the schema lacks: a mechanism need not have all that a shared slot asks
  // for.
  double number(std::string_view id) const;
  int64_t integer(std::string_view id) const { return static_cast<int64_t>(number(id)); }
  std::string_view choice(std::string_view id) const;
  bool flag(std::string_view id) const { return number(id) != 0; }
  const std::vector<ParamSpec>& specs() const { return *specs_; }

 private:
  int find(std::string_view id) const;

  const std::vector<ParamSpec>* specs_;
  std::vector<double> values_;
};

}  // namespace attn

#endif  // CORE_ATTENTION_PARAMS_H_
