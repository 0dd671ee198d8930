#include "fovea/parameters.h"

#include <cmath>
#include <cstring>

#include "catch2.h"
#include "closeness.h"
#include "samples.h"

using namespace fovea;
using namespace fovea::test;

namespace {

std::vector<std::string> namesOf(const ModelConfig& config) {
  std::vector<std::string> names;
  const ModelWeights weights = ModelWeights::zeros(config);
  forEachParameter(weights, [&](const std::string& name, const auto&) { names.push_back(name); });
  return names;
}

// By what the weights consist of, not by the formula.
Index countOf(const ModelConfig& config) {
  Index count = 0;
  const ModelWeights weights = ModelWeights::zeros(config);
  forEachParameter(weights,
                   [&](const std::string&, const auto& tensor) { count += tensor.size(); });
  return count;
}

// FNV-1a over the bits of the weights, as floats, in the order of forEachParameter.
std::uint32_t hashOf(const ModelWeights& weights) {
  std::uint32_t hash = 2166136261U;
  forEachParameter(weights, [&](const std::string&, const auto& tensor) {
    for (Index i = 0; i < tensor.size(); ++i) {
      const auto value = static_cast<float>(tensor.data()[i]);
      std::uint32_t bits = 0;
      std::memcpy(&bits, &value, sizeof bits);
      for (unsigned shift = 0; shift < 32; shift += 8)
        hash = (hash ^ ((bits >> shift) & 0xFFU)) * 16777619U;
    }
  });
  return hash;
}

ModelConfig everyPart() {
  ModelConfig config = smallConfig();
  config.layers = 1;
  config.positions = PositionEmbedding::kAbsolute;
  config.normOrder = NormOrder::kPre;
  config.typeVocabSize = 2;
  config.embeddingNorm = true;
  config.maskedWordHead = true;
  return config;
}

}  // namespace

TEST_CASE("the parameters have the names of a Hugging Face BERT", "[parameters]") {
  const std::string layer = "encoder.layer.0.";
  CHECK(namesOf(everyPart()) ==
        std::vector<std::string>{"embeddings.word_embeddings.weight",
                                 "embeddings.position_embeddings.weight",
                                 "embeddings.token_type_embeddings.weight",
                                 "embeddings.LayerNorm.weight",
                                 "embeddings.LayerNorm.bias",
                                 layer + "attention.self.query.weight",
                                 layer + "attention.self.query.bias",
                                 layer + "attention.self.key.weight",
                                 layer + "attention.self.key.bias",
                                 layer + "attention.self.value.weight",
                                 layer + "attention.self.value.bias",
                                 layer + "attention.output.dense.weight",
                                 layer + "attention.output.dense.bias",
                                 layer + "attention.output.LayerNorm.weight",
                                 layer + "attention.output.LayerNorm.bias",
                                 layer + "intermediate.dense.weight",
                                 layer + "intermediate.dense.bias",
                                 layer + "output.dense.weight",
                                 layer + "output.dense.bias",
                                 layer + "output.LayerNorm.weight",
                                 layer + "output.LayerNorm.bias",
                                 "encoder.LayerNorm.weight",
                                 "encoder.LayerNorm.bias",
                                 "cls.predictions.transform.dense.weight",
                                 "cls.predictions.transform.dense.bias",
                                 "cls.predictions.transform.LayerNorm.weight",
                                 "cls.predictions.transform.LayerNorm.bias",
                                 "cls.predictions.bias"});
}

TEST_CASE("what a config lacks is not visited", "[parameters]") {
  ModelConfig config = smallConfig();
  config.layers = 1;
  const std::vector<std::string> names = namesOf(config);
  REQUIRE(names.size() == 17);
  CHECK(names[0] == "embeddings.word_embeddings.weight");
  CHECK(names[1] == "encoder.layer.0.attention.self.query.weight");
  CHECK(names[16] == "encoder.layer.0.output.LayerNorm.bias");
}

