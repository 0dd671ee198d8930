#pragma once

#include <memory>

#include "fovea/train/reference_task.h"
#include "shared_corpus.h"

namespace fovea::test {

/// A training of the whole corpus as small as a test needs it.
inline TrainingPlan tinyPlan(Index steps) {
  TrainingPlan plan;
  plan.model.dModel = 32;
  plan.model.heads = 4;
  plan.model.dFf = 64;
  plan.model.layers = 2;
  plan.model.maxPositions = 64;
  plan.model.addSpecialTokens = false;
  plan.model.splitApostrophes = false;
  plan.training.steps = steps;
  plan.training.warmupSteps = steps / 10;
  plan.training.sentencesPerStep = 16;
  return plan;
}

inline std::unique_ptr<ReferenceTrainer> tinyTrainer(const TrainingPlan& plan) {
  return std::make_unique<ReferenceTrainer>(sharedCorpus(), sharedVocabulary(), plan);
}

}  // namespace fovea::test
