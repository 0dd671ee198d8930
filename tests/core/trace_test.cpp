#include "fovea/trace.h"

#include <map>

#include "catch2.h"
#include "decoder_samples.h"
#include "fovea/decoder.h"
#include "fovea/error.h"
#include "model_error.h"
#include "samples.h"

using namespace fovea;
using namespace fovea::test;

namespace {

using Shapes = std::vector<std::pair<std::string, std::string>>;

std::string spell(const TraceTensor& tensor) {
  std::string text;
  for (const Axis& axis : tensor.axes)
    text += (text.empty() ? "" : " × ") + std::string(axis.name) + " " + std::to_string(axis.size);
  return text;
}

Shapes shapesOf(const Encoder& encoder, const EncoderActivations& activations) {
  Shapes shapes;
  forEachTensor(encoder, activations, [&](const TraceTensor& tensor) {
    CHECK((tensor.values == nullptr) != (tensor.ids == nullptr));
    shapes.emplace_back(tensor.name, spell(tensor));
  });
  return shapes;
}

const std::string kRows = "token 3 × model 8";
const std::string kOfToken = "token 3";
const std::string kPerHead = "head 2 × query 3 × key 3";
const std::string kOfHidden = "token 3 × hidden 12";

Shapes layerShapes(Index l) {
  const std::string a = "layers." + std::to_string(l) + ".attention.";
  const std::string f = "layers." + std::to_string(l) + ".feedForward.";
  return {{a + "query", kRows},         {a + "key", kRows},          {a + "value", kRows},
          {a + "scores", kPerHead},     {a + "weights", kPerHead},   {a + "heads", kRows},
          {a + "output", kRows},        {a + "residual", kRows},     {a + "norm", kRows},
          {a + "norm.mean", kOfToken},  {a + "norm.rstd", kOfToken}, {f + "hidden", kOfHidden},
          {f + "activated", kOfHidden}, {f + "output", kRows},       {f + "residual", kRows},
          {f + "norm", kRows},          {f + "norm.mean", kOfToken}, {f + "norm.rstd", kOfToken}};
}

const Shapes kEmbedding = {{"tokens.ids", kOfToken},
                           {"embedding.tokens", kRows},
                           {"embedding.positions", kRows},
                           {"embedding.output", kRows}};

void addLayer(Index l, const LayerActivations& layer, std::map<std::string, const void*>& data) {
  const std::string a = "layers." + std::to_string(l) + ".attention.";
  const std::string f = "layers." + std::to_string(l) + ".feedForward.";
  data[a + "query"] = layer.attention.query.data();
  data[a + "key"] = layer.attention.key.data();
  data[a + "value"] = layer.attention.value.data();
  data[a + "scores"] = layer.attention.scores.data();
  data[a + "weights"] = layer.attention.weights.data();
  data[a + "heads"] = layer.attention.heads.data();
  data[a + "output"] = layer.attention.output.data();
  data[a + "residual"] = layer.attentionResidual.data();
  data[a + "norm"] = layer.attentionNorm.output.data();
  data[a + "norm.mean"] = layer.attentionNorm.mean.data();
  data[a + "norm.rstd"] = layer.attentionNorm.rstd.data();
  data[f + "hidden"] = layer.feedForward.hidden.data();
  data[f + "activated"] = layer.feedForward.activated.data();
  data[f + "output"] = layer.feedForward.output.data();
  data[f + "residual"] = layer.feedForwardResidual.data();
  data[f + "norm"] = layer.feedForwardNorm.output.data();
  data[f + "norm.mean"] = layer.feedForwardNorm.mean.data();
  data[f + "norm.rstd"] = layer.feedForwardNorm.rstd.data();
}

Shapes join(const std::vector<Shapes>& parts) {
  Shapes all;
  for (const Shapes& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

}  // namespace

TEST_CASE("a post-norm trace has these names and shapes", "[trace]") {
  const ModelConfig config = smallConfig();
  const Encoder encoder(config, randomWeights(config, 1));
  EncoderActivations activations;
  encoder.forward({1, 2, 3}, activations);
  CHECK(shapesOf(encoder, activations) ==
        join({kEmbedding, layerShapes(0), layerShapes(1), {{"output", kRows}}}));
}

TEST_CASE("a pre-norm trace adds the statistics of the last norm", "[trace]") {
  ModelConfig config = smallConfig();
  config.normOrder = NormOrder::kPre;
  const Encoder encoder(config, randomWeights(config, 1));
  EncoderActivations activations;
  encoder.forward({1, 2, 3}, activations);
  const Shapes last = {{"output", kRows}, {"output.mean", kOfToken}, {"output.rstd", kOfToken}};
  CHECK(shapesOf(encoder, activations) == join({kEmbedding, layerShapes(0), layerShapes(1), last}));
}

TEST_CASE("an embedding norm shows the sum and its statistics", "[trace]") {
  ModelConfig config = smallConfig();
  config.embeddingNorm = true;
  const Encoder encoder(config, randomWeights(config, 1));
  EncoderActivations activations;
  encoder.forward({1, 2, 3}, activations, {Capture::kNone, {}});
  const Shapes norm = {{"embedding.sum", kRows},
                       {"embedding.output.mean", kOfToken},
                       {"embedding.output.rstd", kOfToken}};
  CHECK(shapesOf(encoder, activations) == join({kEmbedding, norm, {{"output", kRows}}}));
}

TEST_CASE("a prediction is in the trace until the next forward pass", "[trace]") {
  ModelConfig config = smallConfig();
  config.maskedWordHead = true;
  const Encoder encoder(config, randomWeights(config, 1));
  EncoderActivations activations;
  encoder.forward({1, 2, 3}, activations, {Capture::kNone, {}});
  const Shapes without = join({kEmbedding, {{"output", kRows}}});
  CHECK(shapesOf(encoder, activations) == without);

  encoder.predict(activations);
  const Shapes prediction = {
      {"prediction.hidden", kRows},       {"prediction.activated", kRows},
      {"prediction.norm", kRows},         {"prediction.norm.mean", kOfToken},
      {"prediction.norm.rstd", kOfToken}, {"logits", "token 3 × vocabulary 11"}};
  CHECK(shapesOf(encoder, activations) == join({without, prediction}));

  encoder.forward({4, 5, 6}, activations, {Capture::kNone, {}});
  CHECK(shapesOf(encoder, activations) == without);
}

TEST_CASE("every name stands for its own field, and copies nothing", "[trace]") {
  ModelConfig config = smallConfig();
  config.normOrder = GENERATE(NormOrder::kPost, NormOrder::kPre);
  config.embeddingNorm = true;
  config.maskedWordHead = true;
  const Encoder encoder(config, randomWeights(config, 1));
  EncoderActivations activations;
  encoder.forward({1, 2, 3}, activations);
  encoder.predict(activations);
  std::map<std::string, const void*> data;
  forEachTensor(encoder, activations, [&](const TraceTensor& t) {
    data[t.name] = t.ids != nullptr ? static_cast<const void*>(t.ids) : t.values;
  });

  const EmbeddingActivations& e = activations.embedding;
  const MaskedWordActivations& m = activations.maskedWord;
  std::map<std::string, const void*> expected = {
      {"tokens.ids", activations.ids.data()},        {"embedding.tokens", e.tokens.data()},
      {"embedding.positions", e.positions.data()},   {"embedding.sum", e.sum.data()},
      {"embedding.output", e.norm.output.data()},    {"embedding.output.mean", e.norm.mean.data()},
      {"embedding.output.rstd", e.norm.rstd.data()}, {"output", encoder.output(activations).data()},
      {"prediction.hidden", m.hidden.data()},        {"prediction.activated", m.activated.data()},
      {"prediction.norm", m.norm.output.data()},     {"prediction.norm.mean", m.norm.mean.data()},
      {"prediction.norm.rstd", m.norm.rstd.data()},  {"logits", m.logits.data()}};
  if (config.normOrder == NormOrder::kPre) {
    expected["output.mean"] = activations.finalNorm.mean.data();
    expected["output.rstd"] = activations.finalNorm.rstd.data();
  }
  for (Index l = 0; l < config.layers; ++l) addLayer(l, activations.layer(l), expected);
  CHECK(data == expected);
}

TEST_CASE("several sequences have no trace", "[trace]") {
  const ModelConfig config = smallConfig();
  const Encoder encoder(config, randomWeights(config, 1));
  EncoderActivations activations;
  encoder.forward({1, 2, 3}, Sequences({1, 2}), activations);
  checkError(ErrorCode::kInvalidInput, "a trace holds one sequence, but the pass has 2",
             [&] { forEachTensor(encoder, activations, [](const TraceTensor&) {}); });
}

TEST_CASE("a pass of another model has no trace by this one's axes", "[trace]") {
  const Encoder model = decoderModel(0);
  ModelConfig narrow = decoderModelConfig(0);
  narrow.dFf = 5;
  const Encoder another(narrow, randomWeights(narrow, 5));
  DecoderActivations activations;
  Decoder(another).forward({2, 5}, nullptr, activations);
  checkError(ErrorCode::kInvalidInput,
             "the pass comes from another model: its decoder.layers.0.feedForward.hidden has 10 "
             "numbers, but this model's has 24",
             [&] { forEachTensor(Decoder(model), activations, [](const TraceTensor&) {}); });
}
