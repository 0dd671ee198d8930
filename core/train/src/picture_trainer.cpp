#include "fovea/train/picture_trainer.h"

#include "checkpoint.h"
#include "fovea/cross_entropy.h"
#include "fovea/parameters.h"
#include "fovea/picture_encoder.h"
#include "fovea/train/picture_batch.h"
#include "fovea/train/trainer.h"
#include "fovea/train/training_phase.h"
#include "parallel.h"
#include "set_zero.h"
#include "weight_update.h"

namespace fovea {
namespace {

// Pictures and weights draw from streams of their own, as Trainer's do.
constexpr std::uint64_t kPictureWeightStream = 0x5EED;
constexpr Index kEvaluationScenes = 200;
constexpr std::uint64_t kEvaluationSeedOfPictures = 11;

TrainingPlan checkedPlan(TrainingPlan plan) {
  validate(plan.training);
  refuseSoftening(plan.training, "an encoder of pictures");
  plan.model = configOf(parseStructure(plan.structure, plan.model), plan.model);
  validate(plan.model);
  checkScenes(plan.model);
  return plan;
}

/// Forward and backward of a part of a batch of `all` pictures: its part of the loss, and how many
/// answers are right.
struct PictureShard {
  double loss = 0;
  Index right = 0;

  void run(const Encoder& model, const Structure& structure, const PictureBatch& batch, Index all,
           ModelWeights& gradient) {
    const PictureEncoder encoder(model);
    PictureOptions options;
    options.structure = structure;
    PictureActivations a;
    PictureActivations da;
    encoder.forward(batch.patches, batch.questions, a, options);
    const double share = static_cast<double>(batch.answers.size()) / static_cast<double>(all);
    Matrix dLogits;
    loss = share * crossEntropy(a.logits, batch.answers, share, dLogits);
    right = rightAnswers(a.logits, batch.answers);
    encoder.backward(a, dLogits, da, gradient);
  }
};

}  // namespace

PictureTrainer::PictureTrainer(const TrainingPlan& plan)
    : plan_(checkedPlan(plan)),
      structure_(structureOf(plan_)),
      model_(plan_.model, initialWeights(plan_.model, plan_.training.seed ^ kPictureWeightStream)),
      adamW_(AdamWState::zeros(plan_.model)),
      random_(plan_.training.seed),
      gradients_(static_cast<std::size_t>(kGradientShards), ModelWeights::zeros(plan_.model)) {}

PictureStep PictureTrainer::step() {
  const Index all = plan_.training.sentencesPerStep;
  const PictureBatch batch = drawPictures(plan_.model, random_, false, all);
  std::vector<PictureShard> shards(gradients_.size());
  forEachInParallel(kGradientShards, threads_, [&](Index i) {
    const auto at = static_cast<std::size_t>(i);
    setZero(gradients_[at]);
    const Index first = all * i / kGradientShards;
    const Index last = all * (i + 1) / kGradientShards;
    if (last > first)
      shards[at].run(model_, structure_, part(batch, plan_.model, first, last), all,
                     gradients_[at]);
  });
  PictureStep report;
  for (const PictureShard& shard : shards) {
    report.loss += shard.loss;
    report.right += static_cast<double>(shard.right) / static_cast<double>(all);
  }
  std::vector<ModelWeights*> parts;
  for (ModelWeights& gradient : gradients_) parts.push_back(&gradient);
  addGradients(parts, threads_);
  // The first is the sum of all.
  updateWeights(plan_.training, plan_.training.scoreDecay, gradients_.front(), adamW_,
                model_.weights_, threads_, report);
  model_.packWeights();
  return report;
}

PictureMeasures PictureTrainer::evaluate() const {
  return measurePictures(model_, structure_, kEvaluationScenes, kEvaluationSeedOfPictures);
}

std::vector<std::uint8_t> PictureTrainer::checkpoint() const {
  return writeCheckpoint({plan_, pictureVocabulary().lines(), random_.state()}, model_.weights(),
                         adamW_);
}

void PictureTrainer::restore(const std::uint8_t* bytes, std::size_t size) {
  const CheckpointHead expected = {plan_, pictureVocabulary().lines(), 0};
  random_ = Random(readCheckpoint(bytes, size, expected, model_.weights_, adamW_));
  model_.packWeights();
}

}  // namespace fovea
