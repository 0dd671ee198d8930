#include "fovea/train/recurrent_task.h"

#include "fovea/error.h"

namespace fovea {
namespace {

TrainingPlan recurrentPlanFor(TrainingPlan plan, const Corpus& corpus,
                              const Vocabulary& vocabulary) {
  validate(plan.training);
  if (!plan.structure.empty() || plan.training.softenSteps > 0)
    refuse(ErrorCode::kInvalidConfig,
           "a recurrent network has no attention, so it takes no structure and no softening");
  plan.corpus = corpus.size();
  plan.model.vocabSize = vocabulary.size();
  plan.model.maskedWordHead = true;
  requirePiece(vocabulary, "[MASK]");
  return plan;
}

}  // namespace

RecurrentTask::RecurrentTask(const Corpus& corpus, const Vocabulary& vocabulary,
                             const TrainingPlan& plan)
    : CorpusTask(corpus, vocabulary, recurrentPlanFor(plan, corpus, vocabulary)),
      batches_(corpus, tokenizer_, plan_.training) {}

RecurrentLosses RecurrentTask::run(const StepContext<RecurrentNetwork, BatchSize>& context,
                                   const TrainingBatch& shard, RecurrentPass& workspace,
                                   RecurrentWeights& gradient) const {
  const RecurrentNetwork& network = context.model;
  network.forward(shard.ids, shard.sequences, workspace.activations);
  const BatchLoss loss =
      batchLoss(headOf(network), RecurrentNetwork::output(workspace.activations), shard,
                context.whole, plan_.training.referenceWeight, workspace.dOutput,
                {gradient.maskedWord, gradient.embedding.tokens});
  network.backward(workspace.activations, workspace.dOutput, workspace.dEmbedding, gradient);
  return {loss};
}

HeldOutMeasures RecurrentTask::evaluate(const RecurrentNetwork& network, const Structure&) const {
  if (!heldOut_) heldOut_.emplace(corpus_, tokenizer_, plan_.training);
  return heldOut_->score(network);
}

}  // namespace fovea
