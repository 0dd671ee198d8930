#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "fovea/train/trainer.h"

namespace fovea {

/// Measured on fixed sentences that are never trained on.
struct HeldOutScore {
  double maskedLoss = 0;  ///< means, in nats
  double referenceLoss = 0;
  double references = 0;  ///< share of pronouns that the output reads rightly
  double pairs = 0;       ///< share of scene pairs of which both sentences are
};

/// A trainer with the corpus that it reads.
class Training {
 public:
  Training(const EncoderConfig& config, const TrainingOptions& options);
  /// Goes on where a checkpoint was written. Throws as Trainer::restore, and for what is none.
  static std::unique_ptr<Training> fromCheckpoint(const std::vector<std::uint8_t>& bytes);

  Trainer& trainer() { return trainer_; }
  const Trainer& trainer() const { return trainer_; }
  HeldOutScore evaluate() const;

 private:
  Corpus corpus_;
  Trainer trainer_;
};

}  // namespace fovea
