#pragma once

#include "fovea/train/adamw.h"
#include "fovea/train/model_parts.h"
#include "fovea/train/training_phase.h"

namespace fovea {

/// What a step ends with: clips the gradient of its batch, moves the weights by AdamW, and says in
/// the report, a StepReport or its like, the step's number, rate, norm and parts.
template <typename Report>
void updateWeights(const TrainingOptions& options, double scoreDecay, ModelWeights& gradient,
                   AdamWState& state, ModelWeights& weights, Index threads, Report& report) {
  const SquaresByTensor squares = squaresByTensor(gradient, threads);
  report.gradientNorm = clipGlobalNorm(options.clipNorm, squares, gradient, threads);
  report.step = state.steps + 1;
  report.rate = learningRate(options, report.step);
  AdamWOptions adamW;
  adamW.weightDecay = options.weightDecay;
  adamW.scoreDecay = scoreDecay;
  const SquaresByTensor moved = adamWStep(adamW, report.rate, gradient, state, weights, threads);
  report.parts = changeByPart(gradient, squares, moved);
}

}  // namespace fovea
