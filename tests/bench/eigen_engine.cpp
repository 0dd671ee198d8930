#include "eigen_engine.h"

#include <cmath>
#include <map>
#include <string>

#include "fovea/activation.h"
#include "fovea/parameters.h"
#include "fovea/positional_encoding.h"
#include "fovea/softmax.h"

namespace fovea::bench {
namespace {

/// As matrices of (out, in), however the encoder keeps them.
ModelWeights plainWeights(const Encoder& encoder) {
  std::map<std::string, Matrix> tensors;
  forEachParameter(encoder.weights(),
                   [&](const std::string& name, const auto& tensor) { tensors[name] = tensor; });
  ModelWeights plain = ModelWeights::zeros(encoder.config());
  forEachParameter(plain,
                   [&](const std::string& name, auto& tensor) { tensor = tensors.at(name); });
  return plain;
}

void linear(const LinearWeights& weights, const Matrix& x, Matrix& y) {
  y.noalias() = x * weights.weight.transpose();
  y.rowwise() += weights.bias;
}

}  // namespace

EigenEngine::EigenEngine(const Encoder& encoder)
    : config_(encoder.config()), weights_(plainWeights(encoder)) {
  if (config_.positions == PositionEmbedding::kSinusoidal)
    sinusoidal_ = sinusoidalPositions(config_.maxPositions, config_.dModel);
}

void EigenEngine::forward(const TokenIds& ids) {
  sequences_.assign(static_cast<Index>(ids.size()));
  embeddingForward(config_, Structure::of(config_), weights_.embedding, sinusoidal_, ids,
                   sequences_, embedding_);
  x_ = embeddingOutput(config_, embedding_);
  for (const LayerWeights& layer : weights_.layers) {
    attention(layer.attention);
    addAndNormalise(layer.attentionNorm);
    feedForward(layer.feedForward);
    addAndNormalise(layer.feedForwardNorm);
  }
}

void EigenEngine::attention(const AttentionWeights& weights) {
  linear(weights.query, x_, query_);
  linear(weights.key, x_, key_);
  linear(weights.value, x_, value_);
  heads_.resize(x_.rows(), x_.cols());
  const Index dK = config_.dK();
  const Scalar scale = 1 / std::sqrt(static_cast<Scalar>(dK));
  for (Index h = 0; h < config_.heads; ++h) {
    const auto of = [&](Matrix& m) { return m.middleCols(h * dK, dK); };
    scores_.noalias() = of(query_) * of(key_).transpose();
    softmaxForward(scores_, scale, {}, 0, scores_);
    of(heads_).noalias() = scores_ * of(value_);
  }
  linear(weights.output, heads_, sublayer_);
}

void EigenEngine::feedForward(const FeedForwardWeights& weights) {
  linear(weights.expand, x_, hidden_);
  activationForward(config_.activation, hidden_, hidden_);
  linear(weights.compress, hidden_, sublayer_);
}

void EigenEngine::addAndNormalise(const LayerNormWeights& norm) {
  residual_ = x_ + sublayer_;
  layerNormForward(norm, config_.layerNormEps, residual_, norm_);
  x_.swap(norm_.output);
}

}  // namespace fovea::bench
