// Parmar et al. 2018, "Image Transformer": a picture is written pixel by pixel, each a softmax over its possible
// levels, by a transformer whose attention stays near: in one dimension or in two.
#include <algorithm>
#include <string>

#include "core/attention/frame_text.h"
#include "core/attention/pipeline.h"
#include "core/kernels/math.h"
#include "core/layers/linear.h"
#include "core/layers/model.h"
#include "core/layers/picture_attention.h"
#include "core/layers/transformer.h"

namespace attn::models {
namespace {

// Sines and cosines of the row in the first half of the channels, of the column in the second, of so many pixels from a
// first one on: [query, model]. A small picture's pixels stand `apart` of the large one's and in the middle of those
// that they are made of, so that both speak of the same places.
Value places(Graph& graph, int64_t first, int64_t pixels, int64_t width, int64_t columns, int64_t apart = 1) {
  const FrameText frame{"embed", "positions", "Every place has a pattern of its own"};
  const int64_t half = width / 2;
  const double log_base = kernels::log(10000.0);
  const auto number = [=](const Index& at) {
    const bool of_row = at[1] < half;
    const int64_t channel = of_row ? at[1] : at[1] - half, channels = of_row ? half : width - half;
    const int64_t i = first + at[0];
    const double pixel = static_cast<double>(of_row ? i / columns : i % columns);
    const double place = pixel * static_cast<double>(apart) + static_cast<double>(apart - 1) / 2;
    const double wave = static_cast<double>(channel / 2 * 2) / static_cast<double>(channels);
    const double angle = place * kernels::exp(-log_base * wave);
    return channel % 2 == 0 ? kernels::sin(angle) : kernels::cos(angle);
  };
  return rule_table(graph, {{axis::kQuery, pixels}, {axis::kModel, width}}, number, "Sines and cosines of the place.")
      .step(frame.step("positions", "P", Role::kNone,
                       R"(P_i = [\operatorname{wave}(\text{row}_i);\operatorname{wave}(\text{column}_i)])",
                       "Half of the numbers tell the row, half the column."));
}

PictureAttention attention_of(const Recorder& r, int64_t pixels, int64_t heads) {
  const Params& params = r.params();
  PictureAttention layer;
  layer.heads = heads;
  if (params.choice("attention") == "1d") {
    layer.blocks = {pixels, 1, params.integer("block"), 0, params.integer("memory")};
  } else {
    layer.blocks = {r.sizes().columns, params.integer("block_rows"), params.integer("block_columns"),
                    params.integer("above"), params.integer("beside")};
  }
  return layer;
}

// The small picture [batch, row, column] as its encoder reads it, every pixel every other: [batch, query, model].
Value read_small(Recorder& r, Value picture, TransformerSizes sizes) {
  const Scope scope(r, "encoder");
  const FrameText frame{"embed", "small picture", "Brightness becomes vectors"};
  const int64_t columns = picture.shape().size(axis::kColumn);
  const int64_t apart = std::max<int64_t>(r.sizes().columns / std::max<int64_t>(columns, 1), 1);
  // [batch, query, model 1]
  const Value pixels =
      rearrange(repeat(rearrange(picture, {axis::kBatch, axis::kRow, axis::kColumn}, 2, axis::kQuery), axis::kModel, 1),
                {axis::kBatch, axis::kQuery, axis::kModel});
  // w s + b, and where the pixel stands
  const Value x = add(linear_layer(r, "brightness", pixels, {.width = sizes.width}),
                      places(r.graph(), 0, pixels.shape().size(axis::kQuery), sizes.width, columns, apart))
                      .step(frame.step("small_x", "X", Role::kNone, R"(x_j = w\,s_j + b + P_j)",
                                       "A pixel's brightness along one direction, and where it stands."));
  sizes.layers = r.params().integer("encoder_layers");
  return transformer_stack(r, r.dropout(x, sizes.dropout), {}, /*causal=*/false, sizes).x;
}

// inputs: what stands before each pixel [batch, query], row by row; where a call before left what it read, before the
// one pixel behind those.
Prediction predict(Recorder& r, Value inputs) {
  const TransformerSizes sizes = transformer_sizes(r.params());
  const Value known = r.carried("read", {});
  const Value read = known.valid() ? concat(known, inputs, axis::kQuery) : inputs;
  const int64_t pixels = read.shape().columns(), first = pixels - inputs.shape().columns();
  const int64_t levels = r.sizes().target_pieces;
  Value small = r.carried("small", {});
  if (!small.valid() && r.beside().valid()) small = read_small(r, r.beside(), sizes);
  if (!r.training()) {
    r.carry("read", read);
    if (small.valid()) r.carry("small", small);
  }
  const FrameText embed{"embed", "pixels", "Levels become vectors"};
  const double width = static_cast<double>(sizes.width);
  // sqrt(d) E of the pixel before, and where this one stands: [batch, query, model]
  const Value before =
      scale(embedding(r, "levels", inputs, levels, sizes.width, Start::normal(1 / kernels::square_root(width))),
            kernels::square_root(width));
  Value x = add(before, places(r.graph(), first, inputs.shape().columns(), sizes.width,
                               std::max<int64_t>(r.sizes().columns, 1)))
                .step(embed.step("x", "X", Role::kNone, R"(x_i = \sqrt{d}\,E_{y_{i-1}} + P_i)",
                                 "Every place knows the pixel before it, and where it stands itself."));
  x = r.dropout(x, sizes.dropout);

  const PictureAttention attention = attention_of(r, pixels, sizes.heads);
  Prediction prediction;
  prediction.place_of_key = [=](int64_t query, int64_t key) {
    return attention.place_of_key(first + query, key, pixels);
  };
  for (int64_t i = 1; i <= sizes.layers; ++i) {
    const Scope scope(r, "layer_" + std::to_string(i));
    x = residual(r, "self", x, sizes, [&](Value in) {
      const Attended found = picture_attention(r, "attention", in, attention);
      if (found.weights.valid()) prediction.attention.push_back(found.weights);
      return found.output;
    });
    if (small.valid()) {
      x = residual(r, "cross", x, sizes, [&](Value in) {
        const Attended found = attention_layer(r, "attention", in, small, {.heads = sizes.heads});
        if (found.weights.valid()) prediction.reading.push_back(found.weights);
        return found.output;
      });
    }
    x = residual(r, "feed_forward", x, sizes,
                 [&](Value in) { return feed_forward(r, "network", in, sizes.hidden, sizes.dropout); });
  }
  if (sizes.norm_first) x = norm_layer(r, "last_norm", x);
  const FrameText output{"output", "logits", "Every level is scored"};
  prediction.output =
      linear_layer(r, "output", x, {.width = levels, .to = axis::kPiece})
          .step(output.step("logits", "p", Role::kOutput, R"(p(y_i) = \operatorname{softmax}(x_i W + b))",
                            "One number for each level that this pixel may have."));
  return prediction;
}

}  // namespace

Model image_transformer() {
  using shared::when, shared::whole_number;
  Model model;
  EntryText& text = model.text;
  text.name = "Image Transformer";
  text.family = "pictures";
  text.summary = "A picture is written pixel by pixel; each looks back at pixels near it, in one dimension or in two.";
  text.latex = R"(p(y) = \prod_i p(y_i \mid y_{<i}), \quad \z{z_i} = \sum_{j \in M(i),\; j \le i} \a{A_{ij}}\,\v{v_j})";
  text.params = transformer_params();
  std::erase_if(text.params, [](const ParamSpec& spec) { return spec.id == "positions"; });  // rows and columns here
  for (ParamSpec& spec : text.params) {
    if (spec.id == "width") spec.fallback = 64;
    if (spec.id == "hidden") spec.fallback = 128;
  }
  append(
      &text.params,
      {whole_number("encoder_layers", "Encoder layers", "Blocks that read the small picture, where there is one.", 2, 1,
                    6),
       shared::choice(
           "attention", "Attention", "What a pixel reads.",
           {{"1d", "1D local", "Pixels in a line are cut into blocks; a block reads itself and some before it."},
            {"2d", "2D local", "The picture is cut into rectangles that read a margin above and beside."}}),
       when("attention", "1d",
            whole_number("block", "Query block", "Pixels that share a memory; the paper has 256.", 28, 1, 1024)),
       when("attention", "1d",
            whole_number("memory", "Memory", "Pixels before the block that it reads as well.", 56, 0, 1024)),
       when("attention", "2d",
            whole_number("block_rows", "Block height", "Rows of a block; the paper has 8.", 4, 1, 64)),
       when("attention", "2d",
            whole_number("block_columns", "Block width", "Columns of a block; the paper has 32.", 7, 1, 64)),
       when("attention", "2d", whole_number("above", "Margin above", "Rows above the block that it reads.", 4, 0, 64)),
       when("attention", "2d",
            whole_number("beside", "Margin beside", "Columns beside the block that it reads.", 3, 0, 64))});
  model.takes = TaskKind::kPixels;
  model.training = {{"optimizer", "adam"}, {"beta2", "0.98"}, {"rate", "0.002"}, {"schedule", "warmup_inverse_sqrt"},
                    {"warmup", "200"},     {"batch", "16"}};
  model.predict = predict;
  return model;
}

EntryDocs image_transformer_docs() {
  EntryDocs docs;
  docs.papers = {{"Image Transformer", "Parmar, Vaswani, Uszkoreit, Kaiser, Shazeer, Ku, Tran", 2018,
                  "https://arxiv.org/abs/1802.05751"}};
  docs.differs =
      "The paper writes three colours of 256 levels with 12 layers 512 wide; here pixels have one colour and few "
      "levels, "
      "and the model is small. Both kinds of blocks are written row by row over the whole picture; the paper finishes "
      "one rectangle before the next, so that its pixels also read lower rows of the block to their left. The paper's "
      "memory in one dimension is the block before; here it is as long as you like. A small picture is read as "
      "brightness, where the paper has colours of 256 levels. Dropout is 0.1 instead of 0.3.";
  docs.cost = {R"(2\,n\,(b + m)\,d)", R"(4\,n\,(b + m))"};
  return docs;
}

}  // namespace attn::models
