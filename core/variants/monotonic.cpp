// Monotonic attention: Raffel et al. 2017, "Online and Linear-Time Attention by Enforcing Monotonic Alignments",
// section 2.2 and algorithm 1. The scan over what is read only moves forwards: each word goes on where the one before
// it stopped.
#include "core/attention/alignment.h"

namespace attn::variants {
namespace {

StepText stopping(const char* id, const char* symbol, const char* latex) {
  StepText text;
  text.id = id, text.symbol = symbol, text.role = Role::kWeights, text.latex = latex;
  text.stage = "stop", text.label = "stop?", text.title = "At every place: stop here, or go on?";
  text.note = "Each score becomes the chance to stop at that place, without a look at the others.";
  return text;
}

StepText weighing(const char* id, const char* symbol, const char* latex, const char* note) {
  StepText text;
  text.id = id, text.symbol = symbol, text.role = Role::kWeights, text.latex = latex, text.note = note;
  text.stage = "normalise", text.label = "scan", text.title = "The scan only moves forwards";
  return text;
}

// e_ij <- e_ij + r
Value shift(Setting& setting, Value energies) {
  StepText leaf, text = stopping("energies", "e", R"(\a{e_{ij}} = \a{S_{ij}} + r)");
  leaf.id = "r", leaf.symbol = "r";
  text.note = "A number that is the same everywhere: the lower, the rarer the scan stops.";
  const Value r = setting.graph().leaf({{axis::kHead, 1}}, {static_cast<float>(setting.params().number("shift"))},
                                       Origin::kFixed, std::move(leaf));
  return add(energies, r).step(std::move(text));
}

// e_ij + n N(0, 1): while training noise pushes the chances towards 0 and 1.
Value add_noise(Setting& setting, Value energies) {
  const double amount = setting.params().number("noise");
  if (amount == 0.0) return energies;
  StepText leaf, scaled = stopping("scaled_noise", "N", R"(n\,N_{ij}, \quad N_{ij} \sim \mathcal{N}(0, 1))");
  leaf.id = "noise", leaf.symbol = "N";
  const Shape& shape = energies.shape();
  const Value noise = setting.weight({{axis::kQuery, shape.size(axis::kQuery)}, {axis::kKey, shape.size(axis::kKey)}},
                                     std::move(leaf), Init::kNormal);
  return add(energies, scale(noise, amount, {{"noise", amount, {}}}).step(std::move(scaled)))
      .step(stopping("noisy_energies", "e", R"(\a{e_{ij}} \leftarrow \a{e_{ij}} + n\,N_{ij})"));
}

// p = sigma(e) and 1 - p = exp(-softplus(e)), exact where p is 1; or 1 where e > 0. Then q by the recursion and
// alpha = p q.
Value scan(Setting& setting, Value energies) {
  const bool decided = setting.params().choice("decide") == "hard";
  Value stop =
      map(energies, decided ? Function::kPositive : Function::kSigmoid)
          .step(stopping("stop", "p",
                         decided ? R"(\a{p_{ij}} = [\,\a{e_{ij}} > 0\,])" : R"(\a{p_{ij}} = \sigma(\a{e_{ij}}))"));
  Value pass;
  if (decided) {
    // 1 where 0 is, 0 where 1 is
    pass =
        within(stop, 0, "The scan goes on where it does not stop.").step(stopping("pass", "1-p", R"(1 - \a{p_{ij}})"));
  } else {
    // Not sigma(-e): where nothing may be read e is -inf, and its opposite is no number.
    const Value soft =
        map(energies, Function::kSoftplus).step(stopping("soft_energies", "s", R"(s_{ij} = \ln(1 + e^{\a{e_{ij}}}))"));
    const Value log_pass = scale(soft, -1).step(stopping("log_pass", "ln(1-p)", R"(\ln(1 - \a{p_{ij}}) = -s_{ij})"));
    pass = map(log_pass, Function::kExp).step(stopping("pass", "1-p", R"(1 - \a{p_{ij}} = e^{-s_{ij}})"));
  }
  const Value reach =
      monotonic_reach(stop, pass)
          .step(weighing("reach", "q", R"(\a{q_{ij}} = (1 - \a{p_{i,j-1}})\,\a{q_{i,j-1}} + \a{\alpha_{i-1,j}})",
                         "A place is reached from the place before, if the scan went on there, or because the word "
                         "before stopped at it."));
  return multiply(stop, reach)
      .step(weighing("pattern", "A", R"(\a{\alpha_{ij}} = \a{p_{ij}}\,\a{q_{ij}})",
                     "Reached, and stopped there: what is left of a row's 1 ran past the end without a stop."));
}

Value normalise(Setting& setting, Value scores) { return scan(setting, add_noise(setting, shift(setting, scores))); }

}  // namespace

Variant monotonic() {
  EntryText text;
  text.name = "Monotonic";
  text.family = "hard choices";
  text.summary = "Reading only moves forwards: each word starts where the one before it stopped, and stops once.";
  text.latex =
      R"(\a{\alpha_{ij}} = \a{p_{ij}}\left((1 - \a{p_{i,j-1}})\frac{\a{\alpha_{i,j-1}}}{\a{p_{i,j-1}}} + \a{\alpha_{i-1,j}}\right), \quad \a{p_{ij}} = \sigma(\a{e_{ij}}))";
  text.params = {
      shared::choice("decide", "Decide", "Are stops chances or decisions?",
                     {{"soft", "Soft", "Chances to stop, as in training: weights are expectations."},
                      {"hard", "Hard", "The scan stops where the score is above 0, as in decoding; perhaps nowhere."}}),
      shared::number("shift", "Shift r", "Added to every score: the lower, the rarer a stop.", 0, -8, 8, 0.5),
      shared::number("noise", "Noise",
                     "Normal noise on the scores, used in training to make stops decided; drawn from the seed.", 0, 0,
                     4, 0.5)};
  append(&text.params, shared::alignment({"additive", "scaled"}));
  text.params.push_back(shared::when("score", "additive", shared::normed(true)));
  append(&text.params, shared::mask());
  text.takes_source = true;
  return {text,
          [](Setting& setting) {
            Pipeline pipeline = alignment_pipeline(setting, setting.params().choice("score"));
            pipeline.normalise = normalise;
            return attend(setting, pipeline);
          },
          /*whole_layer=*/false, /*batched=*/false};
}

EntryDocs monotonic_docs() {
  EntryDocs docs;
  docs.papers = {{"Online and Linear-Time Attention by Enforcing Monotonic Alignments",
                  "Raffel, Luong, Liu, Weiss, Eck", 2017, "https://arxiv.org/abs/1704.00784"}};
  docs.differs =
      "The paper asks with a decoder's states and reads an encoder's; here words of one text do both unless another "
      "text is given to read. The score's vector has length 1 where the paper learns its length, or is left as it is, "
      "as "
      "TensorFlow does unless asked; the number r is set by hand instead of learned. Weights are computed by the "
      "recursion without a division, not by the paper's parallel form. A hard scan that ran past the end stays there, "
      "as the expectation has it.";
  docs.laws = {{LawKind::kRowsSumToAtMostOne, "What runs past the end is missing: a row adds up to 1 at most."},
               {LawKind::kRowsSumToAtMostOne, "With hard stops a row adds up to 1 or to 0.", {{"decide", "hard"}}},
               shared::causal_mask_hides_the_future(),
               {LawKind::kNoFutureLeak, "Nor with hard stops.", {{"mask", "causal"}, {"decide", "hard"}}}};
  docs.slots = shared::slots_but({{"project", "as the score needs"},
                                  {"score", "the additive network, or q·k"},
                                  {"modify", "none, or divided by √d"},
                                  {"normalise", "chances to stop, then a scan that only moves forwards"}});
  docs.cost = {R"(n\,m\,(h + d) + 2\,n\,m)", R"(4\,n\,m\,h)"};
  return docs;
}

}  // namespace attn::variants
