#pragma once

#include "fovea/cross_entropy.h"
#include "fovea/encoder.h"
#include "fovea/train/batch.h"

namespace fovea {

/// The two losses of a batch. Needs a forward pass of the batch in `activations`.
struct BatchLoss {
  double maskedWords = 0;  ///< BERT's: the words that were masked
  double references = 0;   ///< at a pronoun, the same head is asked for the antecedent's word
};

/// Sets dOutput (n × dModel) and adds the head's gradients of maskedWords + referenceWeight ·
/// references. The reference loss stops at the head's embedding table and bias: it shapes the
/// hidden states, and words stay apart only by how they are used.
BatchLoss batchLoss(const Encoder& encoder, const EncoderActivations& activations,
                    const TrainingBatch& batch, double referenceWeight, Matrix& dOutput,
                    EncoderWeights& gradient);

}  // namespace fovea