TEST_CASE("the paper's base model has the counts of its formula", "[parameters]") {
  ModelConfig base;  // d 512, h 8, d_ff 2048, N 6
  const Index layer = 4 * (512 * 512 + 512) + 2 * 512 * 2048 + 2048 + 512 + 4 * 512;
  CHECK(layer == 3152384);
  base.vocabSize = 37000;
  CHECK(parameterCount(base) == 6 * layer + 37000 * 512);
}

TEST_CASE("the count is that of the weights", "[parameters]") {
  ModelConfig config = smallConfig();
  CHECK(parameterCount(config) == countOf(config));
  CHECK(parameterCount(everyPart()) == countOf(everyPart()));
  config.maskedWordHead = true;
  config.layers = 3;
  CHECK(parameterCount(config) == countOf(config));
}

TEST_CASE("BERT-base has as many parameters as published", "[parameters]") {
  ModelConfig bert;
  bert.layers = 12;
  bert.vocabSize = 30522;
  bert.dModel = 768;
  bert.heads = 12;
  bert.dFf = 3072;
  bert.positions = PositionEmbedding::kAbsolute;
  bert.maxPositions = 512;
  bert.typeVocabSize = 2;
  bert.embeddingNorm = true;
  // bert-base-uncased has 109 482 240 with its pooler of 768² + 768, which is no part of ours …
  CHECK(parameterCount(bert) == 109482240 - (768 * 768 + 768));
  // … and 109 514 298 with the masked-word head in the pooler's place.
  bert.maskedWordHead = true;
  CHECK(parameterCount(bert) == 109514298);
}

TEST_CASE("initial weights are the same for the same seed, everywhere", "[parameters]") {
  CHECK(hashOf(initialWeights(everyPart(), 1)) == hashOf(initialWeights(everyPart(), 1)));
  CHECK(hashOf(initialWeights(everyPart(), 1)) != hashOf(initialWeights(everyPart(), 2)));
  if (kIsFloat) CHECK(hashOf(initialWeights(everyPart(), 1)) == 0x689F2EA7U);
}

TEST_CASE("initial weights have the documented spread", "[parameters]") {
  ModelConfig config = everyPart();
  config.dModel = 64;
  config.dFf = 256;
  config.vocabSize = 500;
  const ModelWeights weights = initialWeights(config, 3);
  const auto deviation = [](const Matrix& m) {
    return std::sqrt(m.template cast<double>().squaredNorm() / double(m.size()));
  };
  const auto near = [](double actual, double expected) {
    return std::abs(actual / expected - 1) < 0.05;
  };
  CHECK(near(deviation(weights.embedding.tokens), 0.02));
  CHECK(near(deviation(weights.embedding.positions), 0.02));
  // U(±b) has the deviation b ÷ √3; Xavier's b is √(6 ÷ (in + out)).
  CHECK(near(deviation(weights.layers[0].attention.query.weight), std::sqrt(2.0 / 128)));
  CHECK(near(deviation(weights.layers[0].feedForward.expand.weight), std::sqrt(2.0 / 320)));
  CHECK(near(deviation(weights.maskedWord.transform.weight), 1 / std::sqrt(3.0 * 64)));
  CHECK(weights.layers[0].feedForward.expand.weight.cwiseAbs().maxCoeff() <=
        Scalar(std::sqrt(6.0 / 320)));
}

TEST_CASE("initial biases are 0 and norms are the identity", "[parameters]") {
  const ModelWeights weights = initialWeights(everyPart(), 1);
  forEachParameter(weights, [](const std::string& name, const auto& tensor) {
    INFO(name);
    const bool isNormGain = name.find("LayerNorm.weight") != std::string::npos;
    const bool isBias = name.size() > 4 && name.substr(name.size() - 4) == "bias";
    if (isNormGain) CHECK((tensor.array() == 1).all());
    if (isBias) CHECK((tensor.array() == 0).all());
  });
}
