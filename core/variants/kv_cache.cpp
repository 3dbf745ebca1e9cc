// One step of decoding with cached keys and values: what a language model does for every word it writes. The word at
// the chosen place asks; keys and values of all words before it are remembered (Shazeer 2019; as in every decoder
// since). A ring keeps only as many as it has slots.
#include <algorithm>

#include "core/attention/pipeline.h"
#include "core/graph/ops/ops.h"

namespace attn::variants {
namespace {

// A learned matrix and, where somebody brings one, its bias.
struct Matrix {
  Value w, b;

  // [query, model] -> [head, query or key, channel]
  Value of(Value x, std::string_view rows_as, StepText text) const {
    return b.valid() ? linear(x, w, b, axis::kModel, rows_as).step(std::move(text))
                     : matmul(x, w, axis::kModel, rows_as).step(std::move(text));
  }
};

Matrix matrix(Setting& setting, const Pipeline& pipeline, const std::string& name, const char* symbol, Role role) {
  const Shape shape = {
      {axis::kHead, pipeline.heads}, {axis::kModel, setting.width()}, {axis::kChannel, pipeline.head_width}};
  const Shape bias = {{axis::kHead, pipeline.heads}, {axis::kChannel, pipeline.head_width}};
  StepText text, bias_text;
  text.id = "w_" + name, text.symbol = std::string("W_") + symbol, text.role = bias_text.role = role;
  bias_text.id = "b_" + name, bias_text.symbol = std::string("b_") + symbol;
  Matrix made{setting.weight(shape, std::move(text)), {}};
  if (setting.offered("b_" + name, bias)) made.b = setting.weight(bias, std::move(bias_text));
  return made;
}

StepText cached(const char* id, const char* symbol, Role role, const char* latex) {
  return {id,
          "cache",
          "cache",
          "What was read before is remembered",
          "Keys and values of earlier words were made when those words came, and are kept.",
          latex,
          symbol,
          role};
}

StepText fresh(const char* id, const char* symbol, Role role, const char* latex) {
  return {id,
          "project",
          "Q K V",
          "Only the new word is projected",
          "One row each of queries, keys and values: everything else is in the cache.",
          latex,
          symbol,
          role};
}

StepText appended(const char* id, const char* symbol, Role role, const char* latex) {
  return {id,
          "append",
          "append",
          "The new word joins the cache",
          "Its key and value are written behind those of the earlier words.",
          latex,
          symbol,
          role};
}

// A full ring writes over its oldest slot: entry p stands in slot p mod size. `rows` are the last words in order.
Value in_slots(Value rows, int64_t words, StepText text) {
  const int64_t size = rows.shape().size(axis::kKey), newest = words % size;
  if (newest == 0) return rows;
  text.note = "The ring is full: the new word's key and value overwrite the oldest slot.";
  StepText written = text, old = text;
  written.id += "_written", old.id += "_older", text.id += "_ring";
  const Value newer = slice(rows, axis::kKey, size - newest, size).step(std::move(written));
  const Value older = slice(rows, axis::kKey, 0, size - newest).step(std::move(old));
  return concat(newer, older, axis::kKey).step(std::move(text));
}

Projected project(Setting& setting, const Pipeline& pipeline) {
  const Params& params = setting.params();
  const Value x = setting.x();
  const int64_t words = std::min(params.integer("position"), setting.tokens());  // so many are there by now
  const bool ring = params.choice("cache") == "ring";
  const int64_t first = ring ? std::max<int64_t>(words - params.integer("slots"), 0) : 0;
  const Matrix w_q = matrix(setting, pipeline, "q", "Q", Role::kQuery);
  const Matrix w_k = matrix(setting, pipeline, "k", "K", Role::kKey);
  const Matrix w_v = matrix(setting, pipeline, "v", "V", Role::kValue);

  Value k, v;  // of the words before, if any: [head, key, channel]
  if (first < words - 1) {
    const Value before =
        slice(x, axis::kQuery, first, words - 1).step(cached("x_before", "X", Role::kNone, R"(X_{<t})"));
    k = w_k.of(before, axis::kKey, cached("k_cache", "K", Role::kKey, R"(\k{K_{<t}} = X_{<t}\,\k{W_K})"));
    v = w_v.of(before, axis::kKey, cached("v_cache", "V", Role::kValue, R"(\v{V_{<t}} = X_{<t}\,\v{W_V})"));
  }
  const Value now = slice(x, axis::kQuery, words - 1, words).step(fresh("x_new", "x", Role::kNone, R"(x_t)"));
  const Value q = w_q.of(now, axis::kQuery, fresh("q", "Q", Role::kQuery, R"(\q{q_t} = x_t\,\q{W_Q})"));
  const Value new_k = w_k.of(now, axis::kKey, fresh("k_new", "K", Role::kKey, R"(\k{k_t} = x_t\,\k{W_K})"));
  const Value new_v = w_v.of(now, axis::kKey, fresh("v_new", "V", Role::kValue, R"(\v{v_t} = x_t\,\v{W_V})"));
  if (!k.valid()) return {q, new_k, new_v};
  const StepText k_text = appended("k", "K", Role::kKey, R"(\k{K} = [\k{K_{<t}};\, \k{k_t}])");
  const StepText v_text = appended("v", "V", Role::kValue, R"(\v{V} = [\v{V_{<t}};\, \v{v_t}])");
  k = concat(k, new_k, axis::kKey).step(k_text);
  v = concat(v, new_v, axis::kKey).step(v_text);
  if (!ring || first == 0) return {q, k, v};
  return {q, in_slots(k, words, k_text), in_slots(v, words, v_text)};
}

// Everything in the cache is past: there is nothing to mask.
Value no_mask(Setting&, Value scores) { return scores; }

}  // namespace

Variant kv_cache() {
  EntryText text;
  text.name = "KV cache";
  text.family = "decoding";
  text.summary =
      "One step of a decoder: the new word asks, and the keys and values of all earlier words are remembered.";
  text.latex =
      R"(\z{z_t} = \operatorname{softmax}\!\left(\frac{\q{q_t}\,[\k{K_{<t}};\, \k{k_t}]^\top}{\sqrt{d}}\right)[\v{V_{<t}};\, \v{v_t}])";
  text.params = {shared::temperature(),
                 shared::whole_number("position", "Word",
                                      "Which word is being read; the last where the text is shorter.", 8, 1, 256),
                 shared::choice("cache", "Cache", "How the cache is kept.",
                                {{"append", "Append", "It grows with every word."},
                                 {"ring", "Ring", "It has a fixed number of slots; the oldest is overwritten."}}),
                 shared::when("cache", "ring",
                              shared::whole_number("slots", "Slots", "How many words a ring remembers.", 4, 1, 256))};
  append(&text.params, shared::weights({shared::head_width()}));
  return {text,
          [](Setting& setting) {
            Pipeline pipeline = scaled_dot_product_pipeline(setting);
            pipeline.project = project;
            pipeline.mask = no_mask;
            return attend(setting, pipeline);
          },
          /*whole_layer=*/false, /*batched=*/false};
}

EntryDocs kv_cache_docs() {
  EntryDocs docs;
  docs.papers = {{"Fast Transformer Decoding: One Write-Head is All You Need", "Shazeer", 2019,
                  "https://arxiv.org/abs/1911.02150"}};
  docs.differs =
      "The cache is filled here from the words before, in one go; the digits are those of the same row of causal "
      "attention, bit for bit. A ring forgets the oldest word, as a sliding window does.";
  docs.laws = {shared::rows_sum_to_one(),
               {LawKind::kEquals,
                "A ring with room for all words is a cache that grows.",
                {{"cache", "ring"}, {"slots", "256"}},
                "kv_cache",
                {{"cache", "append"}}}};
  docs.slots = shared::slots_but({{"project", "q, k and v of the new word; k and v of earlier ones from the cache"},
                                  {"mask", "none: all that is cached is past"}});
  docs.cost = {R"(2\,t\,d)", R"(8\,t\,d)"};
  docs.used_by = {{"vLLM", 2023, "https://arxiv.org/abs/2309.06180"},
                  {"Mistral 7B", 2023, "https://arxiv.org/abs/2310.06825"}};
  return docs;
}

}  // namespace attn::variants
