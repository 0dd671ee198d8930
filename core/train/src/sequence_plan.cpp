#include "fovea/error.h"
#include "fovea/train/sequence_trainer.h"
#include "stack_size.h"

namespace fovea {

SequenceTask parseSequenceTask(const std::string& text) {
  if (text == "rewrite") return SequenceTask::kRewrite;
  if (text == "next-word") return SequenceTask::kNextWord;
  throw ModelError(ErrorCode::kInvalidConfig,
                   "there is no task \"" + text + "\"; there are rewrite, next-word and pictures");
}

TrainingPlan sequencePlan(SequenceTask task, const std::string& size) {
  TrainingPlan plan = presetPlan(size);
  plan.training.softenSteps = 0;
  if (size == "tiny") {
    plan.training.steps = 1500;
    plan.training.peakRate = 6e-3;
  } else if (size == "small") {
    resizeStack(plan.model, 64, 2, 4);
  } else {
    resizeStack(plan.model, 96, 3, 8);
    plan.training.seed = 1;
    plan.training.steps = 8000;
  }
  plan.model.maskedWordHead = false;
  plan.model.addSpecialTokens = true;
  plan.model.decoderLayers = plan.model.layers;
  if (task == SequenceTask::kNextWord) plan.model.layers = 0;
  return plan;
}

}  // namespace fovea
