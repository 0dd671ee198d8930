#include "fovea/train/picture_task.h"

#include <cstdio>

#include "fovea/cross_entropy.h"
#include "stack_size.h"

namespace fovea {
namespace {

constexpr Index kEvaluationScenes = 200;
constexpr std::uint64_t kEvaluationSeedOfPictures = 11;

TrainingPlan checkedPicturePlan(TrainingPlan plan) {
  validate(plan.training);
  requireUnsoftened(plan.training, "an encoder of pictures");
  plan.model = configOf(parseStructure(plan.structure, plan.model), plan.model);
  validate(plan.model);
  checkScenes(plan.model);
  return plan;
}

}  // namespace

PictureTask::PictureTask(const TrainingPlan& plan)
    : plan_(checkedPicturePlan(plan)), vocabulary_(pictureVocabulary()) {}

DrawnBatch<PictureBatch, Index> PictureTask::draw(Random& random, Index pictures) const {
  const PictureBatch batch = drawPictures(plan_.model, random, false, pictures);
  DrawnBatch<PictureBatch, Index> drawn;
  drawn.whole = pictures;
  for (Index i = 0; i < kGradientShards; ++i) {
    const Index first = pictures * i / kGradientShards;
    const Index last = pictures * (i + 1) / kGradientShards;
    if (last > first) drawn.shards.push_back(part(batch, plan_.model, first, last));
  }
  return drawn;
}

PictureLosses PictureTask::run(const StepContext<Encoder, Index>& context,
                               const PictureBatch& shard, PicturePass& workspace,
                               ModelWeights& gradient) const {
  const PictureEncoder encoder(context.model);
  PictureOptions options;
  options.structure = context.structure;
  encoder.forward(shard.patches, shard.questions, workspace.activations, options);
  const auto all = static_cast<double>(context.whole);
  const double share = static_cast<double>(shard.answers.size()) / all;
  const Matrix& logits = workspace.activations.logits;
  PictureLosses losses;
  losses.loss = share * crossEntropy(logits, shard.answers, share, workspace.dLogits);
  losses.right = static_cast<double>(rightAnswers(logits, shard.answers)) / all;
  encoder.backward(workspace.activations, workspace.dLogits, workspace.dActivations, gradient);
  return losses;
}

std::string PictureTask::summary(const PictureLosses& losses) {
  char text[64];
  std::snprintf(text, sizeof text, "%.3f nats, answered correctly %.3f", losses.loss, losses.right);
  return text;
}

PictureMeasures PictureTask::evaluate(const Encoder& model, const Structure& structure) const {
  return measurePictures(model, structure, kEvaluationScenes, kEvaluationSeedOfPictures);
}

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
    training.steps = 28000;  // with half as many, one seed of three reads arrows
  }
  return plan;
}

Vocabulary pictureVocabulary() {
  std::string lines = "[UNK]\n";
  for (const Question question : kQuestions) lines += std::string(spelling(question)) + '\n';
  return Vocabulary(lines);
}

}  // namespace fovea
