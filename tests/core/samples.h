#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "fovea/encoder.h"
#include "fovea/parameters.h"
#include "fovea/random.h"

namespace fovea::test {

inline Matrix randomMatrix(Random& random, Index rows, Index cols, double deviation = 1) {
  Matrix m(rows, cols);
  for (Scalar& x : m.reshaped()) x = static_cast<Scalar>(deviation * random.normal());
  return m;
}

inline RowVector randomRow(Random& random, Index size, double mean = 0, double deviation = 1) {
  RowVector v(size);
  for (Scalar& x : v) x = static_cast<Scalar>(mean + deviation * random.normal());
  return v;
}

inline LinearWeights randomLinear(Random& random, Index out, Index in) {
  const double deviation = 1 / std::sqrt(static_cast<double>(in));
  return {randomMatrix(random, out, in, deviation), randomRow(random, out, 0, 0.3)};
}

inline LayerNormWeights randomNorm(Random& random, Index d) {
  return {randomRow(random, d, 1, 0.3), randomRow(random, d, 0, 0.3)};
}

inline AttentionWeights randomAttention(Random& random, Index d) {
  return {randomLinear(random, d, d), randomLinear(random, d, d), randomLinear(random, d, d),
          randomLinear(random, d, d)};
}

inline ModelConfig smallConfig() {
  ModelConfig config;
  config.dModel = 8;
  config.heads = 2;
  config.dFf = 12;
  config.layers = 2;
  config.vocabSize = 11;
  config.maxPositions = 9;
  return config;
}

/// With every parameter that a config can ask for.
inline ModelConfig configWithAll() {
  ModelConfig config = smallConfig();
  config.positions = PositionEmbedding::kAbsolute;
  config.typeVocabSize = 2;
  config.embeddingNorm = true;
  config.maskedWordHead = true;
  return config;
}

/// Weights without a 0 or 1 that would hide a mistake: biases and norms are random too.
inline ModelWeights randomWeights(const ModelConfig& config, std::uint64_t seed) {
  Random random(seed);
  ModelWeights weights = ModelWeights::zeros(config);
  forEachParameter(weights, [&](const std::string& name, auto& tensor) {
    const bool isNorm = name.find("LayerNorm.weight") != std::string::npos;
    const double deviation = tensor.rows() > 1 ? 1 / std::sqrt(double(tensor.cols())) : 0.3;
    for (Scalar& x : tensor.reshaped())
      x = static_cast<Scalar>((isNorm ? 1 : 0) + deviation * random.normal());
  });
  return weights;
}

/// visit(name, tensor of a, tensor of b) for every parameter; both have the same config.
template <typename Visitor>
void forEachPair(const ModelWeights& a, const ModelWeights& b, Visitor&& visit) {
  std::vector<Matrix> ofB;
  forEachParameter(b, [&](const std::string&, const auto& tensor) { ofB.emplace_back(tensor); });
  std::size_t i = 0;
  forEachParameter(a, [&](const std::string& name, const auto& tensor) {
    visit(name, Matrix(tensor), ofB[i++]);
  });
}

}  // namespace fovea::test
