// attention-catalog [MODEL_FILE...]: the catalogue as JSON on standard output, with every formula that steps can show;
// models' formulas are found by running them.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <set>

#include "core/catalog/catalog.h"
#include "core/catalog/corners.h"
#include "core/catalog/docs.h"

namespace attn {
namespace {

void collect(const Graph& graph, std::set<std::string>* formulas) {
  for (const Node& node : graph.nodes()) {
    if (!node.text.latex.empty()) formulas->insert(node.text.latex);
  }
}

void collect_variant(const EntryText& text, Value (*build)(Setting&), std::set<std::string>* formulas) {
  constexpr int64_t kTokens = 3, kWidth = 4;  // formulas do not depend on sizes
  for (const Corner& corner : corners(text.params)) {
    Graph graph;
    Setting setting(graph, corner.params, 1);
    setting.set_x(graph.leaf({{axis::kQuery, kTokens}, {axis::kModel, kWidth}}, std::vector<float>(kTokens * kWidth),
                             Origin::kGiven, {}));
    build(setting);
    collect(graph, formulas);
  }
}

bool collect_model(const char* path, std::set<std::string>* formulas) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  for (const CatalogEncoder& entry : catalog_encoders()) {
    Status status;
    const auto model = entry.encoder.load({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()}, &status);
    if (!model) {
      std::fprintf(stderr, "%s: %s: got %s; takes %s\n", path, status.argument.c_str(), status.got.c_str(),
                   status.takes.c_str());
      continue;
    }
    for (const Corner& corner : corners(entry.encoder.text.params)) {
      Graph graph;
      Setting setting(graph, corner.params, 1);
      entry.encoder.build(setting, *model, model->tokenize("the animal"));
      collect(graph, formulas);
    }
    return true;
  }
  return false;
}

}  // namespace
}  // namespace attn

int main(int argc, char** argv) {
  std::set<std::string> formulas;
  for (const attn::CatalogVariant& entry : attn::catalog_variants()) {
    formulas.insert(std::string(entry.variant.text.latex));
    attn::collect_variant(entry.variant.text, entry.variant.build, &formulas);
  }
  for (const attn::CatalogEncoder& entry : attn::catalog_encoders())
    formulas.insert(std::string(entry.encoder.text.latex));
  for (int i = 1; i < argc; ++i) {
    if (!attn::collect_model(argv[i], &formulas)) return 1;
  }
  const std::vector<std::string> list(formulas.begin(), formulas.end());
  std::puts(attn::documented_catalog_json(list).c_str());
  return 0;
}
