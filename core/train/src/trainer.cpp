#include "fovea/train/trainer.h"

#include <string>
#include <utility>

#include "checkpoint.h"
#include "fovea/error.h"
#include "fovea/parameters.h"

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
      gradient_(EncoderWeights::zeros(encoder_.config())) {
  if (vocabulary.id("[MASK]") < 0)
    throw ModelError(ErrorCode::kInvalidVocabulary, "training needs the piece [MASK]");
}

StepReport Trainer::step() {
  const TrainingBatch batch = batches_.draw(random_, Split::kTraining);
  encoder_.forward(batch.ids, batch.sequences, activations_);

  StepReport report;
  setZero(gradient_);
  report.loss =
      batchLoss(encoder_, activations_, batch, options_.referenceWeight, dOutput_, gradient_);
  encoder_.backward(activations_, dOutput_, dActivations_, gradient_);
  report.gradientNorm = clipGlobalNorm(options_.clipNorm, gradient_);

  AdamWOptions adamW;
  adamW.weightDecay = options_.weightDecay;
  adamW.scoreDecay = options_.scoreDecay;
  report.step = adamW_.steps + 1;
  report.rate = learningRate(options_, report.step);
  report.tokens = batch.sequences.tokens();
  adamWStep(adamW, report.rate, gradient_, adamW_, encoder_.weights_);
  encoder_.packWeights();
  return report;
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
