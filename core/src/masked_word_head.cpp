#include "fovea/masked_word_head.h"

#include "fovea/activation.h"

namespace fovea {

MaskedWordWeights MaskedWordWeights::zeros(const EncoderConfig& config) {
  if (!config.maskedWordHead) return {};
  return {LinearWeights::zeros(config.dModel, config.dModel),
          LayerNormWeights::zeros(config.dModel), RowVector::Zero(config.vocabSize)};
}

void maskedWordForward(const EncoderConfig& config, const MaskedWordWeights& weights,
                       const Matrix& embeddings, const Matrix& x,
                       MaskedWordActivations& activations) {
  linearForward(weights.transform, x, activations.hidden);
  activationForward(config.activation, activations.hidden, activations.activated);
  layerNormForward(weights.norm, config.layerNormEps, activations.activated, activations.norm);
  activations.logits.resize(x.rows(), embeddings.rows());
  activations.logits.noalias() = activations.norm.output * embeddings.transpose();
  activations.logits.rowwise() += weights.bias;
}

void maskedWordBackward(const EncoderConfig& config, const MaskedWordWeights& weights,
                        const Matrix& embeddings, const Matrix& x,
                        const MaskedWordActivations& activations, const Matrix& dLogits,
                        MaskedWordWeights& gradient, Matrix& dEmbeddings, Matrix& dx) {
  gradient.bias += dLogits.colwise().sum();
  dEmbeddings.noalias() += dLogits.transpose() * activations.norm.output;
  const Matrix dNorm = dLogits * embeddings;
  Matrix dActivated;
  layerNormBackward(weights.norm, activations.activated, activations.norm, dNorm, gradient.norm,
                    dActivated);
  Matrix dHidden;
  activationBackward(config.activation, activations.hidden, dActivated, dHidden);
  linearBackward(weights.transform, x, dHidden, gradient.transform, dx);
}

}  // namespace fovea
