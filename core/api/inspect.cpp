// Questions to a live trace: where does a cell come from, and what does a part of a large tensor look like?
#include <algorithm>
#include <cmath>

#include "core/api/api.h"
#include "core/api/session.h"

namespace attn::api {
namespace {

// One op's cells, read from the trace.
class TraceCells final : public Cells {
 public:
  TraceCells(const Trace& trace, int node) : trace_(trace), node_(node) {}
  int inputs() const override { return static_cast<int>(at().inputs.size()); }
  const Shape& input_shape(int i) const override { return trace_.graph.node(input_node(i)).shape; }
  const Shape& output_shape() const override { return at().shape; }
  float input(int i, int64_t flat) const override { return trace_.values.cell(input_node(i), flat); }
  float output(int64_t flat) const override { return trace_.values.cell(node_, flat); }

  std::string input_name(int i) const { return trace_.graph.name(i == kOwnOutput ? node_ : input_node(i)); }

 private:
  const Node& at() const { return trace_.graph.node(node_); }
  int input_node(int i) const { return at().inputs[static_cast<size_t>(i)]; }

  const Trace& trace_;
  int node_;
};

struct Question {
  const Trace* trace = nullptr;
  int index = -1;  // of the node
  Index cell;

  const Node& node() const { return trace->graph.node(index); }
  bool edited() const { return trace->values.edited(index, node().shape.flat(cell)); }
};

Status find(int trace, std::string_view tensor, Question* question) {
  const auto found = session().traces.find(trace);
  if (found == session().traces.end()) {
    return {ErrorKind::kNotFound, "trace", std::to_string(trace), "a trace that was not disposed"};
  }
  question->trace = found->second.get();
  question->index = question->trace->graph.find(tensor);
  if (question->index < 0) {
    return {ErrorKind::kNotFound, "tensor", '"' + std::string(tensor) + '"', "a tensor of this trace"};
  }
  return {};
}

Status read_cell(std::string_view text, const Shape& shape, Index* cell) {
  rapidjson::Document document;
  document.Parse<rapidjson::kParseIterativeFlag>(text.data(), text.size());
  Status status = document.HasParseError() ? invalid_input("index", "text that is no list", "one number per axis")
                                           : read_integers(document, "index", cell);
  if (!status.ok()) return status;
  return shape.contains(*cell) ? Status{} : invalid_input("index", std::string(text), "a cell of " + shape.text());
}

// A question about one cell.
Status find_cell(int trace, std::string_view tensor, std::string_view index, Question* question) {
  const Status status = find(trace, tensor, question);
  return status.ok() ? read_cell(index, question->node().shape, &question->cell) : status;
}

void write_ref(Json& json, const TraceCells& cells, const CellRef& ref) {
  json.begin_object().field("tensor", cells.input_name(ref.input)).field("index", ref.index);
  json.field("value", static_cast<double>(ref.value)).end_object();
}

void write_explanation(Json& json, const TraceCells& cells, const Explanation& explanation) {
  json.field("form", explanation.form).key("terms").begin_array();
  for (const Term& term : explanation.terms) {
    json.begin_object().field("value", static_cast<double>(term.value)).key("sources").begin_array();
    for (const CellRef& source : term.sources) write_ref(json, cells, source);
    json.end_array().end_object();
  }
  json.end_array().key("facts").begin_object();
  for (const Fact& fact : explanation.facts) {
    fact.text.empty() ? json.field(fact.name, fact.value) : json.field(fact.name, fact.text);
  }
  json.end_object();
  if (explanation.has_principal) write_ref(json.key("principal"), cells, explanation.principal);
  if (!explanation.remark.empty()) json.field("remark", explanation.remark);
}

// Nothing made it but a person; `computed` is what would stand there.
Explanation edited_by_hand(float computed) {
  Explanation result;
  result.form = "edited";
  result.facts = {{"computed", computed, {}}};
  result.remark = "Edited by hand.";
  return result;
}

struct Window {
  std::vector<int64_t> at, rows, columns, pool = {1, 1};
};

Status read_window(std::string_view text, const Shape& shape, Window* window) {
  rapidjson::Document document;
  Status status = parse(text, &document);
  if (!status.ok()) return status;
  const auto list = [&](const char* field, std::vector<int64_t>* out) {
    const auto found = document.FindMember(field);
    if (found != document.MemberEnd() && status.ok()) status = read_integers(found->value, field, out);
  };
  list("at", &window->at), list("rows", &window->rows), list("columns", &window->columns), list("pool", &window->pool);
  if (!status.ok()) return status;
  const int rank = shape.rank();
  const int64_t row_count = rank > 1 ? shape[rank - 2].size : 1;
  const auto range = [](const std::vector<int64_t>& r, int64_t size) {
    return r.size() == 2 && r[0] >= 0 && r[0] < r[1] && r[1] <= size;
  };
  bool fits = static_cast<int>(window->at.size()) == std::max(rank - 2, 0) && range(window->rows, row_count) &&
              range(window->columns, shape.columns()) && window->pool.size() == 2 && window->pool[0] > 0 &&
              window->pool[1] > 0;
  for (int i = 0; fits && i + 2 < rank; ++i) {
    const int64_t at = window->at[static_cast<size_t>(i)];
    fits = at >= 0 && at < shape[i].size;
  }
  if (fits) {  // a pool larger than the window is all of it
    window->pool[0] = std::min(window->pool[0], window->rows[1] - window->rows[0]);
    window->pool[1] = std::min(window->pool[1], window->columns[1] - window->columns[0]);
  }
  // 4 Mi cells of answer: a picture has fewer.
  const int64_t most = int64_t{4} << 20;
  const auto cells = [&](const std::vector<int64_t>& r, int64_t pool) { return (r[1] - r[0] + pool - 1) / pool; };
  if (fits) fits = cells(window->rows, window->pool[0]) * cells(window->columns, window->pool[1]) <= most;
  return fits ? Status{} : invalid_input("tile", std::string(text), "a window within " + shape.text());
}

// The cell that stands for several: the largest magnitude; masked cells only where all are masked.
bool outweighs(float value, float kept) {
  if (!std::isfinite(kept)) return true;
  return std::isfinite(value) && std::fabs(value) > std::fabs(kept);
}

}  // namespace

std::string explain(int trace, std::string_view tensor, std::string_view index) {
  Question question;
  if (const Status status = find_cell(trace, tensor, index, &question); !status.ok()) return failure(status);
  const Node& node = question.node();
  const Index& cell = question.cell;
  const TraceCells cells(*question.trace, question.index);
  const int64_t flat = node.shape.flat(cell);
  Answer answer;
  answer.field("tensor", tensor).field("index", cell);
  answer.field("value", static_cast<double>(cells.output(flat)));
  answer.field("op", node.op ? node.op->name() : "leaf");
  if (question.edited()) {
    write_explanation(answer, cells, edited_by_hand(question.trace->values.unedited_cell(question.index, flat)));
    return answer.close();
  }
  Explanation leaf;
  leaf.form = "leaf";
  write_explanation(answer, cells, node.op ? node.op->explain(cells, cell) : leaf);
  return answer.close();
}

std::string sources(int trace, std::string_view tensor, std::string_view index) {
  Question question;
  if (const Status status = find_cell(trace, tensor, index, &question); !status.ok()) return failure(status);
  const TraceCells cells(*question.trace, question.index);
  Answer answer;
  answer.key("regions").begin_array();
  if (question.node().op && !question.edited()) {
    for (const Region& region : question.node().op->sources(cells, question.cell)) {
      answer.begin_object().field("tensor", cells.input_name(region.input));
      answer.field("begin", region.begin).field("end", region.end).end_object();
    }
  }
  answer.end_array();
  return answer.close();
}

std::string tile(int trace, std::string_view tensor, std::string_view request) {
  Question question;
  Window window;
  Status status = find(trace, tensor, &question);
  if (status.ok()) status = read_window(request, question.node().shape, &window);
  if (!status.ok()) return failure(status);
  const Shape& shape = question.node().shape;
  int64_t first_row = 0;
  for (int i = 0; i + 2 < shape.rank(); ++i) first_row = first_row * shape[i].size + window.at[static_cast<size_t>(i)];
  if (shape.rank() > 1) first_row *= shape[shape.rank() - 2].size;

  const int64_t pool_rows = window.pool[0], pool_columns = window.pool[1], columns = shape.columns();
  const int64_t height = (window.rows[1] - window.rows[0] + pool_rows - 1) / pool_rows;
  const int64_t width = (window.columns[1] - window.columns[0] + pool_columns - 1) / pool_columns;
  std::vector<float>& out = session().answer;
  out.assign(static_cast<size_t>(height * width), NAN);
  // 1 Mi cells at a time bound the memory, however tall the pool.
  const int64_t slab = std::max<int64_t>((int64_t{1} << 20) / columns, 1);
  std::vector<float> rows;
  for (int64_t begin = window.rows[0]; begin < window.rows[1]; begin += slab) {
    const int64_t end = std::min(begin + slab, window.rows[1]);
    rows.resize(static_cast<size_t>((end - begin) * columns));
    question.trace->values.rows(question.index, {first_row + begin, first_row + end}, rows.data());
    for (int64_t r = begin; r < end; ++r) {
      float* line = out.data() + (r - window.rows[0]) / pool_rows * width;
      for (int64_t c = window.columns[0]; c < window.columns[1]; ++c) {
        const float value = rows[static_cast<size_t>((r - begin) * columns + c)];
        float& kept = line[(c - window.columns[0]) / pool_columns];
        if (outweighs(value, kept)) kept = value;
      }
    }
  }
  Answer answer;
  answer.field("rows", height).field("columns", width).field("buffer", address(out.data()));
  return answer.close();
}

}  // namespace attn::api
