#pragma once

#include "fovea/encoder.h"

namespace fovea::bench {

/// The encoder with Eigen's matrix product in place of the kernels': what a product of our own has
/// to beat. All that is no product is Fovea's. Post-norm stacks only.
class EigenEngine {
 public:
  /// Takes a copy of the weights.
  explicit EigenEngine(const Encoder& encoder);

  void forward(const TokenIds& ids);
  const Matrix& output() const { return x_; }

 private:
  void attention(const AttentionWeights& weights);
  void feedForward(const FeedForwardWeights& weights);
  void addAndNormalise(const LayerNormWeights& norm);

  ModelConfig config_;
  ModelWeights weights_;
  Matrix sinusoidal_;
  // n × dModel, but the scores (n × n) and the hidden layer (n × dFf).
  Matrix x_, query_, key_, value_, heads_, sublayer_, residual_, scores_, hidden_;
  EmbeddingActivations embedding_;
  LayerNormActivations norm_;
  Sequences sequences_;
};

}  // namespace fovea::bench
