#include "fovea/structure.h"

#include "catch2.h"
#include "closeness.h"
#include "fovea/encoder.h"
#include "model_error.h"
#include "samples.h"

using namespace fovea;
using namespace fovea::test;

namespace {

ModelConfig withNorm(NormOrder order) {
  ModelConfig config = smallConfig();
  config.normOrder = order;
  return config;
}

EncoderActivations run(const ModelConfig& config, const std::string& structure,
                       Capture capture = Capture::kAllLayers) {
  const Encoder encoder(config, randomWeights(config, 7));
  EncoderActivations activations;
  encoder.forward({3, 7, 1, 4}, activations, {capture, {}, parseStructure(structure, config)});
  return activations;
}

Matrix normOf(const ModelConfig& config, const LayerNormWeights& weights, const Matrix& x) {
  LayerNormActivations y;
  layerNormForward(weights, config.layerNormEps, x, y);
  return y.output;
}

}  // namespace

TEST_CASE("a model's own structure is read from its config", "[structure]") {
  ModelConfig config = smallConfig();
  CHECK(toText(Structure::of(config)) ==
        "positions=on,norm=post,mask=none,embedding_scale=on,scale=on,residual=on,"
        "activation=relu,softmax=rows,norm_axis=model,heads=split,output=on");
  config.normOrder = NormOrder::kPre;
  config.positions = PositionEmbedding::kNone;
  config.activation = Activation::kGeluTanh;
  config.embeddingScale = false;
  CHECK(toText(Structure::of(config)) ==
        "positions=off,norm=pre,mask=none,embedding_scale=off,scale=on,residual=on,"
        "activation=gelu_tanh,softmax=rows,norm_axis=model,heads=split,output=on");
}

TEST_CASE("a structure is read in any order and written in full", "[structure]") {
  const ModelConfig config = smallConfig();
  CHECK(parseStructure("", config) == Structure::of(config));
  const Structure s =
      parseStructure("mask=causal,residual=normed,activation=none,norm=pre,scale=off", config);
  CHECK(s.positions == PositionEmbedding::kSinusoidal);
  CHECK(s.divisor == 1.0);
  CHECK(s.residual.normed);
  CHECK(s.norm == NormOrder::kPre);
  CHECK(s.activation == Activation::kNone);
  CHECK(s.mask == MaskKind::kCausal);
  CHECK(parseStructure(toText(s), config) == s);
  CHECK(s != Structure::of(config));
}

TEST_CASE("an option of one layer overrides that of all", "[structure]") {
  const ModelConfig config = smallConfig();
  const Structure s = parseStructure(
      "scale@1=2.5,residual=0.1,layer@0=off,heads=reshaped,heads@1=split,scale=off", config);
  CHECK(s.ofLayer(0).skipped);
  CHECK(s.ofLayer(0).divisor == 1.0);
  CHECK(s.ofLayer(0).bugs.reshapedHeads);
  CHECK_FALSE(s.ofLayer(1).skipped);
  CHECK(s.ofLayer(1).divisor == 2.5);
  CHECK_FALSE(s.ofLayer(1).bugs.reshapedHeads);
  CHECK(s.ofLayer(1).residual.gain == 0.1);
  const std::string text = toText(s);
  CHECK(text ==
        "positions=on,norm=post,mask=none,embedding_scale=on,scale=off,residual=0.1,"
        "activation=relu,softmax=rows,norm_axis=model,heads=reshaped,output=on,"
        "layer@0=off,scale@1=2.5,heads@1=split");
  CHECK(toText(parseStructure(text, config)) == text);
}

TEST_CASE("numbers are read and written as they are", "[structure]") {
  const ModelConfig config = smallConfig();
  const auto divisor = [&](const std::string& text) {
    return parseStructure("scale=" + text, config).divisor;
  };
  CHECK_FALSE(divisor("on"));
  CHECK(divisor("0.70") == 0.7);
  CHECK(divisor("1e-6") == 1e-6);
  CHECK(parseStructure("residual=-0.25", config).residual.gain == -0.25);
  CHECK(parseStructure("residual=1", config) == parseStructure("residual=on", config));
  CHECK(parseStructure("residual=0", config) == parseStructure("residual=off", config));
  const double third = 1.0 / 3;
  Structure s = Structure::of(config);
  s.divisor = third;
  CHECK(parseStructure(toText(s), config).divisor == third);
}

