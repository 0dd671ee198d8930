#pragma once

#include "fovea/cross_entropy.h"
#include "fovea/encoder.h"
#include "fovea/train/batch.h"

namespace fovea {

/// The two losses of a batch, means over its targets. Those of the parts that it is cut into add up
/// to them.
struct BatchLoss {
  double maskedWords = 0;  ///< BERT's: the words that were masked
  double references = 0;   ///< at a pronoun, the same head is asked for the antecedent's word
};

/// What makes logits of hidden states: the masked-word head, and the table that it shares.
struct PredictionHead {
  const ModelConfig& config;
  const MaskedWordWeights& weights;
  const Matrix& embeddings;
};

/// Of an Encoder or a RecurrentNetwork, which must outlive it.
template <typename Network>
PredictionHead headOf(const Network& network) {
  return {network.config(), network.weights().maskedWord, network.weights().embedding.tokens};
}

/// The gradients of its parameters.
struct PredictionHeadGradient {
  MaskedWordWeights& weights;
  Matrix& embeddings;
};

/// Of a batch or of a part of one, of which the size is `whole`. Needs a forward pass of it in
/// `activations`. Sets dOutput (n × dModel) and adds the head's gradients of maskedWords +
/// referenceWeight · references. The reference loss stops at the head's embedding table and bias:
/// it shapes the hidden states, and words stay apart only by how they are used.
BatchLoss batchLoss(const Encoder& encoder, const EncoderActivations& activations,
                    const TrainingBatch& batch, const BatchSize& whole, double referenceWeight,
                    Matrix& dOutput, ModelWeights& gradient);

/// The same of any network that ends in such a head, from its output.
BatchLoss batchLoss(const PredictionHead& head, const Matrix& output, const TrainingBatch& batch,
                    const BatchSize& whole, double referenceWeight, Matrix& dOutput,
                    const PredictionHeadGradient& gradient);

/// The same without gradients, of a whole batch.
BatchLoss batchLoss(const PredictionHead& head, const Matrix& output, const TrainingBatch& batch);

}  // namespace fovea
