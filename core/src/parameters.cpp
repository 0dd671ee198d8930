#include "fovea/parameters.h"

#include <cmath>

#include "fovea/random.h"

namespace fovea {
namespace {

void fillNormal(Random& random, double deviation, Matrix& m) {
  for (Scalar& x : m.reshaped<Eigen::RowMajor>())
    x = static_cast<Scalar>(deviation * random.normal());
}

void fillUniform(Random& random, double bound, Matrix& m) {
  for (Scalar& x : m.reshaped<Eigen::RowMajor>())
    x = static_cast<Scalar>(bound * (2.0 * random.uniform() - 1.0));
}

void fillXavier(Random& random, LinearWeights& linear) {
  const auto fans = static_cast<double>(linear.weight.rows() + linear.weight.cols());
  fillUniform(random, std::sqrt(6.0 / fans), linear.weight);
}

}  // namespace

Index parameterCount(const EncoderConfig& c) {
  const auto linear = [](Index out, Index in) { return out * in + out; };
  const Index d = c.dModel;
  const Index norm = 2 * d;
  Index count = (c.vocabSize + c.typeVocabSize) * d;
  if (c.positions == PositionEmbedding::kAbsolute) count += c.maxPositions * d;
  if (c.embeddingNorm) count += norm;
  count += c.layers * (4 * linear(d, d) + linear(c.dFf, d) + linear(d, c.dFf) + 2 * norm);
  if (c.normOrder == NormOrder::kPre) count += norm;
  if (c.maskedWordHead) count += linear(d, d) + norm + c.vocabSize;
  return count;
}

std::vector<TensorToWrite> tensorsToWrite(const EncoderWeights& weights, Dtype dtype,
                                          const std::string& prefix) {
  std::vector<TensorToWrite> tensors;
  forEachParameter(weights, [&](const std::string& name, const auto& tensor) {
    tensors.push_back({prefix + name, dtype, shapeOf(tensor),
                       fromFloat(tensor.data(), static_cast<std::size_t>(tensor.size()), dtype)});
  });
  return tensors;
}

EncoderWeights initialWeights(const EncoderConfig& config, std::uint64_t seed) {
  constexpr double kEmbeddingDeviation = 0.02;
  EncoderWeights w = EncoderWeights::zeros(config);
  Random random(seed);
  fillNormal(random, kEmbeddingDeviation, w.embedding.tokens);
  fillNormal(random, kEmbeddingDeviation, w.embedding.positions);
  fillNormal(random, kEmbeddingDeviation, w.embedding.tokenTypes);
  w.embedding.norm.gamma.setOnes();
  for (EncoderLayerWeights& layer : w.layers) {
    for (LinearWeights* linear : linears(layer)) fillXavier(random, *linear);
    layer.attentionNorm.gamma.setOnes();
    layer.feedForwardNorm.gamma.setOnes();
  }
  w.finalNorm.gamma.setOnes();
  if (config.maskedWordHead) {
    fillUniform(random, 1.0 / std::sqrt(static_cast<double>(config.dModel)),
                w.maskedWord.transform.weight);
    w.maskedWord.norm.gamma.setOnes();
  }
  return w;
}

}  // namespace fovea