TEST_CASE("a structure that cannot be is refused with what would be right", "[structure]") {
  const ModelConfig config = smallConfig();
  const auto refused = [&](const std::string& text, const std::string& message) {
    checkError(ErrorCode::kInvalidInput, message, [&] { parseStructure(text, config); });
  };
  const std::string keys =
      "positions, norm, mask, embedding_scale, scale, residual, activation, softmax, norm_axis, "
      "heads, output";
  refused("norms=pre", "there is no key \"norms\"; the keys are " + keys);
  refused("norm", "\"norm\" has no value; write key=value, with one of the keys " + keys);
  refused("norm=pre,", "\"\" has no value");
  refused("norm=both", "norm is \"both\", but must be one of post, pre, none");
  refused("scale=", "scale is \"\", but must be one of on, off or a number from 1e-6 to 1e6");
  for (const char* wrong : {"0", "-1", "1e-7", "2e6", "nan", "inf", "2x"})
    refused("scale=" + std::string(wrong), "but must be one of on, off or a number from 1e-6");
  refused("residual=-2e6", "must be one of on, off, normed or a number from -1e6 to 1e6");
  refused("heads=2", "heads is \"2\", but must be one of split, reshaped");
  refused("layer=off", "layer needs the number of a layer, for example layer@2=off");
  refused("layer@2=off", "there is no layer \"2\"; the layers are 0 to 1");
  for (const char* wrong : {"scale@=off", "scale@-1=off", "scale@x=off", "scale@1 =off"})
    refused(wrong, "the layers are 0 to 1");
  refused("mask@1=causal",
          "there is no key \"mask\" for a single layer; the keys are layer, scale, residual, "
          "activation, "
          "softmax, norm_axis, heads, output");
  refused("scale@1=2,scale@01=3", "scale is given twice");
  refused("residual@1=normed", "exists only with norm=pre");
  refused("activation=tanh", "must be one of relu, gelu, gelu_tanh, silu, none");
  refused("norm=pre,scale=off,norm=pre", "norm is given twice");
  refused("residual=normed", "exists only with norm=pre");
  refused("residual=normed,norm=none", "exists only with norm=pre");
  CHECK_NOTHROW(parseStructure("residual=normed", withNorm(NormOrder::kPre)));

  ModelConfig bare = smallConfig();
  bare.positions = PositionEmbedding::kNone;
  bare.embeddingScale = false;
  checkError(ErrorCode::kInvalidInput, "positions is on, but the model has none",
             [&] { parseStructure("positions=on", bare); });
  checkError(ErrorCode::kInvalidInput, "embedding_scale is on, but the model has none",
             [&] { parseStructure("embedding_scale=on", bare); });
  CHECK_NOTHROW(parseStructure("positions=rotary", bare));
  ModelConfig rotary = bare;
  rotary.positions = PositionEmbedding::kRotary;
  CHECK(Structure::of(rotary).positions == PositionEmbedding::kRotary);
  checkError(ErrorCode::kInvalidInput, "none to add (position_embedding_type is rotary)",
             [&] { parseStructure("positions=on", rotary); });
  const Encoder encoder(bare, randomWeights(bare, 1));
  EncoderActivations activations;
  checkError(ErrorCode::kInvalidInput, "positions is on, but the model has none", [&] {
    encoder.forward({1}, activations, {Capture::kNone, {}, Structure{}});
  });
}

TEST_CASE("positions=on adds the vectors that the model has", "[structure]") {
  ModelConfig learned = smallConfig();
  learned.positions = PositionEmbedding::kAbsolute;
  const Structure on = parseStructure("positions=on", learned);
  CHECK(on.positions == PositionEmbedding::kAbsolute);
  CHECK(toText(on).rfind("positions=on,", 0) == 0);
  const Encoder encoder(learned, randomWeights(learned, 7));
  EncoderActivations own;
  encoder.forward({3, 7, 1}, own);
  EncoderActivations byHand;  // without saying which vectors
  encoder.forward({3, 7, 1}, byHand, {Capture::kAllLayers, {}, Structure{}});
  CHECK(encoder.output(byHand) == encoder.output(own));
}

TEST_CASE("the model's own structure changes no bit", "[structure]") {
  const ModelConfig config = withNorm(GENERATE(NormOrder::kPost, NormOrder::kPre));
  const Encoder encoder(config, randomWeights(config, 7));
  EncoderActivations without;
  encoder.forward({3, 7, 1, 4}, without);
  const EncoderActivations with = run(config, toText(Structure::of(config)));
  CHECK(encoder.output(with) == encoder.output(without));
}

