#include "fovea/train/training_phase.h"

#include <algorithm>

namespace fovea {

TrainingPhase phaseAt(const TrainingOptions& options, Index step) {
  const TrainingOptions& o = options;
  if (step <= o.steps)
    return {1, o.steps, o.sentencesPerStep, o.peakRate, o.warmupSteps, o.scoreDecay, {}};
  return {o.steps + 1,
          o.softenSteps,
          o.softenSentencesPerStep,
          o.softenPeakRate,
          o.softenWarmupSteps,
          o.softenScoreDecay,
          {o.peakWeight, o.peakCap, o.overlapWeight}};
}

Index totalSteps(const TrainingOptions& options) { return options.steps + options.softenSteps; }

double learningRate(const TrainingOptions& options, Index step) {
  const TrainingPhase phase = phaseAt(options, step);
  const auto at = static_cast<double>(step - phase.first + 1);
  const auto warmup = static_cast<double>(phase.warmupSteps);
  const auto last = static_cast<double>(phase.steps);
  if (at < warmup) return phase.peakRate * at / warmup;
  const double left = std::max(0.0, last - at) / std::max(1.0, last - warmup);
  return phase.peakRate * (options.finalRateShare + (1 - options.finalRateShare) * left);
}

}  // namespace fovea
