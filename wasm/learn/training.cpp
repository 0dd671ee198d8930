#include "training.h"

#include <string>

#include "fovea/error.h"
#include "fovea/safetensors.h"
#include "fovea/train/pronoun_reading.h"
#include "fovea/train/vocabulary_builder.h"

namespace fovea {
namespace {

constexpr std::uint64_t kHeldOutSeed = 2024;
constexpr Index kPairs = 50;
constexpr Index kSentences = 100;

const std::string& entry(const SafetensorsFile& file, const std::string& key) {
  const auto it = file.metadata.find(key);
  if (it == file.metadata.end())
    throw ModelError(ErrorCode::kMissingConfig, "not a training checkpoint: it has no " + key);
  return it->second;
}

BatchLoss heldOutLoss(const Trainer& trainer, const Corpus& corpus, Random& random) {
  const Encoder& encoder = trainer.encoder();
  const TrainingBatch batch = BatchMaker(corpus, trainer.tokenizer(), trainer.options())
                                  .draw(random, Split::kHeldOut, kSentences);
  EncoderActivations activations;
  encoder.forward(batch.ids, batch.sequences, activations);
  Matrix dOutput;
  EncoderWeights unused = EncoderWeights::zeros(encoder.config());
  return batchLoss(encoder, activations, batch, sizeOf(batch), trainer.options().referenceWeight,
                   dOutput, unused);
}

}  // namespace

Training::Training(const EncoderConfig& config, const TrainingOptions& options)
    : trainer_(corpus_, config, buildVocabulary(corpus_), options) {}

std::unique_ptr<Training> Training::fromCheckpoint(const std::vector<std::uint8_t>& bytes) {
  const SafetensorsFile file = readSafetensors(MemorySource(bytes.data(), bytes.size()));
  auto training = std::make_unique<Training>(parseConfig(entry(file, "config")),
                                             parseTrainingOptions(entry(file, "options")));
  training->trainer_.restore(bytes.data(), bytes.size());
  return training;
}

HeldOutScore Training::evaluate() const {
  Random random(kHeldOutSeed);
  const BatchLoss loss = heldOutLoss(trainer_, corpus_, random);
  HeldOutScore score{loss.maskedWords, loss.references, 0, 0};
  SentenceReader reader(trainer_.encoder(), trainer_.tokenizer());
  const auto isRight = [&](const Sentence& sentence) {
    return reader.read({sentence.words, sentence.coreferences.front()}).byOutput;
  };
  for (Index i = 0; i < kPairs; ++i) {
    const auto [a, b] = corpus_.drawScenePair(random, Split::kHeldOut);
    const bool first = isRight(a);
    const bool second = isRight(b);
    score.references += (static_cast<double>(first) + static_cast<double>(second)) / (2.0 * kPairs);
    score.pairs += static_cast<double>(first && second) / kPairs;
  }
  return score;
}

}  // namespace fovea