TEST_CASE("a sublayer is wired as its structure says", "[structure]") {
  const ModelConfig config = withNorm(GENERATE(NormOrder::kPost, NormOrder::kPre));
  const std::string text = GENERATE("residual=on", "residual=off");
  const std::string norm = GENERATE("norm=post", "norm=pre", "norm=none");
  const EncoderActivations a = run(config, text + "," + norm);
  const ModelWeights weights = randomWeights(config, 7);
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
  CHECK(stackOutput(config, a) == (last ? normOf(config, weights.finalNorm, x) : x));
}

TEST_CASE("the normed residual path adds the copy that the norm made", "[structure]") {
  const ModelConfig config = withNorm(NormOrder::kPre);
  const EncoderActivations a = run(config, "residual=normed");
  for (Index l = 0; l < config.layers; ++l) {
    const auto& layer = a.layer(l);
    CHECK(layer.attentionResidual == layer.attentionNorm.output + layer.attention.output);
    CHECK(layer.feedForwardResidual == layer.feedForwardNorm.output + layer.feedForward.output);
  }
}

TEST_CASE("scale, activation, mask and positions do what they say", "[structure]") {
  const ModelConfig config = smallConfig();
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

TEST_CASE("a skipped layer hands on what it was given", "[structure]") {
  const ModelConfig config = withNorm(GENERATE(NormOrder::kPost, NormOrder::kPre));
  const EncoderActivations a = run(config, "layer@1=off");
  CHECK(layerOutput(a.structure, a.layer(1)) == layerOutput(a.structure, a.layer(0)));
  const EncoderActivations none = run(config, "layer@0=off,layer@1=off");
  CHECK(layerOutput(none.structure, none.layer(1)) == none.embedding.sum);
}

TEST_CASE("the mask of padding hides the tokens of padding alone", "[structure]") {
  ModelConfig config = smallConfig();
  const EncoderActivations without = run(config, "mask=padding");
  CHECK(stackOutput(config, without) == stackOutput(config, run(config, "")));
  config.padTokenId = 7;
  const EncoderActivations with = run(config, "mask=padding");
  const auto weights = attentionMatrix(with.layer(1).attention.weights, Sequences({4}), 2, 0, 1);
  CHECK(weights.col(1) == Matrix::Zero(4, 1));
  CHECK(weights.col(0).minCoeff() > 0);
  CHECK(weights.row(1).sum() > 0.99);

  const Encoder encoder(config, randomWeights(config, 7));
  EncoderActivations atFirst;
  encoder.forward({7, 3}, atFirst, {Capture::kNone, {}, parseStructure("mask=padding", config)});
  CHECK(atFirst.mask.keep == std::vector<std::uint8_t>{0, 1});

  EncoderActivations both;
  const AttentionMask first{false, {0, 1, 1, 1}};
  encoder.forward({3, 7, 1, 4}, both,
                  {Capture::kAllLayers, first, parseStructure("mask=padding", config)});
  CHECK(both.mask.keep == std::vector<std::uint8_t>{0, 0, 1, 1});
}

TEST_CASE("without capture every structure yields the same output", "[structure]") {
  const ModelConfig config = withNorm(GENERATE(NormOrder::kPost, NormOrder::kPre));
  const std::string text =
      GENERATE("residual=off,norm=none", "norm=pre,activation=none", "positions=off,scale=off",
               "norm=pre,residual=normed,mask=causal", "norm=post,activation=silu",
               "scale@0=3,residual=0.5,layer@1=off", "mask=leaky,heads=reshaped", "layer@0=off",
               "output@1=off,norm_axis=tokens,norm=post", "positions=rotary",
               "positions=alibi,scale=3", "mask=padding,embedding_scale=off");
  const Matrix all = stackOutput(config, run(config, text));
  const Matrix none = stackOutput(config, run(config, text, Capture::kNone));
  CHECK(relativeError(none, all) < 5e-6);
}

TEST_CASE("the options of a structure are listed with their choices", "[structure]") {
  CHECK(structureOptions() ==
        "positions=on|off|rotary|alibi, norm=post|pre|none, mask=none|causal|padding|leaky, "
        "embedding_scale=on|off, scale=on|off|NUMBER, residual=on|off|normed|NUMBER, "
        "activation=relu|gelu|gelu_tanh|silu|none, softmax=rows|columns|unshifted, "
        "norm_axis=model|tokens, heads=split|reshaped, output=on|off; for a single layer, "
        "KEY@LAYER=VALUE: layer=on|off, scale, residual, activation, softmax, norm_axis, heads, "
        "output");
}
