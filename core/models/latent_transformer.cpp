// The Latent Transformer: Kaiser et al. 2018, "Fast Decoding in Sequence Models using Discrete Latent Variables". A few
// whole numbers are planned one after another; then every place of the text is said at once.
#include <algorithm>
#include <string>
#include <utility>

#include "core/attention/pipeline.h"
#include "core/kernels/math.h"
#include "core/layers/choices.h"
#include "core/layers/compression.h"
#include "core/layers/parallel_parts.h"

namespace attn::models {
namespace {

// As the paper's own code of 2018, as the code stands now, or without what both carry along from texts that are said
// piece by piece.
struct Manner {
  bool mixes_gold = false;    // the last decoder reads right pieces for a while
  bool goes_forwards = true;  // and only what stands before
  bool reads_source = false;  // while the text is made shorter
};

Manner manner(const Params& params) {
  const std::string_view said = params.choice("settings");
  if (said == "paper") return {true, true, true};
  return said == "reference" ? Manner{false, true, false} : Manner{false, false, true};
}

Compression compression(const Params& params) {
  return {params.integer("halvings"), params.integer("blocks"), manner(params).reads_source, transformer_sizes(params)};
}

int64_t latents(const Params& params, int64_t source_pieces) {
  const int64_t of_each = int64_t{1} << params.integer("halvings");
  return (source_pieces + kRoom + of_each - 1) / of_each;
}

int64_t places(const Params& params, int64_t latents) { return latents << params.integer("halvings"); }

// 0.01 at first, 1 after a share of the run: evenly, or ever faster (tensor2tensor's inverse_lin and
// inverse_exp_decay).
double evenly(const Recorder& r, double share) { return 0.01 + 0.99 * std::min(r.progress() / share, 1.0); }
double ever_faster(const Recorder& r, double share) {
  return kernels::exp(kernels::log(0.01) * std::max(share - r.progress(), 0.0) / share);
}

// 1 with chance `chance`, else 0, for each cell of a shape.
Value by_chance(Recorder& r, const Shape& shape, double chance) {
  const Value u = r.draws(shape);
  const Value line =
      rule_table(r.graph(), {shape.dims().back()}, [chance](const Index&) { return chance; }, "the chance");
  return map(add(line, scale(u, -1)), Function::kPositive);
}

// a where the mask is 1, b where it is 0.
Value either(Value mask, Value a, Value b) { return add(b, multiply(add(a, scale(b, -1)), mask)); }

Memory encode(Recorder& r, Value source) { return {{"memory", transformer_encoder(r, source)}}; }

// The targets as vectors, with zeros behind their end, so long that halving ends evenly: [batch, query, model].
Value padded_targets(Recorder& r, Value target, int64_t length) {
  const std::vector<float>& ids = *r.graph().node(target.node()).values;
  const Shape shape{target.shape()[0], {axis::kQuery, length}};
  std::vector<float> padded(static_cast<size_t>(shape.count())), there(padded.size());
  const int64_t columns = target.shape().columns();
  for (int64_t i = 0; i < static_cast<int64_t>(ids.size()); ++i) {
    if (ids[static_cast<size_t>(i)] < 0) continue;
    const auto at = static_cast<size_t>(i / columns * length + i % columns);
    padded[at] = ids[static_cast<size_t>(i)], there[at] = 1;
  }
  const Value read = r.graph().leaf(shape, std::move(padded), Origin::kGiven, named("read_targets", "y"));
  const Value mask = r.graph().leaf(shape, std::move(there), Origin::kGiven, named("there", "m"));
  return multiply(embedded_text(r, "embedding", read, r.sizes().target_pieces, transformer_sizes(r.params())), mask);
}

// What stands before each place, and zeros before the first.
Value shifted_by_one(Value x) {
  const int64_t n = x.shape().size(axis::kQuery);
  // Windows of one place that begin one place earlier: the first lies before the text.
  const Value before = unfold(x, axis::kQuery, {.width = 1, .left = 1});  // [batch, query + 1, time, model]
  return slice(reduce_sum(before, axis::kTime), axis::kQuery, 0, n);
}

// Logits of every place from its vector d [batch, query, model]; `gold` is what the right pieces' vectors are, if
// known.
Value said_from(Recorder& r, Value d, Value memory, Value gold) {
  const Scope scope(r, "decoder");
  const Manner how = manner(r.params());
  if (how.mixes_gold && r.training() && gold.valid()) {
    // The share of places that read d grows until gold is never read (mask_startup_steps).
    const double share = r.params().number("mixing");
    const double chance = share > 0 ? evenly(r, share) * ever_faster(r, share / 4) : 1;
    d = either(by_chance(r, {d.shape()[0], d.shape()[1]}, chance), d, gold);
  }
  if (how.goes_forwards) d = shifted_by_one(d);
  const TransformerSizes sizes = transformer_sizes(r.params());
  const Value x = transformer_stack(r, d, memory, how.goes_forwards, sizes).x;
  return linear_layer(r, "pieces", x, {.width = r.sizes().target_pieces, .to = axis::kPiece})
      .step({"logits", "output", "logits", "Every place is said at once",
             "A score for each piece, at all places together.", R"(\ell = W h + b)", "\\ell", Role::kOutput});
}

// Scores of every latent's code, given those before.
std::vector<Value> predict(Recorder& r, const Memory& memory, const std::vector<Value>& before) {
  const Scope scope(r, "predictor");
  const CodeSizes codes = code_sizes(r);
  TransformerSizes sizes = transformer_sizes(r.params());
  Value x;
  for (size_t block = 0; block < before.size(); ++block) {
    const std::string name = "embedding_" + std::to_string(block + 1);
    const Value read = embedded_going_on(r, name, before[block], codes.entries + 1, &sizes);
    x = x.valid() ? add(x, read) : read;
  }
  x = transformer_stack(r, x, memory.at("memory"), /*causal=*/true, sizes).x;
  std::vector<Value> logits;
  for (size_t block = 0; block < before.size(); ++block) {
    logits.push_back(
        linear_layer(r, "codes_" + std::to_string(block + 1), x, {.width = codes.entries, .to = axis::kCode})
            .step({"code_logits", "plan", "latents", "The next latent is planned",
                   "A score for every code, from the source and the latents before.", R"(p(k_j \mid k_{<j}, x))",
                   "\\ell", Role::kWeights}));
  }
  return logits;
}

// How surprising the codes are to the predictor, which is given those before: a mean over latents, a sum over blocks.
Value prediction_loss(Recorder& r, const Memory& memory, const std::vector<Value>& codes) {
  const int64_t entries = code_sizes(r).entries;
  std::vector<Value> before;
  for (const Value code : codes) {
    // k_0 is the number of entries: none stands there. Zeros are shifted in, so 1 + code is shifted and 1 taken off.
    const Value one = rule_table(r.graph(), {code.shape().dims().back()}, [](const Index&) { return 1.0; }, "one");
    const Value first = rule_table(
        r.graph(), {code.shape().dims().back()},
        [entries](const Index& at) { return at[0] == 0 ? static_cast<double>(entries) : -1.0; }, "none at first");
    const Value rows = rearrange(repeat(add(code, one), axis::kModel, 1), {axis::kBatch, axis::kQuery, axis::kModel});
    before.push_back(add(reduce_sum(shifted_by_one(rows), axis::kModel), first));
  }
  const std::vector<Value> logits = predict(r, memory, before);
  Value loss;
  for (size_t block = 0; block < codes.size(); ++block) {
    const Value each = cross_entropy(logits[block], codes[block]);
    const Value mean = scale(total(each), 1 / static_cast<double>(each.shape().count()));
    loss = loss.valid() ? add(loss, mean) : mean;
  }
  return loss.step({"latent_loss", "loss", "latents", "How surprising the latents are",
                    "Minus the logarithm of the share that the right code has.", R"(\ell_{lp} = -\log p(k \mid x))",
                    "L", Role::kNone});
}

Prediction learn(Recorder& r, Value source, Value target) {
  const Params& params = r.params();
  const Memory memory = encode(r, source);
  const Value read = memory.at("memory");
  const int64_t source_pieces = source.shape().columns(), n = target.shape().columns();
  // A text longer than there is room for gets more latents while it learns.
  const int64_t count = std::max(latents(params, source_pieces), latents(params, n - kRoom));
  const Value y = padded_targets(r, target, places(params, count));  // [batch, query, model]
  Prediction out;
  out.encoded = compress(r, y, read, compression(params));  // [batch, query, model]
  out.discrete = quantise(r, out.encoded);
  Value z = out.discrete.vectors;
  // At first an example's vectors may pass as they are (startup_steps): the rest learns to use them.
  const double startup = params.number("startup");
  if (r.training() && startup > 0 && r.progress() < startup)
    z = either(by_chance(r, {z.shape()[0]}, ever_faster(r, startup)), z, out.encoded);
  out.penalty = out.discrete.penalty;
  const double weight = r.progress() < params.number("prior_start") ? 0 : params.number("prior_weight");
  if (weight > 0) {
    const Value surprise = scale(prediction_loss(r, memory, out.discrete.codes), weight);
    out.penalty = out.penalty.valid() ? add(out.penalty, surprise) : surprise;
  }
  const Value d = decompress(r, z, read, compression(params));
  out.output = slice(said_from(r, d, read, y), axis::kQuery, 0, n);
  return out;
}

Value say(Recorder& r, const Memory& memory, const std::vector<Value>& codes) {
  const Value read = memory.at("memory"), z = look_up(r, codes, r.params().integer("width"));
  return said_from(r, decompress(r, z, read, compression(r.params())), read, {});
}

constexpr LatentParts kParts = {latents, places, predict, say};

}  // namespace

Model latent_transformer() {
  Model model;
  model.text.name = "Latent Transformer";
  model.text.family = "discrete latents";
  model.text.summary =
      "The text is squeezed into a few whole numbers; these are planned one by one, and all places are said at once.";
  model.text.latex = R"(k_j \sim p(k_j \mid k_{<j}, x), \quad y = \mathrm{dec}(\mathrm{decompress}(\z{z}_k, x)))";
  model.text.params = transformer_params();
  append(
      &model.text.params,
      {shared::whole_number("halvings", "Halvings C", "The text becomes 2 to the power of this many times shorter.", 3,
                            1, 4),
       shared::whole_number("blocks", "Convolutions", "Residual blocks before the first halving.", 1, 0, 4),
       shared::choice("settings", "Settings", "What is carried along from texts that are said piece by piece.",
                      {{"free", "free", "The last decoder reads all places, and no right piece."},
                       {"paper", "the paper's", "It reads only what stands before, and right pieces for a while."},
                       {"reference", "the later code's",
                        "It reads only what stands before, never right pieces; nothing reads the source while the "
                        "text is made shorter."}}),
       shared::number("startup", "Warm-up of the bottleneck",
                      "The share of the run in which vectors may pass without becoming codes.", 0.1, 0, 1, 0.01),
       shared::number("prior_start", "Latents are predicted from",
                      "The share of the run after which the plan is learned too.", 0.2, 0, 1, 0.01),
       shared::number("prior_weight", "Weight of the plan", "How much the latents' surprise counts.", 1, 0.05, 4, 0.05),
       shared::when("settings", "paper",
                    shared::number("mixing", "Right pieces until",
                                   "The share of the run over which right pieces disappear.", 0.2, 0, 1, 0.01))});
  model.takes = TaskKind::kSequences;
  model.training = vaswani_training();
  model.discretizer = "vq_vae";
  model.encode = encode;
  model.learn = learn;
  model.latent = &kParts;
  return model;
}

EntryDocs latent_transformer_docs() {
  EntryDocs docs;
  docs.papers = {shared::fast_decoding_2018(),
                 {"Theory and Experiments on Vector Quantized Autoencoders", "Roy, Vaswani, Neelakantan, Parmar", 2018,
                  "https://arxiv.org/abs/1805.11063"}};
  docs.differs =
      "Far smaller. A text gets as many places as its source has pieces and eight more, where the paper gives it twice "
      "the "
      "source's length. Schedules are shares of the run, where the paper counts steps. One residual block stands "
      "before "
      "the first halving, where reference code has as many as there are halvings. Scores of codes are not divided by "
      "their overall size. The paper's settings mix right pieces into the last decoder's input, but do not prepend the "
      "latents to it.";
  return docs;
}

}  // namespace attn::models
