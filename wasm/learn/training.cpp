#include "training.h"

#include "fovea/train/vocabulary_builder.h"

namespace fovea {

Training::Training(const TrainingPlan& plan)
    : corpus_(plan.corpus), trainer_(corpus_, buildVocabulary(corpus_), plan) {}

std::unique_ptr<Training> Training::fromCheckpoint(const std::vector<std::uint8_t>& bytes) {
  auto training = std::make_unique<Training>(checkpointPlan(bytes.data(), bytes.size()));
  training->trainer_.restore(bytes.data(), bytes.size());
  return training;
}

const SentencePass& Training::look() {
  looked_ = passOfExample(trainer_);
  return looked_;
}

std::vector<double> Training::answers() const {
  return answersTo(trainer_.model(), trainer_.structure(), looked_.sentence);
}

}  // namespace fovea
