#include "fovea/train/reference_task.h"

#include <cstdio>
#include <utility>

namespace fovea {
namespace {

TrainingPlan planFor(TrainingPlan plan, const Corpus& corpus, const Vocabulary& vocabulary) {
  validate(plan.training);
  plan.corpus = corpus.size();
  plan.model.vocabSize = vocabulary.size();
  plan.model.maskedWordHead = true;
  validate(plan.model);
  plan.model = configOf(parseStructure(plan.structure, plan.model), plan.model);
  requirePiece(vocabulary, "[MASK]");
  return plan;
}

}  // namespace

ReferenceLosses runBatch(const Encoder& encoder, const Structure& structure,
                         const LossWeights& weights, const TrainingBatch& batch,
                         const BatchSize& whole, EncoderPass& pass, ModelWeights& gradient) {
  ForwardOptions forward;
  forward.structure = structure;
  encoder.forward(batch.ids, batch.sequences, pass.activations, forward);
  ReferenceLosses losses;
  losses.loss = batchLoss(encoder, pass.activations, batch, whole, weights.references, pass.dOutput,
                          gradient);
  losses.attention = attentionLoss(weights.attention, encoder.config().heads, whole.tokens,
                                   pass.activations, pass.dActivations);
  losses.balance = balanceLoss(weights.balance, whole.tokens, pass.activations, pass.dActivations);
  encoder.backward(pass.activations, pass.dOutput, pass.dActivations, gradient);
  return losses;
}

DrawnBatch<TrainingBatch, BatchSize> drawShards(BatchMaker& batches, Random& random,
                                                Index sentences) {
  const TrainingBatch batch = batches.draw(random, Split::kTraining, sentences);
  return {cut(batch, kGradientShards), sizeOf(batch), batch.sequences.tokens()};
}

ReferenceTask::ReferenceTask(const Corpus& corpus, const Vocabulary& vocabulary,
                             const TrainingPlan& plan)
    : CorpusTask(corpus, vocabulary, planFor(plan, corpus, vocabulary)),
      batches_(corpus, tokenizer_, plan_.training) {}

ReferenceTask::ReferenceTask(const Corpus& corpus, const ModelConfig& config,
                             const Vocabulary& vocabulary, const TrainingOptions& options)
    : ReferenceTask(corpus, vocabulary, {"", corpus.size(), config, options, ""}) {}

DrawnBatch<TrainingBatch, BatchSize> ReferenceTask::draw(Random& random, Index sentences) {
  return drawShards(batches_, random, sentences);
}

LossWeights ReferenceTask::lossWeights(const TrainingPhase& phase) const {
  return {plan_.training.referenceWeight, phase.terms, plan_.training.balanceWeight};
}

ReferenceLosses ReferenceTask::run(const StepContext<Encoder, BatchSize>& context,
                                   const TrainingBatch& shard, EncoderPass& workspace,
                                   ModelWeights& gradient) const {
  return runBatch(context.model, context.structure, lossWeights(context.phase), shard,
                  context.whole, workspace, gradient);
}

std::string summaryOf(const BatchLoss& loss) {
  char text[64];
  std::snprintf(text, sizeof text, "masked %.3f  reference %.3f", loss.maskedWords,
                loss.references);
  return text;
}

ReferenceLosses ReferenceTask::zeroLosses() const {
  ReferenceLosses losses;
  if (plan_.model.hasExperts())
    losses.balance.shares.assign(static_cast<std::size_t>(plan_.model.layers),
                                 RowVector::Zero(plan_.model.experts));
  return losses;
}

const HeldOutSet& ReferenceTask::heldOut() const {
  if (!heldOut_) heldOut_.emplace(corpus_, tokenizer_, plan_.training);
  return *heldOut_;
}

}  // namespace fovea
