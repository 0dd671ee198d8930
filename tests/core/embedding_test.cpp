#include "fovea/embedding.h"

#include "catch2.h"
#include "closeness.h"
#include "fixture.h"
#include "fovea/positional_encoding.h"
#include "samples.h"

using namespace fovea;
using namespace fovea::test;

namespace {

// The config of the fixture.
ModelConfig learnedConfig() {
  ModelConfig config;
  config.dModel = 4;
  config.vocabSize = 7;
  config.maxPositions = 5;
  config.typeVocabSize = 2;
  config.positions = PositionEmbedding::kAbsolute;
  config.embeddingNorm = true;
  return config;
}

EmbeddingWeights embeddingWeights(const Fixture& fixture, const std::string& prefix) {
  EmbeddingWeights weights;
  weights.tokens = fixture.matrix(prefix + "tokens");
  weights.positions = fixture.matrix(prefix + "positions");
  weights.tokenTypes = fixture.matrix(prefix + "token_types");
  weights.norm = fixture.norm(prefix + "norm.");
  return weights;
}

}  // namespace

TEST_CASE("an embedding with every part is PyTorch's", "[embedding][fixture]") {
  const Fixture fixture("layers");
  const ModelConfig config = learnedConfig();
  const EmbeddingWeights weights = embeddingWeights(fixture, "embedding/");
  const TokenIds ids = fixture.integers("embedding/ids");
  const Sequences sequences({4});
  EmbeddingActivations activations;
  const Structure structure = Structure::of(config);
  embeddingForward(config, structure, weights, {}, ids, sequences, activations);
  CHECK(relativeError(activations.sum, fixture.matrix("embedding/sum")) <= kForwardTolerance);
  const Matrix& output = embeddingOutput(config, activations);
  CHECK(relativeError(output, fixture.matrix("embedding/output")) <= kForwardTolerance);

  EmbeddingWeights gradient = EmbeddingWeights::zeros(config);
  EmbeddingActivations dActivations;
  embeddingOutput(config, dActivations) = fixture.matrix("embedding/g.output");
  embeddingBackward(config, structure, weights, ids, sequences, activations, dActivations,
                    gradient);
  const EmbeddingWeights expected = embeddingWeights(fixture, "embedding/g.");
  CHECK(relativeError(gradient.tokens, expected.tokens) <= kBackwardTolerance);
  CHECK(relativeError(gradient.positions, expected.positions) <= kBackwardTolerance);
  CHECK(relativeError(gradient.tokenTypes, expected.tokenTypes) <= kBackwardTolerance);
  CHECK(relativeError(gradient.norm.gamma, expected.norm.gamma) <= kBackwardTolerance);
  CHECK(relativeError(gradient.norm.beta, expected.norm.beta) <= kBackwardTolerance);
}

TEST_CASE("token rows are scaled by √dModel where the config says so", "[embedding]") {
  ModelConfig config = smallConfig();
  config.dModel = 16;
  config.positions = PositionEmbedding::kNone;
  config.embeddingScale = GENERATE(false, true);
  Random random(1);
  EmbeddingWeights weights = EmbeddingWeights::zeros(config);
  weights.tokens = randomMatrix(random, config.vocabSize, 16);
  EmbeddingActivations activations;
  embeddingForward(config, Structure::of(config), weights, {}, {3}, Sequences({1}), activations);
  CHECK(activations.tokens == (config.embeddingScale ? 4 : 1) * weights.tokens.row(3));
  CHECK(activations.positions == Matrix::Zero(1, 16));
  CHECK(embeddingOutput(config, activations) == activations.tokens);
}

TEST_CASE("positions start again in every sequence", "[embedding]") {
  const ModelConfig config = smallConfig();
  const Matrix table = sinusoidalPositions(config.maxPositions, config.dModel);
  const EmbeddingWeights weights = EmbeddingWeights::zeros(config);
  EmbeddingActivations activations;
  embeddingForward(config, Structure::of(config), weights, table, {1, 2, 3, 4, 5},
                   Sequences({2, 3}), activations);
  CHECK(activations.positions.topRows(2) == table.topRows(2));
  CHECK(activations.positions.bottomRows(3) == table.topRows(3));
}

TEST_CASE("tables that the config does not have are empty", "[embedding]") {
  const EmbeddingWeights weights = EmbeddingWeights::zeros(smallConfig());
  CHECK(weights.tokens.rows() == 11);
  CHECK(weights.positions.size() == 0);
  CHECK(weights.tokenTypes.size() == 0);
  CHECK(weights.norm.gamma.size() == 0);
}
