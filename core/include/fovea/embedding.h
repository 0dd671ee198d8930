#pragma once

#include "fovea/config.h"
#include "fovea/layer_norm.h"
#include "fovea/linear.h"
#include "fovea/matrix.h"
#include "fovea/packed_matrix.h"
#include "fovea/sequences.h"
#include "fovea/structure.h"

namespace fovea {

inline namespace FOVEA_BUILD {

/// The parameters of the embedding.
struct EmbeddingWeights {
  Matrix tokens;          ///< vocabSize × dModel
  Matrix positions;       ///< maxPositions × dModel if positions are learned, else empty
  Matrix tokenTypes;      ///< typeVocabSize × dModel, or empty
  LinearWeights patches;  ///< patchNumbers to dModel for a model of pictures, else empty
  LayerNormWeights norm;  ///< dModel, or empty without embedding_norm
  /// The transposed tokens in the kernel's order, for the logits tied to them, or empty. Pack them
  /// again when the tokens change.
  PackedMatrix packedTokens = {};
  /// The same as the whole numbers of an I8 file: LinearWeights::integers.
  IntegersPart<IntegerMatrix> integerTokens = {};
  LinearWeights projection = {};  ///< embeddingWidth to dModel if they differ, else empty

  /// All zero, in the shapes of the config: to load into, or to accumulate gradients in.
  static EmbeddingWeights zeros(const ModelConfig& config);
};

}  // namespace FOVEA_BUILD

/// The embedding table as used for tied logits: with its packed copy, if there is one.
struct TiedTable {
  const Matrix& rows;                                     ///< vocabSize × dModel
  const PackedMatrix* packed = nullptr;                   ///< its transpose
  const IntegersPart<IntegerMatrix>* integers = nullptr;  ///< likewise

  /// Without a packed copy, so it is packed for the call; for a few logits, that takes most of the
  /// time.
  TiedTable(const Matrix& tokens) : rows(tokens) {}  // NOLINT: a matrix is one
  /// With the packed copy, if there is one.
  TiedTable(const EmbeddingWeights& weights)  // NOLINT: likewise
      : rows(weights.tokens),
        packed(weights.packedTokens.empty() ? nullptr : &weights.packedTokens),
        integers(weights.integerTokens.empty() ? nullptr : &weights.integerTokens) {}
};

/// logits = x·Eᵀ + bias, n × vocabSize, from x, n × dModel; null means no bias. In integers with
/// kNone, if they are there.
void tiedLogits(const TiedTable& table, const Matrix& x, const Scalar* bias, Matrix& logits,
                Capture capture = Capture::kAllLayers);

inline namespace FOVEA_BUILD {

/// Every intermediate of the embedding.
struct EmbeddingActivations {
  VariantList<TokenIds> types;  ///< an input: the token types, n, below typeVocabSize; empty for 0
  Matrix tokens;     ///< n × dModel, rows of the table (× √dModel with embeddingScale)
  Matrix positions;  ///< n × dModel; includes the rows of the token types; without positions
                     ///< nothing else
  Matrix sum;        ///< n × dModel, tokens + positions
  LayerNormActivations norm;  ///< of the sum; empty without embedding_norm
  Matrix projected;           ///< n × dModel if the embedding is narrower, else empty
};

}  // namespace FOVEA_BUILD

/// What is projected, or the output if nothing is: the sum, or its norm with embedding_norm.
const Matrix& embeddingBeforeProjection(const ModelConfig& config,
                                        const EmbeddingActivations& activations);
Matrix& embeddingBeforeProjection(const ModelConfig& config, EmbeddingActivations& activations);

/// The embedding's output, n × dModel.
const Matrix& embeddingOutput(const ModelConfig& config, const EmbeddingActivations& activations);
Matrix& embeddingOutput(const ModelConfig& config, EmbeddingActivations& activations);

/// ids must be in [0, vocabSize) and no sequence longer than maxPositions (Encoder checks both).
/// `sinusoidal` is the table of positions if the config asks for sinusoids (with at least as many
/// rows as the longest sequence), else unused. Of the structure, only `positions` and
/// `embeddingScale` are read.
void embeddingForward(const ModelConfig& config, const Structure& structure,
                      const EmbeddingWeights& weights, const Matrix& sinusoidal,
                      const TokenIds& ids, const Sequences& sequences,
                      EmbeddingActivations& activations);

/// The stages of embeddingForward before its norm: tokens and positions, starting at
/// `firstPosition`, then their sum.
void embeddingLookUp(const ModelConfig& config, const Structure& structure,
                     const EmbeddingWeights& weights, const Matrix& sinusoidal, const TokenIds& ids,
                     const Sequences& sequences, EmbeddingActivations& activations,
                     Index firstPosition = 0);
void embeddingSum(EmbeddingActivations& activations);

/// The part of the backward pass that is the same for texts and pictures: from the gradient of the
/// output to those of sum, tokens and positions.
void embeddingSumBackward(const ModelConfig& config, const EmbeddingWeights& weights,
                          const EmbeddingActivations& activations,
                          EmbeddingActivations& dActivations, EmbeddingWeights& gradient);

/// Expects the gradient of the output in embeddingOutput(config, dActivations), fills the rest of
/// `dActivations`, and adds to `gradient`. Needs sum and norm from the forward pass.
void embeddingBackward(const ModelConfig& config, const Structure& structure,
                       const EmbeddingWeights& weights, const TokenIds& ids,
                       const Sequences& sequences, const EmbeddingActivations& activations,
                       EmbeddingActivations& dActivations, EmbeddingWeights& gradient);

}  // namespace fovea
