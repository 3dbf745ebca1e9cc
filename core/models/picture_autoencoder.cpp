// A picture through a bottleneck of whole numbers, and back: van den Oord et al. 2017, "Neural Discrete Representation
// Learning", section 4.1, small.
#include "core/attention/pipeline.h"
#include "core/layers/convolution.h"
#include "core/layers/discretizer.h"
#include "core/layers/model.h"

namespace attn::models {
namespace {

// Halved twice, rounded up: [batch, row, column] -> [batch, row / 4, column / 4, model].
Value encode(Recorder& r, Value picture) {
  const Scope scope(r, "encoder");
  const int64_t width = r.params().integer("width");
  // A channel of its own for the brightness: [batch, row, column, model]
  Value x = rearrange(repeat(picture, axis::kModel, 1), {axis::kBatch, axis::kRow, axis::kColumn, axis::kModel});
  x = map(convolution(r, "layer_1", x, {.width = width, .kernel = 4, .stride = 2}), Function::kRelu);
  x = map(convolution(r, "layer_2", x, {.width = 2 * width, .kernel = 4, .stride = 2}), Function::kRelu);
  return linear_layer(r, "vectors", x, {.width = r.params().integer("channels")})
      .step({"encoded", "encode", "vectors", "Each patch becomes a short vector",
             "Two convolutions that halve the picture, then a matrix.", R"(x = \mathrm{enc}(\text{picture}))", "X",
             Role::kQuery});
}

// [batch, row, column, model] -> [batch, row, column] of the whole picture.
Value decode(Recorder& r, Value vectors) {
  const Scope scope(r, "decoder");
  const Dim row{axis::kRow, r.sizes().rows}, column{axis::kColumn, r.sizes().columns};
  const Value flat = rearrange(vectors, {axis::kBatch, axis::kRow, axis::kColumn, axis::kModel}, 3, axis::kFeature);
  const Value inner =
      map(linear_layer(r, "inner", flat, {.width = r.params().integer("hidden"), .to = axis::kModel}), Function::kRelu);
  const Value w = r.parameter("w", {row, inner.shape().dims().back(), column}, Start::glorot());
  const Value b = r.parameter("b", {row, column}, Start::zeros());
  const Value pixels = map(linear(inner, w, b, axis::kModel), Function::kSigmoid);  // [row, batch, column]
  return rearrange(pixels, {axis::kBatch, axis::kRow, axis::kColumn})
      .step({"picture", "decode", "picture", "The picture is made again", "A small network draws it from the codes.",
             R"(\hat x = \mathrm{dec}(\z{z}))", "\\hat X", Role::kOutput});
}

Prediction predict(Recorder& r, Value picture) {
  Prediction out;
  out.encoded = encode(r, picture);  // [batch, row, column, model]
  out.discrete = quantise(r, out.encoded);
  out.penalty = out.discrete.penalty;
  out.output = decode(r, out.discrete.vectors);
  return out;
}

// Codes of every block [batch, row, column] to a picture.
Value from_codes(Recorder& r, const std::vector<Value>& codes) {
  return decode(r, look_up(r, codes, r.params().integer("channels")));
}

}  // namespace

Model picture_autoencoder() {
  Model model;
  model.text.name = "Picture autoencoder";
  model.text.family = "discrete latents";
  model.text.summary = "A picture becomes 16 whole numbers, and the whole numbers a picture again.";
  model.text.latex = R"(\hat x = \mathrm{dec}(\mathrm{discretize}(\mathrm{enc}(x))))";
  model.text.params = {
      shared::whole_number("channels", "Width of a vector", "Numbers in each vector that becomes a code.", 2, 1, 32),
      shared::whole_number("width", "Channels", "Of the first convolution; the second has twice as many.", 16, 2, 64),
      shared::whole_number("hidden", "Hidden width", "Of the network that draws the picture.", 128, 8, 512)};
  model.takes = TaskKind::kCopies;
  model.training = {{"optimizer", "adam"}, {"rate", "0.002"}};
  model.discretizer = "vq_vae";
  model.predict = predict;
  model.from_codes = from_codes;
  return model;
}

EntryDocs picture_autoencoder_docs() {
  EntryDocs docs;
  docs.papers = {shared::vq_vae_2017()};
  docs.differs =
      "Far smaller: two convolutions without residual blocks, and a network of two layers in place of transposed "
      "convolutions. A vector has two channels where the paper has 64, so that a plane shows all of it.";
  return docs;
}

}  // namespace attn::models
