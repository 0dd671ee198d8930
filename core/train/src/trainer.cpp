#include "fovea/train/trainer.h"

#include <string>
#include <utility>

#include "checkpoint.h"
#include "fovea/error.h"
#include "fovea/parameters.h"
#include "parallel.h"

namespace fovea {
namespace {

// Sentences and weights draw from streams of their own, so that a larger model reads the same text.
constexpr std::uint64_t kWeightStream = 0x5EED;

EncoderConfig withVocabulary(EncoderConfig config, const Vocabulary& vocabulary) {
  config.vocabSize = vocabulary.size();
  config.maskedWordHead = true;
  return config;
}

TrainingOptions validated(const TrainingOptions& options) {
  validate(options);
  return options;
}

void setZero(EncoderWeights& weights) {
  forEachParameter(weights, [](const std::string&, auto& tensor) { tensor.setZero(); });
}

}  // namespace

Trainer::Trainer(const Corpus& corpus, EncoderConfig config, const Vocabulary& vocabulary,
                 const TrainingOptions& options)
    : tokenizer_(withVocabulary(config, vocabulary), vocabulary),
      options_(validated(options)),
      encoder_(withVocabulary(config, vocabulary),
               initialWeights(withVocabulary(config, vocabulary), options.seed ^ kWeightStream)),
      adamW_(AdamWState::zeros(encoder_.config())),
      batches_(corpus, tokenizer_, options_),
      random_(options.seed),
      passes_(static_cast<std::size_t>(kGradientShards)) {
  for (Pass& pass : passes_) pass.gradient = EncoderWeights::zeros(encoder_.config());
  if (vocabulary.id("[MASK]") < 0)
    throw ModelError(ErrorCode::kInvalidVocabulary, "training needs the piece [MASK]");
}

StepReport Trainer::step() {
  const TrainingPhase phase = phaseAt(options_, stepsDone() + 1);
  const TrainingBatch batch = batches_.draw(random_, Split::kTraining, phase.sentencesPerStep);
  const std::vector<TrainingBatch> shards = cut(batch, kGradientShards);
  forEachInParallel(static_cast<Index>(shards.size()), threads_, [&](Index i) {
    const auto at = static_cast<std::size_t>(i);
    run(shards[at], sizeOf(batch), phase.terms, passes_[at]);
  });
  StepReport report;
  report.tokens = batch.sequences.tokens();
  update(phase, shards.size(), report);
  return report;
}

void Trainer::run(const TrainingBatch& shard, const BatchSize& whole, const AttentionTerms& terms,
                  Pass& pass) const {
  setZero(pass.gradient);
  encoder_.forward(shard.ids, shard.sequences, pass.activations);
  pass.loss = batchLoss(encoder_, pass.activations, shard, whole, options_.referenceWeight,
                        pass.dOutput, pass.gradient);
  pass.attention = attentionLoss(terms, encoder_.config().heads, whole.tokens, pass.activations,
                                 pass.dActivations);
  encoder_.backward(pass.activations, pass.dOutput, pass.dActivations, pass.gradient);
}

void Trainer::update(const TrainingPhase& phase, std::size_t shards, StepReport& report) {
  std::vector<EncoderWeights*> gradients;
  for (std::size_t i = 0; i < shards; ++i) {
    gradients.push_back(&passes_[i].gradient);
    report.loss.maskedWords += passes_[i].loss.maskedWords;
    report.loss.references += passes_[i].loss.references;
    report.attention.peak += passes_[i].attention.peak;
    report.attention.overlap += passes_[i].attention.overlap;
  }
  addGradients(gradients, threads_);
  EncoderWeights& gradient = *gradients.front();
  report.gradientNorm = clipGlobalNorm(options_.clipNorm, gradient, threads_);

  AdamWOptions adamW;
  adamW.weightDecay = options_.weightDecay;
  adamW.scoreDecay = phase.scoreDecay;
  report.step = stepsDone() + 1;
  report.rate = learningRate(options_, report.step);
  adamWStep(adamW, report.rate, gradient, adamW_, encoder_.weights_, threads_);
  encoder_.packWeights();
}

std::vector<std::uint8_t> Trainer::checkpoint() const {
  return writeCheckpoint(
      {encoder_.config(), tokenizer_.vocabulary().lines(), options_, random_.state()},
      encoder_.weights(), adamW_);
}

void Trainer::restore(const std::uint8_t* bytes, std::size_t size) {
  const CheckpointHead expected = {encoder_.config(), tokenizer_.vocabulary().lines(), options_, 0};
  random_ = Random(readCheckpoint(bytes, size, expected, encoder_.weights_, adamW_));
  encoder_.packWeights();
}

}  // namespace fovea
