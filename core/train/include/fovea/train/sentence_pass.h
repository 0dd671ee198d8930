#pragma once

#include <vector>

#include "fovea/encoder.h"
#include "fovea/train/attention_loss.h"
#include "fovea/train/batch.h"

namespace fovea {

/// One sentence of a step's batch, forward and backward.
struct SentencePass {
  TrainingBatch sentence;
  EncoderActivations activations;   ///< with the predictions of every token
  EncoderActivations dActivations;  ///< of the sentence's part of the batch's loss
};

/// How a step's loss is made: what the parts of a batch have in common.
struct StepLoss {
  BatchSize batch;
  double referenceWeight;
  AttentionTerms terms;
  double balanceWeight = 0;  ///< of a sentence as a part of the batch, balanced by itself
};

/// The sentence to show of a batch that is cut into these: the first that asks for a hidden word
/// and for what a pronoun means; without one, the first that asks for a hidden word, or the first
/// of all.
TrainingBatch tellingSentence(const std::vector<TrainingBatch>& shards);

SentencePass passOf(const Encoder& encoder, const Structure& structure, const StepLoss& loss,
                    TrainingBatch sentence);

/// The probability of each of its targets, hidden words first.
std::vector<double> answersTo(const Encoder& encoder, const Structure& structure,
                              const TrainingBatch& sentence);

}  // namespace fovea
