#pragma once

#include "fovea/config.h"
#include "fovea/layer_norm.h"
#include "fovea/matrix.h"
#include "fovea/sequences.h"

namespace fovea {

struct EmbeddingWeights {
  Matrix tokens;          ///< vocabSize × dModel
  Matrix positions;       ///< maxPositions × dModel where positions are learned, else empty
  Matrix tokenTypes;      ///< typeVocabSize × dModel, or empty
  LayerNormWeights norm;  ///< dModel, or empty without embedding_norm

  static EmbeddingWeights zeros(const EncoderConfig& config);
};

struct EmbeddingActivations {
  Matrix tokens;              ///< n × dModel, rows of the table (× √dModel where so configured)
  Matrix positions;           ///< n × dModel; row 0 of the token types is part of it, as in BERT
                              ///< with one segment
  Matrix sum;                 ///< n × dModel, tokens + positions
  LayerNormActivations norm;  ///< of the sum; empty without embedding_norm
};

/// The embedding's output, n × dModel: the sum, or its norm where the config has one.
const Matrix& embeddingOutput(const EncoderConfig& config, const EmbeddingActivations& activations);

/// ids must be in [0, vocabSize) and no sequence longer than maxPositions (Encoder checks both).
/// `sinusoidal` is the table of positions where the config asks for sinusoids (at least as many
/// rows as the longest sequence), else unused.
void embeddingForward(const EncoderConfig& config, const EmbeddingWeights& weights,
                      const Matrix& sinusoidal, const TokenIds& ids, const Sequences& sequences,
                      EmbeddingActivations& activations);

/// Adds to `gradient`. Needs of the forward pass: sum, norm.
void embeddingBackward(const EncoderConfig& config, const EmbeddingWeights& weights,
                       const TokenIds& ids, const Sequences& sequences,
                       const EmbeddingActivations& activations, const Matrix& dOutput,
                       EmbeddingWeights& gradient);

}  // namespace fovea
