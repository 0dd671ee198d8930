#pragma once

#include "fovea/config.h"
#include "fovea/layer_norm.h"
#include "fovea/linear.h"

namespace fovea {

/// BERT's prediction head (Devlin et al. 2019): logits = LN(f(h·W + b))·Eᵀ + c, where E is the
/// embedding table of the tokens (tied).
struct MaskedWordWeights {
  LinearWeights transform;  ///< dModel × dModel
  LayerNormWeights norm;    ///< dModel
  RowVector bias;           ///< vocabSize

  /// All empty where the config has no head.
  static MaskedWordWeights zeros(const EncoderConfig& config);
};

struct MaskedWordActivations {
  Matrix hidden;              ///< n × dModel, before the activation
  Matrix activated;           ///< n × dModel
  LayerNormActivations norm;  ///< n × dModel
  Matrix logits;              ///< n × vocabSize
};

/// x: any n rows of the encoder's output; embeddings: vocabSize × dModel.
void maskedWordForward(const EncoderConfig& config, const MaskedWordWeights& weights,
                       const Matrix& embeddings, const Matrix& x,
                       MaskedWordActivations& activations);

/// Adds to `gradient` and `dEmbeddings`, sets dx. Needs of the forward pass: x, hidden, activated,
/// norm.
void maskedWordBackward(const EncoderConfig& config, const MaskedWordWeights& weights,
                        const Matrix& embeddings, const Matrix& x,
                        const MaskedWordActivations& activations, const Matrix& dLogits,
                        MaskedWordWeights& gradient, Matrix& dEmbeddings, Matrix& dx);

}  // namespace fovea
