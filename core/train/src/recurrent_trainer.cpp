#include "fovea/train/recurrent_trainer.h"

#include <utility>

#include "fovea/error.h"
#include "parallel.h"
#include "set_zero.h"

namespace fovea {
namespace {

TrainingPlan recurrentPlanFor(TrainingPlan plan, const Corpus& corpus,
                              const Vocabulary& vocabulary) {
  validate(plan.training);
  if (!plan.structure.empty() || plan.training.softenSteps > 0)
    throw ModelError(ErrorCode::kInvalidConfig,
                     "a recurrent network has no attention: no structure or softening is for it");
  plan.corpus = corpus.size();
  plan.model.vocabSize = vocabulary.size();
  plan.model.maskedWordHead = true;
  return plan;
}

}  // namespace

RecurrentTrainer::RecurrentTrainer(const Corpus& corpus, const Vocabulary& vocabulary,
                                   const TrainingPlan& plan)
    : plan_(recurrentPlanFor(plan, corpus, vocabulary)),
      tokenizer_(plan_.model, vocabulary),
      network_(plan_.model, initialRecurrentWeights(plan_.model, weightSeed(plan_.training))),
      adamW_(AdamWStateOf<RecurrentWeights>::zeros(plan_.model)),
      batches_(corpus, tokenizer_, plan_.training),
      random_(plan_.training.seed),
      gradients_(static_cast<std::size_t>(kGradientShards), RecurrentWeights::zeros(plan_.model)) {}

StepReport RecurrentTrainer::step() {
  const TrainingBatch batch = batches_.draw(random_, Split::kTraining);
  const std::vector<TrainingBatch> shards = cut(batch, kGradientShards);
  const BatchSize whole = sizeOf(batch);
  std::vector<BatchLoss> losses(shards.size());
  forEachInParallel(static_cast<Index>(shards.size()), threads_, [&](Index i) {
    const auto at = static_cast<std::size_t>(i);
    losses[at] = run(shards[at], whole, gradients_[at]);
  });
  StepReport report;
  report.tokens = whole.tokens;
  std::vector<RecurrentWeights*> gradients;
  for (std::size_t i = 0; i < shards.size(); ++i) {
    report.loss.maskedWords += losses[i].maskedWords;
    report.loss.references += losses[i].references;
    gradients.push_back(&gradients_[i]);
  }
  addGradients(gradients, threads_);
  update(report);
  return report;
}

BatchLoss RecurrentTrainer::run(const TrainingBatch& shard, const BatchSize& whole,
                                RecurrentWeights& gradient) const {
  setZero(gradient);
  RecurrentActivations activations;
  network_.forward(shard.ids, shard.sequences, activations);
  const RecurrentWeights& weights = network_.weights();
  Matrix dOutput;
  const BatchLoss loss =
      batchLoss({network_.config(), weights.maskedWord, weights.embedding.tokens},
                RecurrentNetwork::output(activations), shard, whole, plan_.training.referenceWeight,
                dOutput, {gradient.maskedWord, gradient.embedding.tokens});
  EmbeddingActivations dEmbedding;
  network_.backward(activations, dOutput, dEmbedding, gradient);
  return loss;
}

// By the first gradient, which is the sum of all.
void RecurrentTrainer::update(StepReport& report) {
  const TrainingOptions& options = plan_.training;
  RecurrentWeights& gradient = gradients_.front();
  report.gradientNorm =
      clipGlobalNorm(options.clipNorm, squaresByTensor(gradient, threads_), gradient, threads_);
  report.step = stepsDone() + 1;
  report.rate = learningRate(options, report.step);
  AdamWOptions adamW;
  adamW.weightDecay = options.weightDecay;
  adamWStep(adamW, report.rate, gradient, adamW_, network_.weights_, threads_);
  network_.packWeights();
}

}  // namespace fovea
