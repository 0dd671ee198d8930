#include "fovea/masked_word_head.h"

#include "fovea/activation.h"
#include "kernels/product.h"

namespace fovea {

void maskedWordForward(const ModelConfig& config, const MaskedWordWeights& weights,
                       const TiedTable& embeddings, const Matrix& x,
                       MaskedWordActivations& activations, Capture capture) {
  linearForward(weights.transform, x, activations.hidden, capture);
  activationForward(config.activation, activations.hidden, activations.activated);
  layerNormForward(weights.norm, config.layerNormEps, activations.activated, activations.norm);
  maskedWordLogits(weights, embeddings, activations, capture);
}

void maskedWordLogits(const MaskedWordWeights& weights, const TiedTable& embeddings,
                      MaskedWordActivations& activations, Capture capture) {
  tiedLogits(embeddings, activations.norm.output, weights.bias.data(), activations.logits, capture);
}

void maskedWordBackward(const ModelConfig& config, const MaskedWordWeights& weights,
                        const Matrix& embeddings, const Matrix& x,
                        const MaskedWordActivations& activations,
                        MaskedWordActivations& dActivations, MaskedWordWeights& gradient,
                        Matrix& dEmbeddings, Matrix& dx) {
  MaskedWordActivations& da = dActivations;
  gradient.bias += da.logits.colwise().sum();
  kernels::multiply(strided(da.logits).transposed(), strided(activations.norm.output),
                    dEmbeddings.data(), dEmbeddings.cols(), kernels::kAdd);
  maskedWordHiddenBackward(config, weights, embeddings, x, activations, dActivations, gradient, dx);
}

void maskedWordHiddenBackward(const ModelConfig& config, const MaskedWordWeights& weights,
                              const Matrix& embeddings, const Matrix& x,
                              const MaskedWordActivations& activations,
                              MaskedWordActivations& dActivations, MaskedWordWeights& gradient,
                              Matrix& dx) {
  MaskedWordActivations& da = dActivations;
  da.norm.output.resize(x.rows(), embeddings.cols());
  kernels::multiply(strided(da.logits), strided(embeddings), da.norm.output.data(),
                    da.norm.output.cols());
  layerNormBackward(weights.norm, activations.activated, activations.norm, da.norm, gradient.norm,
                    da.activated);
  activationBackward(config.activation, activations.hidden, da.activated, da.hidden);
  linearBackward(weights.transform, x, da.hidden, gradient.transform, dx);
}

}  // namespace fovea
