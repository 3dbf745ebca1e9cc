// A line of cells along one axis, of which a reduction makes one cell.
#ifndef CORE_GRAPH_OPS_LINE_H_
#define CORE_GRAPH_OPS_LINE_H_

#include <string_view>
#include <vector>

#include "core/graph/op.h"
#include "core/graph/ops/broadcast.h"

namespace attn {

inline std::vector<Region> line_sources(const Cells& cells, const Index& cell, std::string_view over) {
  const Shape& x = cells.input_shape(0);
  Region line = single(0, project_index(x, cells.output_shape(), cell));
  line.end[static_cast<size_t>(x.find(over))] = x.size(over);
  return {line};
}

// An explanation with a term for each cell of the line, in order.
inline Explanation explain_line(std::string_view form, const Cells& cells, const Index& cell, std::string_view over) {
  const Shape& x = cells.input_shape(0);
  Explanation result;
  result.form = form;
  result.value = cells.output(cells.output_shape().flat(cell));
  Index at = project_index(x, cells.output_shape(), cell);
  for (int64_t i = 0; i < x.size(over); ++i) {
    at[static_cast<size_t>(x.find(over))] = i;
    const CellRef source = cells.ref(0, at);
    result.terms.push_back({source.value, {source}});
  }
  return result;
}

}  // namespace attn

#endif  // CORE_GRAPH_OPS_LINE_H_
