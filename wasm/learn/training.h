#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "fovea/train/sentence_pass.h"

namespace fovea {

/// A trainer and its corpus.
class Training {
 public:
  explicit Training(const TrainingPlan& plan);
  /// Goes on where a checkpoint was written. Throws as Trainer::restore, and for what is none.
  static std::unique_ptr<Training> fromCheckpoint(const std::vector<std::uint8_t>& bytes);

  ReferenceTrainer& trainer() { return trainer_; }

  /// A sentence of the step begun (passOfExample); `answers` goes on to tell of it.
  const SentencePass& look();
  /// The probabilities of what that sentence asks for, as the weights are now.
  std::vector<double> answers() const;

  const ReferenceTrainer& trainer() const { return trainer_; }

 private:
  Corpus corpus_;
  ReferenceTrainer trainer_;
  SentencePass looked_;
};

}  // namespace fovea
