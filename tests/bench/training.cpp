#include "training.h"

#include "fovea/train/vocabulary_builder.h"

namespace fovea::bench {
namespace {

EncoderConfig config() {
  EncoderConfig config;
  config.dModel = 128;
  config.heads = 8;
  config.dFf = 512;
  config.layers = 4;
  config.maxPositions = 64;
  config.addSpecialTokens = false;
  config.splitApostrophes = false;
  return config;
}

}  // namespace

Training::Training(Index threads)
    : vocabulary_(buildVocabulary(corpus_)), trainer_(corpus_, config(), vocabulary_, {}) {
  trainer_.useThreads(threads);
}

std::vector<TrainingBatch> Training::firstBatches(int count) const {
  BatchMaker maker(corpus_, trainer_.tokenizer(), trainer_.options());
  Random random(trainer_.options().seed);
  std::vector<TrainingBatch> batches;
  batches.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) batches.push_back(maker.draw(random, Split::kTraining));
  return batches;
}

}  // namespace fovea::bench
