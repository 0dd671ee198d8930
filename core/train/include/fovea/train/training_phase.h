#pragma once

#include "fovea/train/attention_loss.h"
#include "fovea/train/training_options.h"

namespace fovea {

/// What the options say of the phase that a step is in: the plain one, or the softening after it.
struct TrainingPhase {
  Index first;  ///< its first step; steps count from 1
  Index steps;
  Index sentencesPerStep;
  double peakRate;
  Index warmupSteps;
  double scoreDecay;
  AttentionTerms terms;
};

TrainingPhase phaseAt(const TrainingOptions& options, Index step);

/// Of both phases.
Index totalSteps(const TrainingOptions& options);

/// In each phase: linear warm-up to its peak, then linear decay to the final share of that at its
/// last step.
double learningRate(const TrainingOptions& options, Index step);

}  // namespace fovea
