#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "fovea/train/trainer.h"

namespace fovea {

/// A trainer with the corpus that it reads from.
class Training {
 public:
  explicit Training(const TrainingPlan& plan);
  /// Goes on where a checkpoint was written. Throws as Trainer::restore, and for what is none.
  static std::unique_ptr<Training> fromCheckpoint(const std::vector<std::uint8_t>& bytes);

  Trainer& trainer() { return trainer_; }
  const Trainer& trainer() const { return trainer_; }

 private:
  Corpus corpus_;
  Trainer trainer_;
};

}  // namespace fovea
