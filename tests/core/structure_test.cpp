#include "fovea/structure.h"

#include "catch2.h"
#include "closeness.h"
#include "fovea/encoder.h"
#include "model_error.h"
#include "samples.h"

using namespace fovea;
using namespace fovea::test;

namespace {

EncoderConfig withNorm(NormOrder order) {
  EncoderConfig config = smallConfig();
  config.normOrder = order;
  return config;
}

EncoderActivations run(const EncoderConfig& config, const std::string& structure,
                       Capture capture = Capture::kAllLayers) {
  const Encoder encoder(config, randomWeights(config, 7));
  EncoderActivations activations;
  encoder.forward({3, 7, 1, 4}, activations, {capture, {}, parseStructure(structure, config)});
  return activations;
}

Matrix normOf(const EncoderConfig& config, const LayerNormWeights& weights, const Matrix& x) {
  LayerNormActivations y;
  layerNormForward(weights, config.layerNormEps, x, y);
  return y.output;
}

}  // namespace

TEST_CASE("a model's own structure is read from its config", "[structure]") {
  EncoderConfig config = smallConfig();
  CHECK(toText(Structure::of(config)) ==
        "positions=on,scale=on,residual=on,norm=post,activation=relu,mask=none");
  config.normOrder = NormOrder::kPre;
  config.positions = PositionEmbedding::kNone;
  config.activation = Activation::kGeluTanh;
  CHECK(toText(Structure::of(config)) ==
        "positions=off,scale=on,residual=on,norm=pre,activation=gelu_tanh,mask=none");
}

TEST_CASE("a structure is read in any order and written in full", "[structure]") {
  const EncoderConfig config = smallConfig();
  CHECK(parseStructure("", config) == Structure::of(config));
  const Structure s =
      parseStructure("mask=causal,residual=normed,activation=none,norm=pre,scale=off", config);
  CHECK(s.positions);
  CHECK_FALSE(s.scale);
  CHECK(s.residual == ResidualPath::kNormed);
  CHECK(s.norm == NormPlacement::kPre);
  CHECK(s.activation == Activation::kNone);
  CHECK(s.causal);
  CHECK(parseStructure(toText(s), config) == s);
  CHECK(s != Structure::of(config));
}

TEST_CASE("a structure that cannot be is refused with what would be right", "[structure]") {
  const EncoderConfig config = smallConfig();
  const auto refused = [&](const std::string& text, const std::string& message) {
    checkError(ErrorCode::kInvalidInput, message, [&] { parseStructure(text, config); });
  };
  const std::string keys = "positions, scale, residual, norm, activation, mask";
  refused("norms=pre", "there is no key \"norms\"; the keys are " + keys);
  refused("norm", "\"norm\" has no value; write key=value, with one of the keys " + keys);
  refused("norm=pre,", "\"\" has no value");
  refused("norm=both", "norm is \"both\", but must be one of post, pre, none");
  refused("scale=", "scale is \"\", but must be one of on, off");
  refused("activation=tanh", "must be one of relu, gelu, gelu_tanh, silu, none");
  refused("norm=pre,scale=off,norm=pre", "norm is given twice");
  refused("residual=normed", "exists only with norm=pre");
  refused("residual=normed,norm=none", "exists only with norm=pre");
  CHECK_NOTHROW(parseStructure("residual=normed", withNorm(NormOrder::kPre)));

  EncoderConfig bare = smallConfig();
  bare.positions = PositionEmbedding::kNone;
  checkError(ErrorCode::kInvalidInput, "positions is on, but the model has none",
             [&] { parseStructure("positions=on", bare); });
  const Encoder encoder(bare, randomWeights(bare, 1));
  EncoderActivations activations;
  checkError(ErrorCode::kInvalidInput, "positions is on, but the model has none", [&] {
    encoder.forward({1}, activations, {Capture::kNone, {}, Structure{}});
  });
}

TEST_CASE("the model's own structure changes no bit", "[structure]") {
  const EncoderConfig config = withNorm(GENERATE(NormOrder::kPost, NormOrder::kPre));
  const Encoder encoder(config, randomWeights(config, 7));
  EncoderActivations without;
  encoder.forward({3, 7, 1, 4}, without);
  const EncoderActivations with = run(config, toText(Structure::of(config)));
  CHECK(encoder.output(with) == encoder.output(without));
}

