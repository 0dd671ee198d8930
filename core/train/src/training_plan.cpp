#include "fovea/train/training_plan.h"

#include <algorithm>
#include <iterator>

#include "fovea/error.h"

namespace fovea {
namespace {

ModelConfig modelOf(Index dModel, Index dFf, Index layers, Index heads) {
  ModelConfig config;
  config.dModel = dModel;
  config.dFf = dFf;
  config.layers = layers;
  config.heads = heads;
  config.maxPositions = 64;
  config.maskedWordHead = true;
  config.addSpecialTokens = false;
  config.splitApostrophes = false;
  return config;
}

TrainingPlan tiny() {
  TrainingPlan plan{"tiny", CorpusSize::kTiny, modelOf(32, 128, 2, 4), {}, ""};
  plan.training.steps = 3000;
  plan.training.sentencesPerStep = 32;
  plan.training.warmupSteps = 200;
  plan.training.peakRate = 4e-3;
  return plan;
}

TrainingPlan small() {
  TrainingPlan plan{"small", CorpusSize::kFull, modelOf(48, 192, 2, 4), {}, ""};
  plan.training.steps = 8000;
  plan.training.sentencesPerStep = 64;
  plan.training.peakRate = 4e-3;
  return plan;
}

// As web/models/README.md says that it was made.
TrainingPlan shipped() {
  TrainingPlan plan{"shipped", CorpusSize::kBroad, modelOf(128, 512, 4, 8), {}, ""};
  plan.training.seed = 2;
  plan.training.steps = 36000;
  plan.training.nonceShare = 0.12;
  plan.training.softenSteps = 1000;
  plan.training.peakCap = 0.7;
  plan.training.peakWeight = 0.2;
  plan.training.overlapWeight = 3.5;
  return plan;
}

const std::vector<TrainingPlan>& presets() {
  static const std::vector<TrainingPlan> all{tiny(), small(), shipped()};
  return all;
}

}  // namespace

const std::vector<std::string>& presetNames() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    std::transform(presets().begin(), presets().end(), std::back_inserter(all),
                   [](const TrainingPlan& plan) { return plan.size; });
    return all;
  }();
  return names;
}

TrainingPlan presetPlan(const std::string& name) {
  std::string known;
  for (const TrainingPlan& plan : presets()) {
    if (plan.size == name) return plan;
    known += (known.empty() ? " " : ", ") + plan.size;
  }
  refuse(ErrorCode::kInvalidConfig,
         "there is no training of size \"" + name + "\"; the sizes are" + known);
}

Structure structureOf(const TrainingPlan& plan) {
  Structure structure = parseStructure(plan.structure, plan.model);
  const std::string bug = bugOf(structure, plan.model);
  if (!bug.empty())
    refuse(ErrorCode::kInvalidInput, bug + " runs forward only: nothing can be trained with it");
  return structure;
}

ModelConfig configOf(const Structure& structure, ModelConfig config) {
  config.positions = structure.positions;
  if (structure.norm != NormOrder::kNone) config.normOrder = structure.norm;
  if (structure.activation != Activation::kNone) config.activation = structure.activation;
  return config;
}

}  // namespace fovea
