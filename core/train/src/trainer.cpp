#include "fovea/train/trainer.h"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>

#include "checkpoint.h"
#include "fovea/error.h"
#include "fovea/parameters.h"
#include "parallel.h"
#include "set_zero.h"
#include "shard_losses.h"
#include "weight_update.h"

namespace fovea {
namespace {

constexpr std::uint64_t kWeightStream = 0x5EED;

TrainingPlan planFor(TrainingPlan plan, const Corpus& corpus, const Vocabulary& vocabulary) {
  validate(plan.training);
  plan.corpus = corpus.size();
  plan.model.vocabSize = vocabulary.size();
  plan.model.maskedWordHead = true;
  validate(plan.model);
  plan.model = configOf(parseStructure(plan.structure, plan.model), plan.model);
  return plan;
}

}  // namespace

std::uint64_t weightSeed(const TrainingOptions& options) { return options.seed ^ kWeightStream; }

Trainer::Trainer(const Corpus& corpus, ModelConfig config, const Vocabulary& vocabulary,
                 const TrainingOptions& options)
    : Trainer(corpus, vocabulary, {"", corpus.size(), config, options, ""}) {}

Trainer::Trainer(const Corpus& corpus, const Vocabulary& vocabulary, const TrainingPlan& plan)
    : corpus_(corpus),
      plan_(planFor(plan, corpus, vocabulary)),
      tokenizer_(plan_.model, vocabulary),
      structure_(structureOf(plan_)),
      encoder_(plan_.model, initialWeights(plan_.model, weightSeed(plan_.training))),
      adamW_(AdamWState::zeros(plan_.model)),
      batches_(corpus, tokenizer_, plan_.training),
      random_(plan_.training.seed),
      afterBatch_(random_),
      passes_(static_cast<std::size_t>(kGradientShards)) {
  for (Pass& pass : passes_) pass.gradient = ModelWeights::zeros(plan_.model);
  if (vocabulary.id("[MASK]") < 0)
    throw ModelError(ErrorCode::kInvalidVocabulary, "training needs the piece [MASK]");
}

StepReport Trainer::step() {
  beginStep();
  forEachInParallel(static_cast<Index>(shards_.size()), threads_,
                    [&](Index i) { run(static_cast<std::size_t>(i)); });
  return update();
}

Trainer::DrawnBatch Trainer::drawn(Index step, Random random) {
  const TrainingPhase phase = phaseAt(options(), step);
  const TrainingBatch batch = batches_.draw(random, Split::kTraining, phase.sentencesPerStep);
  return {step, sizeOf(batch), cut(batch, kGradientShards), random};
}

void Trainer::beginStep() {
  for (Pass& pass : passes_) pass.shards = 0;
  if (!shards_.empty()) return;
  const Index step = stepsDone() + 1;
  const bool known = ahead_ && ahead_->step == step;
  DrawnBatch batch = known ? std::move(*ahead_) : drawn(step, random_);
  ahead_.reset();
  batchSize_ = batch.size;
  shards_ = std::move(batch.shards);
  afterBatch_ = batch.after;
}

void Trainer::drawAhead() {
  if (!shards_.empty() && !ahead_) ahead_ = drawn(stepsDone() + 2, afterBatch_);
}

std::size_t Trainer::shardAt(Index shard) const {
  const auto at = static_cast<std::size_t>(shard);
  if (at >= shards_.size())
    throw ModelError(ErrorCode::kInvalidInput, "there is no shard " + std::to_string(shard) +
                                                   " of " + std::to_string(shards_.size()) +
                                                   ": begin a step");
  return at;
}

void Trainer::runShard(Index shard) { run(shardAt(shard)); }

void Trainer::run(std::size_t at) {
  const TrainingBatch& shard = shards_[at];
  Pass& pass = passes_[at];
  setZero(pass.gradient);
  ForwardOptions forward;
  forward.structure = structure_;
  encoder_.forward(shard.ids, shard.sequences, pass.activations, forward);
  const BatchLoss loss = batchLoss(encoder_, pass.activations, shard, batchSize_,
                                   options().referenceWeight, pass.dOutput, pass.gradient);
  const AttentionLoss attention =
      attentionLoss(phaseAt(options(), stepsDone() + 1).terms, encoder_.config().heads,
                    batchSize_.tokens, pass.activations, pass.dActivations);
  const Balance balance =
      balanceLoss(options().balanceWeight, batchSize_.tokens, pass.activations, pass.dActivations);
  encoder_.backward(pass.activations, pass.dOutput, pass.dActivations, pass.gradient);
  pass.losses = {static_cast<Scalar>(loss.maskedWords), static_cast<Scalar>(loss.references),
                 static_cast<Scalar>(attention.peak), static_cast<Scalar>(attention.overlap)};
  appendBalance(balance, pass.losses);
  pass.shards = 1;
}

SentencePass Trainer::look() const {
  if (shards_.empty())
    throw ModelError(ErrorCode::kInvalidInput, "there is no sentence to look at: begin a step");
  const AttentionTerms terms = phaseAt(options(), stepsDone() + 1).terms;
  return passOf(encoder_, structure_,
                {batchSize_, options().referenceWeight, terms, options().balanceWeight},
                tellingSentence(shards_));
}

StepReport Trainer::sumOfShards() const {
  std::vector<double> sum(lossesOf(plan_.model));
  for (std::size_t i = 0; i < shards_.size(); i += 2)
    std::transform(sum.begin(), sum.end(), passes_[i].losses.begin(), sum.begin(), std::plus<>());
  StepReport report;
  report.tokens = batchSize_.tokens;
  report.loss = {sum[0], sum[1]};
  report.attention = {sum[2], sum[3]};
  report.balance = balanceIn(sum, plan_.model.experts);
  return report;
}

StepReport Trainer::update() {
  for (std::size_t i = 0; i < shards_.size(); i += 2) addPartner(i);
  StepReport report = sumOfShards();
  std::vector<ModelWeights*> gradients;
  for (std::size_t i = 0; i < shards_.size(); i += 2) gradients.push_back(&passes_[i].gradient);
  addGradients(gradients, threads_);
  updateWeights(options(), phaseAt(options(), stepsDone() + 1).scoreDecay, *gradients.front(),
                adamW_, encoder_.weights_, threads_, report);
  encoder_.packWeights();
  random_ = afterBatch_;
  shards_.clear();
  return report;
}

const HeldOutSet& Trainer::heldOut() const {
  if (!heldOut_) heldOut_.emplace(corpus_, tokenizer_, plan_.training);
  return *heldOut_;
}

std::vector<std::uint8_t> Trainer::checkpoint() const {
  return writeCheckpoint({plan_, tokenizer_.vocabulary().lines(), random_.state()},
                         encoder_.weights(), adamW_);
}

void Trainer::restore(const std::uint8_t* bytes, std::size_t size) {
  const CheckpointHead expected = {plan_, tokenizer_.vocabulary().lines(), 0};
  random_ = Random(readCheckpoint(bytes, size, expected, encoder_.weights_, adamW_));
  encoder_.packWeights();
  shards_.clear();
  ahead_.reset();
}

}  // namespace fovea
