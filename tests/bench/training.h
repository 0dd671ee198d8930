#pragma once

#include <vector>

#include "fovea/train/reference_task.h"

namespace fovea::bench {

/// The training of the shipped model: d 128, 8 heads, 4 layers, 128 sentences a step.
class Training {
 public:
  explicit Training(Index threads = 1);

  ReferenceTrainer::Report step() { return trainer_.step(); }
  const ReferenceTrainer& trainer() const { return trainer_; }
  /// What the trainer's first steps see.
  std::vector<TrainingBatch> firstBatches(int count) const;

 private:
  Corpus corpus_;
  Vocabulary vocabulary_;
  ReferenceTrainer trainer_;
};

}  // namespace fovea::bench