TEST_CASE("a sublayer is wired as its structure says", "[structure]") {
  const EncoderConfig config = withNorm(GENERATE(NormOrder::kPost, NormOrder::kPre));
  const std::string text = GENERATE("residual=on", "residual=off");
  const std::string norm = GENERATE("norm=post", "norm=pre", "norm=none");
  const EncoderActivations a = run(config, text + "," + norm);
  const EncoderWeights weights = randomWeights(config, 7);
  const bool residual = text == "residual=on";

  // By hand, from the outputs of f and the layer's own norms.
  Matrix x = a.embedding.sum;
  const auto follow = [&](const LayerNormWeights& w, const Matrix& output) {
    const Matrix sum = residual ? Matrix(x + output) : output;
    x = norm == "norm=post" ? normOf(config, w, sum) : sum;
  };
  for (Index l = 0; l < config.layers; ++l) {
    const auto& layer = a.layer(l);
    const auto& w = weights.layers[static_cast<std::size_t>(l)];
    if (norm == "norm=pre") CHECK(layer.attentionNorm.output == normOf(config, w.attentionNorm, x));
    follow(w.attentionNorm, layer.attention.output);
    if (norm == "norm=pre")
      CHECK(layer.feedForwardNorm.output == normOf(config, w.feedForwardNorm, x));
    follow(w.feedForwardNorm, layer.feedForward.output);
    CHECK(layerOutput(a.structure, layer) == x);
  }
  // The final norm belongs to a pre-norm model that runs as one.
  const bool last = config.normOrder == NormOrder::kPre && norm == "norm=pre";
  CHECK(hasFinalNorm(config, a.structure) == last);
  CHECK(encoderStackOutput(config, a) == (last ? normOf(config, weights.finalNorm, x) : x));
}

TEST_CASE("the normed residual path adds the copy that the norm made", "[structure]") {
  const EncoderConfig config = withNorm(NormOrder::kPre);
  const EncoderActivations a = run(config, "residual=normed");
  for (Index l = 0; l < config.layers; ++l) {
    const auto& layer = a.layer(l);
    CHECK(layer.attentionResidual == layer.attentionNorm.output + layer.attention.output);
    CHECK(layer.feedForwardResidual == layer.feedForwardNorm.output + layer.feedForward.output);
  }
}

TEST_CASE("scale, activation, mask and positions do what they say", "[structure]") {
  const EncoderConfig config = smallConfig();
  CHECK(run(config, "positions=off").embedding.positions == Matrix::Zero(4, config.dModel));
  CHECK(run(config, "positions=on").embedding.positions != Matrix::Zero(4, config.dModel));

  const EncoderActivations linear = run(config, "activation=none");
  CHECK(linear.layer(0).feedForward.activated == linear.layer(0).feedForward.hidden);

  const Sequences sequences({4});
  const auto causal = run(config, "mask=causal");
  CHECK(attentionMatrix(causal.layer(0).attention.weights, sequences, 2, 0, 1)(1, 2) == 0);

  const auto unscaled = run(config, "scale=off");
  const auto weights = attentionMatrix(unscaled.layer(0).attention.weights, sequences, 2, 0, 0);
  const auto scores = attentionMatrix(unscaled.layer(0).attention.scores, sequences, 2, 0, 0);
  const Scalar ratio = std::exp(scores(0, 0) - scores(0, 1));
  CHECK(std::abs(weights(0, 0) / weights(0, 1) / ratio - 1) < 1e-5);
}

TEST_CASE("without capture every structure yields the same output", "[structure]") {
  const EncoderConfig config = withNorm(GENERATE(NormOrder::kPost, NormOrder::kPre));
  const std::string text =
      GENERATE("residual=off,norm=none", "norm=pre,activation=none", "positions=off,scale=off",
               "norm=pre,residual=normed,mask=causal", "norm=post,activation=silu");
  const Matrix all = encoderStackOutput(config, run(config, text));
  const Matrix none = encoderStackOutput(config, run(config, text, Capture::kNone));
  CHECK(relativeError(none, all) < 5e-6);
}

TEST_CASE("the options of a structure are listed with their choices", "[structure]") {
  CHECK(structureOptions() ==
        "positions=on|off, scale=on|off, residual=on|off|normed, norm=post|pre|none, "
        "activation=relu|gelu|gelu_tanh|silu|none, mask=none|causal");
}
