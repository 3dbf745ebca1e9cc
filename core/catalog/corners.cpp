#include "core/catalog/corners.h"

#include "core/tensor/number_text.h"

namespace attn {
namespace {

// A parameter that needs another one, a choice or a switch, is seen only with it; that one may need a third.
void show(const std::vector<ParamSpec>& specs, const ParamSpec& spec, Params* params) {
  if (spec.when_param.empty()) return;
  for (const ParamSpec& other : specs) {
    if (other.id != spec.when_param) continue;
    show(specs, other, params);
    const std::string_view value = spec.when_values.front();
    if (!params->set_choice(other.id, value).ok()) params->set_flag(other.id, value == "true");
  }
}

void add_choices(const std::vector<ParamSpec>& specs, const ParamSpec& spec, std::vector<Corner>* out) {
  for (const Choice& choice : spec.choices) {
    Corner corner{std::string(spec.id) + '=' + std::string(choice.value), Params(specs)};
    show(specs, spec, &corner.params);
    corner.params.set_choice(spec.id, choice.value);
    out->push_back(std::move(corner));
  }
}

void add_bounds(const std::vector<ParamSpec>& specs, const ParamSpec& spec, std::vector<Corner>* out) {
  for (const double value : {spec.min, spec.max}) {
    Corner corner{std::string(spec.id) + '=' + number_text(value), Params(specs)};
    corner.params.set_number(spec.id, value);
    show(specs, spec, &corner.params);
    out->push_back(std::move(corner));
  }
}

// So many values can a parameter take in a form.
size_t values_of(const ParamSpec& spec) {
  if (spec.kind == ParamKind::kFlag) return 2;
  return spec.kind == ParamKind::kChoice ? spec.choices.size() : 1;
}

// The form's `number` has a digit for each parameter.
Corner form(const std::vector<ParamSpec>& specs, size_t number) {
  Corner corner{"", Params(specs)};
  for (const ParamSpec& spec : specs) {
    const size_t values = values_of(spec), at = number % values;
    number /= values;
    if (values == 1) continue;
    std::string_view value = at == 0 ? "false" : "true";
    if (spec.kind == ParamKind::kChoice) {
      value = spec.choices[at].value;
      corner.params.set_choice(spec.id, value);
    } else {
      corner.params.set_flag(spec.id, at > 0);
    }
    corner.says += (corner.says.empty() ? "" : " ") + std::string(spec.id) + '=' + std::string(value);
  }
  return corner;
}

}  // namespace

std::vector<Corner> forms(const std::vector<ParamSpec>& specs) {
  size_t count = 1;
  for (const ParamSpec& spec : specs) count *= values_of(spec);
  std::vector<Corner> all;
  for (size_t number = 0; number < count; ++number) all.push_back(form(specs, number));
  return all;
}

std::vector<Corner> corners(const std::vector<ParamSpec>& specs) {
  std::vector<Corner> all;
  all.push_back({"defaults", Params(specs)});
  for (const ParamSpec& spec : specs) {
    if (spec.kind == ParamKind::kChoice) {
      add_choices(specs, spec, &all);
    } else if (spec.kind == ParamKind::kFlag) {
      Corner corner{std::string(spec.id) + (spec.fallback != 0 ? "=false" : "=true"), Params(specs)};
      show(specs, spec, &corner.params);
      corner.params.set_flag(spec.id, spec.fallback == 0);
      all.push_back(std::move(corner));
    } else {
      add_bounds(specs, spec, &all);
    }
  }
  return all;
}

}  // namespace attn
