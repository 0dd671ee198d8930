#include "fovea/train/sequence_trainer.h"

#include <numeric>
#include <string>
#include <utility>

#include "checkpoint.h"
#include "fovea/error.h"
#include "fovea/parameters.h"
#include "fovea/train/trainer.h"
#include "parallel.h"
#include "sequence_pass.h"
#include "set_zero.h"
#include "weight_update.h"

namespace fovea {
namespace {

// Sentences and weights draw from streams of their own, as Trainer's do.
constexpr std::uint64_t kSequenceWeightStream = 0x5EED;
constexpr Index kEvaluationSentences = 200;
constexpr std::uint64_t kEvaluationSeed = 11;

TrainingPlan sequencePlanFor(TrainingPlan plan, const Corpus& corpus,
                             const Vocabulary& vocabulary) {
  validate(plan.training);
  refuseSoftening(plan.training, "a decoder");
  plan.corpus = corpus.size();
  plan.model.vocabSize = vocabulary.size();
  plan.model.maskedWordHead = false;
  plan.model = configOf(parseStructure(plan.structure, plan.model), plan.model);
  for (const char* piece : {"[CLS]", "[SEP]"})
    if (vocabulary.id(piece) < 0)
      throw ModelError(ErrorCode::kInvalidVocabulary,
                       std::string("training needs the piece ") + piece);
  return plan;
}

}  // namespace

SequenceTrainer::SequenceTrainer(const Corpus& corpus, const Vocabulary& vocabulary,
                                 const TrainingPlan& plan)
    : corpus_(corpus),
      plan_(sequencePlanFor(plan, corpus, vocabulary)),
      tokenizer_(plan_.model, vocabulary),
      structure_(structureOf(plan_)),
      model_(plan_.model, initialWeights(plan_.model, plan_.training.seed ^ kSequenceWeightStream)),
      adamW_(AdamWState::zeros(plan_.model)),
      batches_(corpus, tokenizer_, plan_.model, plan_.training),
      random_(plan_.training.seed),
      gradients_(static_cast<std::size_t>(kGradientShards), ModelWeights::zeros(plan_.model)) {
  Decoder{model_};  // refuses a model without one
}

SequenceStep SequenceTrainer::step() {
  Random random = random_;
  const std::vector<SequenceBatch> shards = cut(
      batches_.draw(random, Split::kTraining, plan_.training.sentencesPerStep), kGradientShards);
  SequenceStep report;
  WholeBatch whole{0, 0};
  for (const SequenceBatch& shard : shards) {
    whole.sources += shard.sources.tokens();
    whole.targets += shard.targets.tokens();
  }
  report.tokens = whole.targets;
  std::vector<double> losses(shards.size());
  forEachInParallel(static_cast<Index>(shards.size()), threads_, [&](Index i) {
    const auto at = static_cast<std::size_t>(i);
    SequencePass pass;
    setZero(gradients_[at]);
    forward(model_, structure_, shards[at], Capture::kAllLayers, pass);
    losses[at] =
        backward(model_, shards[at], whole, plan_.training.balanceWeight, pass, gradients_[at]);
  });
  report.loss = std::accumulate(losses.begin(), losses.end(), 0.0);
  random_ = random;
  std::vector<ModelWeights*> parts;
  for (std::size_t i = 0; i < shards.size(); ++i) parts.push_back(&gradients_[i]);
  addGradients(parts, threads_);
  // The first is the sum of all.
  updateWeights(plan_.training, plan_.training.scoreDecay, gradients_.front(), adamW_,
                model_.weights_, threads_, report);
  model_.packWeights();
  return report;
}

SequenceMeasures SequenceTrainer::evaluate() const {
  return measureHeldOut(model_, structure_, tokenizer_, corpus_, kEvaluationSentences,
                        kEvaluationSeed);
}

std::vector<std::uint8_t> SequenceTrainer::checkpoint() const {
  return writeCheckpoint({plan_, tokenizer_.vocabulary().lines(), random_.state()},
                         model_.weights(), adamW_);
}

void SequenceTrainer::restore(const std::uint8_t* bytes, std::size_t size) {
  const CheckpointHead expected = {plan_, tokenizer_.vocabulary().lines(), 0};
  random_ = Random(readCheckpoint(bytes, size, expected, model_.weights_, adamW_));
  model_.packWeights();
}

}  // namespace fovea
