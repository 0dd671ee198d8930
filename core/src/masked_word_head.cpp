#include "fovea/masked_word_head.h"

#include "fovea/activation.h"
#include "kernels/product.h"

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
  kernels::multiply(strided(activations.norm.output), strided(embeddings).transposed(),
                    activations.logits.data(), embeddings.rows(), {weights.bias.data()});
}

void maskedWordBackward(const EncoderConfig& config, const MaskedWordWeights& weights,
                        const Matrix& embeddings, const Matrix& x,
                        const MaskedWordActivations& activations, const Matrix& dLogits,
                        MaskedWordWeights& gradient, Matrix& dEmbeddings, Matrix& dx) {
  gradient.bias += dLogits.colwise().sum();
  kernels::multiply(strided(dLogits).transposed(), strided(activations.norm.output),
                    dEmbeddings.data(), dEmbeddings.cols(), kernels::kAdd);
  Matrix dNorm(x.rows(), x.cols());
  kernels::multiply(strided(dLogits), strided(embeddings), dNorm.data(), dNorm.cols());
  Matrix dActivated;
  layerNormBackward(weights.norm, activations.activated, activations.norm, dNorm, gradient.norm,
                    dActivated);
  Matrix dHidden;
  activationBackward(config.activation, activations.hidden, dActivated, dHidden);
  linearBackward(weights.transform, x, dHidden, gradient.transform, dx);
}

}  // namespace fovea
