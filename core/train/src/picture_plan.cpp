#include "fovea/train/picture_batch.h"
#include "fovea/train/picture_trainer.h"
#include "stack_size.h"

namespace fovea {

TrainingPlan picturePlan(const std::string& size) {
  TrainingPlan plan = presetPlan(size);
  ModelConfig& model = plan.model;
  model.imageSize = kSceneSide;
  model.patchSize = 4;
  model.channels = 3;
  model.answers = kShapes * kColours;
  model.maxPositions = 1 + model.patches();
  model.vocabSize = 1 + static_cast<Index>(kQuestions.size());
  model.maskedWordHead = false;
  model.embeddingScale = false;
  model.normOrder = NormOrder::kPre;
  model.activation = Activation::kGelu;
  TrainingOptions& training = plan.training;
  training.seed = 1;
  training.softenSteps = 0;
  training.sentencesPerStep = 16;
  training.warmupSteps = 200;
  training.peakRate = 2e-3;
  if (size == "tiny") {
    resizeStack(plan.model, 32, 2, 4);
    training.sentencesPerStep = 32;
    training.steps = 600;
  } else if (size == "small") {
    resizeStack(plan.model, 48, 2, 4);
    training.sentencesPerStep = 32;
    training.steps = 4000;
  } else {
    resizeStack(plan.model, 64, 3, 4);
    training.steps = 14000;
  }
  return plan;
}

Vocabulary pictureVocabulary() {
  std::string lines = "[UNK]\n";
  for (const Question question : kQuestions) lines += std::string(spelling(question)) + '\n';
  return Vocabulary(lines);
}

}  // namespace fovea
