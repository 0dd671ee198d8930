#include "fovea/cost.h"

#include <string>

#include "catch2.h"
#include "counting_product.h"
#include "fovea/parameters.h"
#include "samples.h"

using namespace fovea;
using namespace fovea::test;

namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// By the tensors that the weights consist of, and their names.
ParameterCounts countedIn(const ModelConfig& config) {
  ParameterCounts counts;
  const ModelWeights weights = ModelWeights::zeros(config);
  forEachParameter(weights, [&](const std::string& name, const auto& tensor) {
    std::int64_t& part = has(name, "cls.") || has(name, "classifier") ? counts.prediction
                         : has(name, "LayerNorm")                     ? counts.norms
                         : has(name, "embeddings")                    ? counts.embedding
                         : has(name, "attention")                     ? counts.attention
                                                                      : counts.feedForward;
    part += tensor.size();
  });
  return counts;
}

std::vector<ModelConfig> configs() {
  ModelConfig bare = smallConfig();
  ModelConfig pre = configWithAll();
  pre.normOrder = NormOrder::kPre;
  pre.layers = 3;
  ModelConfig grouped = smallConfig();
  grouped.heads = 4;
  grouped.kvHeads = 2;
  grouped.gated = true;
  ModelConfig mixtral = configWithAll();
  mixtral.normType = NormType::kRmsNorm;
  mixtral.positions = PositionEmbedding::kRotary;
  mixtral.kvHeads = 1;
  mixtral.gated = true;
  mixtral.experts = 3;
  ModelConfig experts = pre;
  experts.experts = 5;
  experts.expertsPerToken = 1;
  ModelConfig pictures = smallConfig();
  pictures.imageSize = 4;
  pictures.patchSize = 2;
  pictures.answers = 3;
  ModelConfig mpnet = smallConfig();
  mpnet.positions = PositionEmbedding::kAbsolute;
  mpnet.relativeBuckets = kRelativeBuckets;
  return {bare, configWithAll(), pre, grouped, mixtral, experts, pictures, mpnet};
}

ModelConfig gpt2() {
  ModelConfig config;
  config.dModel = 768;
  config.heads = 12;
  config.dFf = 3072;
  config.layers = 12;
  config.vocabSize = 50257;
  config.maxPositions = 1024;
  config.positions = PositionEmbedding::kAbsolute;
  config.normOrder = NormOrder::kPre;
  return config;
}

}  // namespace

TEST_CASE("parameters are counted as the tensors have them", "[cost]") {
  for (const ModelConfig& config : configs()) {
    const ParameterCounts counts = parameterCounts(config);
    const ParameterCounts counted = countedIn(config);
    CHECK(counts.embedding == counted.embedding);
    CHECK(counts.attention == counted.attention);
    CHECK(counts.feedForward == counted.feedForward);
    CHECK(counts.norms == counted.norms);
    CHECK(counts.prediction == counted.prediction);
    CHECK(counts.total() == parameterCount(config));
  }
}

TEST_CASE("models of others have the parameters that are known of them", "[cost]") {
  CHECK(parameterCounts(gpt2()).total() == 124439808);
  ModelConfig bert = gpt2();
  bert.vocabSize = 30522;
  bert.maxPositions = 512;
  bert.typeVocabSize = 2;
  bert.normOrder = NormOrder::kPost;
  bert.embeddingNorm = true;
  bert.maskedWordHead = true;
  CHECK(parameterCounts(bert).total() == 109514298);
}

TEST_CASE("operations are counted as they are made", "[cost]") {
  for (const ModelConfig& config : configs()) {
    if (config.readsPictures()) continue;  // whose passes project patches besides
    const Encoder encoder(config, initialWeights(config, 1));
    for (const Index n : {1, 5, 9}) {
      for (const Capture capture : {Capture::kAllLayers, Capture::kNone}) {
        const ForwardFlops flops = forwardFlops(config, n);
        EncoderActivations activations;
        ForwardOptions options;
        options.capture = capture;
        multiplyAdds = 0;
        encoder.forward(TokenIds(static_cast<std::size_t>(n), 1), activations, options);
        CHECK(flops.projections + flops.attention + flops.feedForward == 2 * multiplyAdds);
        if (!config.maskedWordHead) continue;
        encoder.predict(activations);
        CHECK(flops.total() == 2 * multiplyAdds);
      }
    }
  }
}

TEST_CASE("each part has the operations of its products", "[cost]") {
  const ModelConfig config = configWithAll();
  const Index n = 7;
  const ForwardFlops flops = forwardFlops(config, n);
  const Matrix x = Matrix::Ones(n, config.dModel);
  const ModelWeights weights = initialWeights(config, 1);
  const LayerWeights& layer = weights.layers.front();
  const Sequences sequences({n});
  const AttentionSetting setting{config.heads, sequences, sequences, {}};
  AttentionActivations attention;
  multiplyAdds = 0;
  attentionProject(layer.attention, setting, x, x, attention);
  const std::int64_t projected = multiplyAdds;
  attentionScore(setting, attention);
  attentionNormalise(setting, attention);
  attentionMix(setting, attention);
  CHECK(flops.attention == config.layers * 2 * (multiplyAdds - projected));
  attentionOutput(layer.attention, setting, attention);
  CHECK(flops.projections + flops.attention == config.layers * 2 * multiplyAdds);
  CHECK(scoreBytes(config, n) ==
        static_cast<std::int64_t>(sizeof(Scalar)) * attention.scores.size());
}

TEST_CASE("backward, an expert multiplies only the tokens that it takes", "[cost]") {
  ModelConfig config = smallConfig();
  config.experts = 5;
  config.expertsPerToken = 2;
  const ModelWeights weights = initialWeights(config, 1);
  const MixtureWeights& mixture = weights.layers.front().mixture;
  Random random(1);
  const Index n = 9;
  const Matrix x = randomMatrix(random, n, config.dModel);
  MixtureActivations a;
  mixtureRoute(mixture, x, a);
  mixtureWeigh(a);
  mixtureChoose(config.expertsPerToken, a);
  a.experts.resize(5);
  for (std::size_t e = 0; e < 5; ++e)
    feedForwardForward(mixture.experts[e], config.activation, x, a.experts[e]);
  MixtureActivations da;
  ModelWeights gradient = ModelWeights::zeros(config);
  Matrix dx;
  multiplyAdds = 0;
  mixtureBackward(mixture, config.expertsPerToken, config.activation, x, a, x, da,
                  gradient.layers.front().mixture, dx);
  // A product's two gradients each take as much as the product.
  const Index forward = n * config.dModel * (2 * 2 * config.dFf + 5);
  CHECK(multiplyAdds == 2 * forward);
}

TEST_CASE("scores in tiles take as much for any number of tokens", "[cost]") {
  ModelConfig config = gpt2();
  CHECK(scoreBytes(config, 1024) == 12LL * 1024 * 1024 * static_cast<int>(sizeof(Scalar)));
  CHECK(tiledScoreBytes() == 60LL * 256 * static_cast<int>(sizeof(Scalar)));
}
