#include "training.h"

#include "fovea/train/vocabulary_builder.h"

namespace fovea::bench {

Training::Training(Index threads)
    : vocabulary_(buildVocabulary(corpus_)), trainer_(corpus_, vocabulary_, presetPlan("shipped")) {
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
