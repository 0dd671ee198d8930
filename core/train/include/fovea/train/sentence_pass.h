#pragma once

#include <vector>

#include "fovea/train/reference_task.h"

namespace fovea {

/// One sentence of a step's batch, forward and backward, with the predictions of every token and
/// the gradients of its part of the batch's loss.
struct SentencePass : EncoderPass {
  TrainingBatch sentence;
};

/// A sentence of the step begun, as the step sees it: the first that asks for a hidden word and for
/// what a pronoun means; without one, the first that asks for a hidden word, or the first of all.
/// Throws ModelError{kInvalidInput} where no step is begun.
SentencePass passOfExample(const ReferenceTrainer& trainer);

/// The probability of each of its targets, hidden words first.
std::vector<double> answersTo(const Encoder& encoder, const Structure& structure,
                              const TrainingBatch& sentence);

}  // namespace fovea
