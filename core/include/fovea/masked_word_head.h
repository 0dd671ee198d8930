#pragma once

#include "fovea/config.h"
#include "fovea/embedding.h"
#include "fovea/layer_norm.h"
#include "fovea/linear.h"

namespace fovea {

/// BERT's prediction head (Devlin et al. 2019): logits = LN(f(h·W + b))·Eᵀ + c, where E is the
/// embedding table of the tokens (tied).
struct MaskedWordWeights {
  LinearWeights transform;  ///< dModel × dModel
  LayerNormWeights norm;    ///< dModel
  RowVector bias;           ///< vocabSize

  /// All zero, or all empty if the config has no head.
  static MaskedWordWeights zeros(const ModelConfig& config);
};

/// Every intermediate of the prediction.
struct MaskedWordActivations {
  Matrix hidden;              ///< n × dModel, before the activation
  Matrix activated;           ///< n × dModel
  LayerNormActivations norm;  ///< n × dModel
  Matrix logits;              ///< n × vocabSize
};

/// x is any n rows of the encoder's output; in integers if they are of a pass that captured nothing
/// (linearForward).
void maskedWordForward(const ModelConfig& config, const MaskedWordWeights& weights,
                       const TiedTable& embeddings, const Matrix& x,
                       MaskedWordActivations& activations, Capture capture = Capture::kAllLayers);

/// The last stage of maskedWordForward: logits from the norm's output.
void maskedWordLogits(const MaskedWordWeights& weights, const TiedTable& embeddings,
                      MaskedWordActivations& activations, Capture capture = Capture::kAllLayers);

/// Expects the gradient of the logits in `dActivations.logits`; fills the rest of `dActivations`,
/// adds to `gradient` and `dEmbeddings`, and sets dx. Needs x, hidden, activated and norm from the
/// forward pass.
void maskedWordBackward(const ModelConfig& config, const MaskedWordWeights& weights,
                        const Matrix& embeddings, const Matrix& x,
                        const MaskedWordActivations& activations,
                        MaskedWordActivations& dActivations, MaskedWordWeights& gradient,
                        Matrix& dEmbeddings, Matrix& dx);

/// The same without the gradients of the embedding table and the bias.
void maskedWordHiddenBackward(const ModelConfig& config, const MaskedWordWeights& weights,
                              const Matrix& embeddings, const Matrix& x,
                              const MaskedWordActivations& activations,
                              MaskedWordActivations& dActivations, MaskedWordWeights& gradient,
                              Matrix& dx);

}  // namespace fovea
