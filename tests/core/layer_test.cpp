#include "fovea/layer.h"

#include "catch2.h"
#include "closeness.h"
#include "fixture.h"
#include "samples.h"

using namespace fovea;
using namespace fovea::test;

namespace {

const AttentionMask kOpen;
const Sequences kNoMemory;

ModelConfig fixtureConfig(NormOrder order) {
  ModelConfig config;
  config.dModel = 6;
  config.heads = 3;
  config.dFf = 10;
  config.activation = order == NormOrder::kPost ? Activation::kRelu : Activation::kSilu;
  config.normOrder = order;
  return config;
}

LayerWeights layerWeights(const Fixture& fixture, const std::string& prefix) {
  const std::string attention = prefix + "attention.self.";
  return {
      {fixture.linear(attention + "query."), fixture.linear(attention + "key."),
       fixture.linear(attention + "value."), fixture.linear(prefix + "attention.output.dense.")},
      fixture.norm(prefix + "attention.output.LayerNorm."),
      {},
      {},
      {fixture.linear(prefix + "intermediate.dense."), fixture.linear(prefix + "output.dense.")},
      {},
      fixture.norm(prefix + "output.LayerNorm.")};
}

void checkGradient(const LayerWeights& actual, const LayerWeights& expected) {
  CHECK(relativeError(actual.attention.query.weight, expected.attention.query.weight) <=
        kBackwardTolerance);
  CHECK(relativeError(actual.attention.output.weight, expected.attention.output.weight) <=
        kBackwardTolerance);
  CHECK(relativeError(actual.attentionNorm.gamma, expected.attentionNorm.gamma) <=
        kBackwardTolerance);
  CHECK(relativeError(actual.feedForward.expand.weight, expected.feedForward.expand.weight) <=
        kBackwardTolerance);
  CHECK(relativeError(actual.feedForward.compress.bias, expected.feedForward.compress.bias) <=
        kBackwardTolerance);
  CHECK(relativeError(actual.feedForwardNorm.beta, expected.feedForwardNorm.beta) <=
        kBackwardTolerance);
}

}  // namespace

TEST_CASE("an encoder layer is PyTorch's in either order", "[layer][fixture]") {
  const Fixture fixture("layers");
  const NormOrder order = GENERATE(NormOrder::kPost, NormOrder::kPre);
  const std::string place =
      order == NormOrder::kPost ? "encoder_layer.post/" : "encoder_layer.pre/";
  INFO(place);
  const ModelConfig config = fixtureConfig(order);
  const LayerWeights weights = layerWeights(fixture, place);
  const Matrix x = fixture.matrix(place + "x");
  const Sequences sequences({x.rows()});
  const LayerSetting setting{sequences, kOpen, kNoMemory, kOpen};
  LayerActivations activations;
  const Structure structure = Structure::of(config);
  layerForward(config, structure, weights, setting, x, nullptr, activations);
  CHECK(relativeError(layerOutput(structure, activations), fixture.matrix(place + "output")) <=
        kForwardTolerance);

  LayerWeights gradient = LayerWeights::zeros(config);
  LayerActivations dActivations;
  layerOutput(structure, dActivations) = fixture.matrix(place + "g.output");
  Matrix dx;
  layerBackward(config, structure, weights, setting, x, nullptr, activations, dActivations,
                gradient, dx, nullptr);
  CHECK(relativeError(dx, fixture.matrix(place + "g.x")) <= kBackwardTolerance);
  checkGradient(gradient, layerWeights(fixture, place + "g."));
}

TEST_CASE("post-norm normalises what a sublayer leaves, pre-norm what it takes", "[layer]") {
  const Fixture fixture("layers");
  const NormOrder order = GENERATE(NormOrder::kPost, NormOrder::kPre);
  const bool post = order == NormOrder::kPost;
  const std::string place = post ? "encoder_layer.post/" : "encoder_layer.pre/";
  const ModelConfig config = fixtureConfig(order);
  const LayerWeights weights = layerWeights(fixture, place);
  const Matrix x = fixture.matrix(place + "x");
  LayerActivations a;
  const Sequences sequences({x.rows()});
  layerForward(config, Structure::of(config), weights, {sequences, kOpen, kNoMemory, kOpen}, x,
               nullptr, a);

  const auto norm = [&](const LayerNormWeights& w, const Matrix& of) {
    LayerNormActivations y;
    layerNormForward(w, config.layerNormEps, of, y);
    return y.output;
  };
  CHECK(a.attentionResidual == x + a.attention.output);
  CHECK(a.attentionNorm.output == norm(weights.attentionNorm, post ? a.attentionResidual : x));
  CHECK(a.feedForwardResidual ==
        (post ? a.attentionNorm.output : a.attentionResidual) + a.feedForward.output);
  CHECK(a.feedForwardNorm.output ==
        norm(weights.feedForwardNorm, post ? a.feedForwardResidual : a.attentionResidual));
}

TEST_CASE("several rows at once go on from a cache as one by one", "[layer]") {
  ModelConfig config = smallConfig();
  config.positions = GENERATE(PositionEmbedding::kNone, PositionEmbedding::kRotary);
  const Structure structure = Structure::of(config);
  const LayerWeights weights = randomWeights(config, 5).layers[0];
  Random random(5);
  const Matrix x = randomMatrix(random, 5, config.dModel);
  const Sequences whole({5});
  LayerActivations all;
  layerForward(config, structure, weights, {whole, kOpen, kNoMemory, kOpen}, x, nullptr, all);

  LayerActivations cache;
  for (Matrix* kept : {&cache.attention.key, &cache.attention.value, &cache.attention.rotatedKey})
    kept->setZero(config.maxPositions, config.dModel);
  for (const auto& [first, last] : {std::pair<Index, Index>{0, 2}, {2, 3}, {3, 5}}) {
    const Sequences rows({last - first});
    const Sequences soFar({last});
    layerForward(config, structure, weights, {rows, kOpen, kNoMemory, kOpen, &soFar},
                 x.middleRows(first, last - first), nullptr, cache);
  }
  CHECK(relativeError(layerOutput(structure, cache), layerOutput(structure, all).bottomRows(2)) <
        1e-5);
}
