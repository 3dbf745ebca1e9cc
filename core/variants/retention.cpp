// Retention: Sun, Dong, Huang, Ma, Xia, Xue, Wang & Wei 2023, "Retentive Network: A Successor to Transformer for Large
// Language Models". Heads that fade at rates of their own, and positions that turn queries and keys.
#include "core/attention/frame_text.h"
#include "core/attention/memory.h"
#include "core/attention/memory_inputs.h"
#include "core/attention/rotary_tables.h"
#include "core/graph/ops/ops.h"
#include "core/kernels/math.h"

namespace attn::variants {
namespace {

// ln gamma_h with gamma_h = 1 - 2^-(first + h), the same at every step: [head, query]
Value log_decays(Setting& setting, int64_t heads) {
  const double first = setting.params().number("first");
  std::vector<float> values;
  for (int64_t head = 0; head < heads; ++head) {
    const double gamma = 1 - kernels::pow_pos(2.0, -(first + static_cast<double>(head)));
    values.insert(values.end(), static_cast<size_t>(setting.tokens()), static_cast<float>(kernels::log(gamma)));
  }
  return setting.graph().leaf({{axis::kHead, heads}, {axis::kQuery, setting.tokens()}}, std::move(values),
                              Origin::kFixed, leaf_text("log_gamma", "lnγ", Role::kNone));
}

// q e^{i n theta}, k e^{i m theta}: their product knows the distance n - m.
void turn(Setting& setting, Projected* in) {
  const int64_t turned = in->q.shape().columns() / 2 * 2;  // pairs of channels
  if (turned == 0 || !setting.params().flag("rotation")) return;
  const FrameText frame{"position", "position", "Places turn queries and keys"};
  const Pairs pairs = Pairs::kNeighbours;
  constexpr double kBase = 10000;  // as in the paper's code, and in rotary positions
  const RotaryTables tables =
      rotary_tables(setting.graph(), setting.tokens(), turned, pairs, kBase, 0,
                    frame.step("angles", "θ", Role::kNone, "", "Each pair of channels turns at a speed of its own."));
  in->q = rotate(in->q, tables.cosines, tables.sines, pairs)
              .step(frame.step("q_turned", "Q", Role::kQuery, R"(\q{q_n}\,e^{in\theta})",
                               "Pairs of channels are turned by an angle that grows with the word's place."));
  in->k = rotate(in->k, tables.cosines, tables.sines, pairs)
              .step(frame.step("k_turned", "K", Role::kKey, R"(\k{k_m}\,e^{im\theta})",
                               "Keys in the same way: what is left in the product is the distance."));
}

// Each head brought to one size, a gate from the word itself, a matrix back.
Value output(Setting& setting, Value z) {
  const FrameText norm{"norm", "norm", "Heads are brought to one size"};
  const int64_t width = z.shape().columns();
  const auto constant = [&](const char* id, const char* symbol, float value) {
    return setting.graph().leaf({{axis::kChannel, width}}, std::vector<float>(static_cast<size_t>(width), value),
                                Origin::kFixed, leaf_text(id, symbol, Role::kNone));
  };
  constexpr double kEpsilon = 1e-5;  // usual for these norms
  const bool group = setting.params().choice("norm") == "group";
  StepText text = norm.step("normed", "Z", Role::kOutput,
                            group ? R"(\operatorname{GroupNorm}(\z{Z}))" : R"(\operatorname{RMSNorm}(\z{Z}))",
                            "Heads that remember long collect more than others; each is brought to one spread.");
  const Value gain = constant("norm_gain", "g", 1);
  const Value normed =
      (group ? layer_norm(z, gain, constant("norm_bias", "b", 0), kEpsilon) : rms_norm(z, gain, kEpsilon))
          .step(std::move(text));

  const FrameText gate{"output", "output", "A gate lets through what the word wants"};
  const Value joined = concat_heads(normed).step(
      gate.step("joined", "Y", Role::kOutput, R"(\z{Y} = [\z{Z^1}; \dots; \z{Z^H}])", "The heads side by side."));
  const int64_t feature = joined.shape().columns(), model = setting.output_width();
  const Value w_g = setting.weight({{axis::kModel, setting.width()}, {axis::kFeature, feature}},
                                   leaf_text("w_g", "W_G", Role::kNone));
  const Value w_o =
      setting.weight({{axis::kFeature, feature}, {axis::kModel, model}}, leaf_text("w_o", "W_O", Role::kOutput));
  const Value raw =
      matmul(setting.x(), w_g, axis::kModel)
          .step(gate.step("gate_raw", "G", Role::kNone, R"(X\,W_G)", "The word, seen by a learned matrix."));
  const Value open =
      map(raw, Function::kSilu)
          .step(gate.step("gate", "G", Role::kNone, R"(\operatorname{swish}(X\,W_G))", "Bent into a gate."));
  const Value gated = multiply(open, joined)
                          .step(gate.step("gated", "Y", Role::kOutput, R"(\operatorname{swish}(X\,W_G) \odot \z{Y})",
                                          "Channel by channel."));
  return matmul(gated, w_o, axis::kFeature)
      .step(gate.step("out", "O", Role::kOutput, R"(\z{O} = (\operatorname{swish}(X\,W_G) \odot \z{Y})\,\z{W_O})",
                      "One learned matrix mixes the heads."));
}

Value build(Setting& setting) {
  const Pipeline pipeline = multi_head_pipeline(setting);
  Projected in = project_in_time(setting, pipeline);
  turn(setting, &in);
  const Value z = remember(setting, {scale_queries(in.q), in.k, in.v, log_decays(setting, pipeline.heads)});
  return output(setting, z);
}

}  // namespace

Variant retention() {
  EntryText text;
  text.name = "Retention";
  text.family = "recurrent";
  text.summary =
      "Attention without a softmax in which the past fades at a fixed rate, one for each head: parallel in training, a "
      "small memory in use.";
  text.latex =
      R"(\z{Z} = (\q{Q}\k{K}^\top \odot D)\,\v{V}, \quad D_{nm} = \gamma^{n-m} \;(n \ge m) \quad\Leftrightarrow\quad S_n = \gamma\,S_{n-1} + \k{k_n}\,\v{v_n}^\top, \quad \z{z_n} = S_n^\top \q{q_n})";
  text.params = shared::forms_of_memory();
  // 5: the paper's
  text.params.push_back(shared::number(
      "first", "Memory", "γ of the first head is 1 − 2 to the minus this; each further head remembers twice as long.",
      5, 1, 12, 1));
  text.params.push_back(
      shared::choice("norm", "Norm", "How heads are brought to one size.",
                     {{"group", "Group norm", "As in the paper: mean out, spread to 1, head by head."},
                      {"rms", "RMS norm", "As in the paper's code: divided by the root mean square."}}));
  text.params.push_back(shared::flag("rotation", "Rotation", "Places turn queries and keys.", true));
  append(&text.params, shared::weights({shared::heads(4), shared::head_width()}));
  return {text, build, /*whole_layer=*/true};
}

EntryDocs retention_docs() {
  EntryDocs docs;
  docs.papers = {{"Retentive Network: A Successor to Transformer for Large Language Models",
                  "Sun, Dong, Huang, Ma, Xia, Xue, Wang, Wei", 2023, "https://arxiv.org/abs/2307.08621"}};
  docs.differs =
      "The paper divides scores by numbers that its norm cancels again; they are left out. Rotations are those of "
      "rotary positions, and values are as wide as keys where the paper doubles them.";
  docs.laws = shared::laws_of_memory("retention");
  docs.slots = {{"project", "learned matrices make q, k and v for each head"},
                {"position", "q and k turned by their places"},
                {"score", "dot product q·k, times γ to the distance"},
                {"mask", "causal, as a memory is"},
                {"normalise", "none"},
                {"combine", "weighted sum of v, or the memory read by q"},
                {"output", "norm of each head, swish gate, learned matrix"}};
  docs.cost = {R"(3\,H\,n\,d^2)", R"(4\,H\,d^2)"};
  return docs;
}

}  // namespace attn::variants
