#include "fovea/train/trainer.h"

#include <algorithm>
#include <string>
#include <utility>

#include "checkpoint.h"
#include "fovea/error.h"
#include "fovea/parameters.h"
#include "parallel.h"
#include "set_zero.h"

namespace fovea {
namespace {

// Sentences and weights draw from streams of their own, so that a larger model reads the same text.
constexpr std::uint64_t kWeightStream = 0x5EED;
constexpr std::size_t kShardLosses = 4;

TrainingPlan planFor(TrainingPlan plan, const Corpus& corpus, const Vocabulary& vocabulary) {
  validate(plan.training);
  plan.corpus = corpus.size();
  plan.model.vocabSize = vocabulary.size();
  plan.model.maskedWordHead = true;
  plan.model = configOf(parseStructure(plan.structure, plan.model), plan.model);
  return plan;
}

void refuseStep(const std::string& message) { throw ModelError(ErrorCode::kInvalidInput, message); }

}  // namespace

Trainer::Trainer(const Corpus& corpus, EncoderConfig config, const Vocabulary& vocabulary,
                 const TrainingOptions& options)
    : Trainer(corpus, vocabulary, {"", corpus.size(), config, options, ""}) {}

Trainer::Trainer(const Corpus& corpus, const Vocabulary& vocabulary, const TrainingPlan& plan)
    : corpus_(corpus),
      plan_(planFor(plan, corpus, vocabulary)),
      tokenizer_(plan_.model, vocabulary),
      structure_(structureOf(plan_)),
      encoder_(plan_.model, initialWeights(plan_.model, plan_.training.seed ^ kWeightStream)),
      adamW_(AdamWState::zeros(plan_.model)),
      batches_(corpus, tokenizer_, plan_.training),
      random_(plan_.training.seed),
      afterBatch_(random_),
      passes_(static_cast<std::size_t>(kGradientShards)) {
  for (Pass& pass : passes_) pass.gradient = EncoderWeights::zeros(plan_.model);
  if (vocabulary.id("[MASK]") < 0)
    throw ModelError(ErrorCode::kInvalidVocabulary, "training needs the piece [MASK]");
}

StepReport Trainer::step() {
  beginStep();
  forEachInParallel(static_cast<Index>(shards_.size()), threads_,
                    [&](Index i) { run(static_cast<std::size_t>(i)); });
  return update();
}

void Trainer::beginStep() {
  const TrainingPhase phase = phaseAt(options(), stepsDone() + 1);
  afterBatch_ = random_;
  const TrainingBatch batch = batches_.draw(afterBatch_, Split::kTraining, phase.sentencesPerStep);
  batchSize_ = sizeOf(batch);
  shards_ = cut(batch, kGradientShards);
  for (Pass& pass : passes_) pass.ran = false;
}

void Trainer::runShard(Index shard) {
  const auto at = static_cast<std::size_t>(shard);
  if (at >= shards_.size())
    refuseStep("there is no shard " + std::to_string(shard) + " of " +
               std::to_string(shards_.size()) + ": begin a step");
  run(at);
}

std::vector<Scalar> Trainer::gradientOf(Index shard) {
  runShard(shard);
  const Pass& pass = passes_[static_cast<std::size_t>(shard)];
  std::vector<Scalar> flat;
  flat.reserve(static_cast<std::size_t>(parameterCount(plan_.model)) + kShardLosses);
  forEachParameter(pass.gradient, [&](const std::string&, const auto& tensor) {
    flat.insert(flat.end(), tensor.data(), tensor.data() + tensor.size());
  });
  flat.insert(flat.end(), pass.losses.begin(), pass.losses.end());
  return flat;
}

StepReport Trainer::finishStep(const std::vector<std::vector<Scalar>>& gradients) {
  checkGradients(gradients);
  for (std::size_t i = 0; i < gradients.size(); ++i)
    if (!gradients[i].empty()) take(gradients[i], passes_[i]);
  return update();
}

void Trainer::take(const std::vector<Scalar>& gradient, Pass& pass) const {
  const Scalar* from = gradient.data();
  forEachParameter(pass.gradient, [&](const std::string&, auto& tensor) {
    std::copy_n(from, tensor.size(), tensor.data());
    from += tensor.size();
  });
  std::copy_n(from, kShardLosses, pass.losses.begin());
}

void Trainer::checkGradients(const std::vector<std::vector<Scalar>>& gradients) const {
  if (shards_.empty() || gradients.size() != shards_.size())
    refuseStep(std::to_string(gradients.size()) + " gradients, but the step begun has " +
               std::to_string(shards_.size()) + " shards");
  const std::size_t size = static_cast<std::size_t>(parameterCount(plan_.model)) + kShardLosses;
  for (std::size_t i = 0; i < gradients.size(); ++i)
    if (gradients[i].size() != size && !(gradients[i].empty() && passes_[i].ran))
      refuseStep("a gradient of " + std::to_string(gradients[i].size()) + " numbers, but it has " +
                 std::to_string(size));
}

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
  encoder_.backward(pass.activations, pass.dOutput, pass.dActivations, pass.gradient);
  pass.losses = {static_cast<Scalar>(loss.maskedWords), static_cast<Scalar>(loss.references),
                 static_cast<Scalar>(attention.peak), static_cast<Scalar>(attention.overlap)};
  pass.ran = true;
}

StepReport Trainer::sumOfShards() const {
  StepReport report;
  report.tokens = batchSize_.tokens;
  for (std::size_t i = 0; i < shards_.size(); ++i) {
    const ShardLosses& losses = passes_[i].losses;
    report.loss.maskedWords += static_cast<double>(losses[0]);
    report.loss.references += static_cast<double>(losses[1]);
    report.attention.peak += static_cast<double>(losses[2]);
    report.attention.overlap += static_cast<double>(losses[3]);
  }
  return report;
}

StepReport Trainer::update() {
  StepReport report = sumOfShards();
  std::vector<EncoderWeights*> gradients;
  for (std::size_t i = 0; i < shards_.size(); ++i) gradients.push_back(&passes_[i].gradient);
  addGradients(gradients, threads_);
  EncoderWeights& gradient = *gradients.front();
  const SquaresByTensor squares = squaresByTensor(gradient, threads_);
  report.gradientNorm = clipGlobalNorm(options().clipNorm, squares, gradient, threads_);

  AdamWOptions adamW;
  report.step = stepsDone() + 1;
  report.rate = learningRate(options(), report.step);
  adamW.weightDecay = options().weightDecay;
  adamW.scoreDecay = phaseAt(options(), report.step).scoreDecay;
  const SquaresByTensor update =
      adamWStep(adamW, report.rate, gradient, adamW_, encoder_.weights_, threads_);
  report.parts = changeByPart(gradient, squares, update);
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
}

}  // namespace fovea
