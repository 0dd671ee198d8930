#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "fovea/embedding.h"
#include "fovea/masked_word_head.h"
#include "fovea/parameters.h"
#include "fovea/train/recurrent_layer.h"

namespace fovea {

/// All that a recurrent network has learned.
struct RecurrentWeights {
  EmbeddingWeights embedding;
  std::vector<RecurrentLayerWeights> layers;
  MaskedWordWeights maskedWord;

  /// All zero, in the shapes of the config.
  static RecurrentWeights zeros(const ModelConfig& config);
};

/// Every intermediate of one forward pass.
struct RecurrentActivations {
  TokenIds ids;
  Sequences sequences;
  EmbeddingActivations embedding;
  std::vector<RecurrentLayerActivations> layers;
};

/// The recurrent network that the encoder is compared with: the same embedding and masked-word
/// head, and in between layers of LSTMs of as many parameters (RecurrentLayerWeights). Its config
/// is that of the encoder, of which it has no use for heads and d_ff. It is no part of the core:
/// files of models, the page and traces know nothing of it.
class RecurrentNetwork {
 public:
  /// Throws ModelError{kInvalidConfig} for a config that it cannot stand beside: a width that is no
  /// multiple of 4, d_ff other than 4 times that, norms before sublayers, a variant or a decoder;
  /// and {kTensorShape} for weights of other shapes than the config implies.
  RecurrentNetwork(const ModelConfig& config, RecurrentWeights weights);

  const ModelConfig& config() const { return config_; }
  const RecurrentWeights& weights() const { return weights_; }

  /// As Encoder::updateWeights.
  void updateWeights(const std::function<void(RecurrentWeights&)>& update);

  /// Throws ModelError{kInvalidInput} for no ids, one outside the vocabulary, or sequences that are
  /// too long or do not add up.
  void forward(const TokenIds& ids, const Sequences& sequences,
               RecurrentActivations& activations) const;
  /// The last hidden states, n × dModel, of a forward pass. Throws ModelError{kInvalidInput}
  /// without one.
  static const Matrix& output(const RecurrentActivations& activations);
  /// Given the gradient of the output: fills that of the embedding's tensors and adds the
  /// parameters' to `gradient`. Throws as Encoder::backward does.
  void backward(const RecurrentActivations& activations, const Matrix& dOutput,
                EmbeddingActivations& dEmbedding, RecurrentWeights& gradient) const;

 private:
  void packWeights();

  ModelConfig config_;
  RecurrentWeights weights_;
  Matrix sinusoidal_;
};

/// Fresh weights: embedding and head as the encoder's of the same seed; matrices of LSTMs and the
/// layer after them uniform in ±1/√in, biases 0 but for those of the forget gates, 1 (Jozefowicz,
/// Zaremba & Sutskever 2015).
RecurrentWeights initialRecurrentWeights(const ModelConfig& config, std::uint64_t seed);

/// How many numbers a network of this config has to learn.
Index recurrentParameterCount(const ModelConfig& config);

// --- the schema of parameters, as parameters.h has it ------------------------------------------

namespace detail {

template <typename Lstm, typename Visitor>
void visitLstm(const std::string& name, Index d, Lstm& lstm, Visitor& visit) {
  const Index h = d / 4 * 3;
  visitLinear(name + ".input", 4 * h, d, Initial::kUniform, lstm.input, visit);
  visitLinear(name + ".recurrent", 4 * h, h, Initial::kUniform, lstm.recurrent, visit);
}

template <typename Weights, typename Visitor>
void visitRecurrent(const ModelConfig& c, Weights& weights, Visitor& visit) {
  visitEmbedding(c, weights.embedding, visit);
  for (std::size_t l = 0; l < weights.layers.size(); ++l) {
    auto& layer = weights.layers[l];
    const std::string name = "recurrent.layer." + std::to_string(l);
    visitLstm(name + ".forward", c.dModel, layer.forward, visit);
    visitLstm(name + ".backward", c.dModel, layer.backward, visit);
    visitLinear(name + ".output.dense", c.dModel, c.dModel / 4 * 6, Initial::kUniform, layer.output,
                visit);
    visitNorm(c, name + ".output.LayerNorm", c.dModel, layer.norm, visit);
  }
  visitHead(c, weights.maskedWord, visit);
}

}  // namespace detail

/// As for an encoder's weights.
template <typename Visitor>
void forEachParameter(const ModelConfig& config, RecurrentWeights& weights, Visitor&& visit) {
  detail::visitRecurrent(config, weights, visit);
}
template <typename Visitor>
void forEachParameter(const ModelConfig& config, const RecurrentWeights& weights, Visitor&& visit) {
  detail::visitRecurrent(config, weights, visit);
}

}  // namespace fovea
