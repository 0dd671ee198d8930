#include "fovea/train/sentence_pass.h"

#include <cmath>
#include <utility>

#include "fovea/error.h"
#include "fovea/parameters.h"

namespace fovea {
namespace {

// How much of what the view tells there is in a sentence.
int tellingOf(const TrainingBatch& sentence) {
  if (sentence.maskedWords.rows.empty()) return 0;
  return sentence.references.rows.empty() ? 1 : 2;
}

ForwardOptions forwardAs(const Structure& structure) {
  ForwardOptions forward;
  forward.structure = structure;
  return forward;
}

double probability(const RowVector& logits, std::int32_t piece) {
  const auto most = static_cast<double>(logits.maxCoeff());
  double sum = 0;
  for (const Scalar logit : logits) sum += std::exp(static_cast<double>(logit) - most);
  return std::exp(static_cast<double>(logits(piece)) - most) / sum;
}

TrainingBatch exampleIn(const std::vector<TrainingBatch>& shards) {
  TrainingBatch best = sentenceOf(shards.front(), 0);
  for (const TrainingBatch& shard : shards)
    for (Index i = 0; i < shard.sequences.count(); ++i) {
      TrainingBatch sentence = sentenceOf(shard, i);
      if (tellingOf(sentence) > tellingOf(best)) best = std::move(sentence);
    }
  return best;
}

}  // namespace

SentencePass passOfExample(const ReferenceTrainer& trainer) {
  if (trainer.shards().empty())
    refuse(ErrorCode::kInvalidInput, "there is no sentence to look at yet: begin a step first");
  SentencePass pass;
  pass.sentence = exampleIn(trainer.shards());
  ModelWeights gradient = ModelWeights::zeros(trainer.model().config());
  trainer.task().run(trainer.context(), pass.sentence, pass, gradient);
  trainer.model().predict(pass.activations, forwardAs(trainer.structure()));
  return pass;
}

std::vector<double> answersTo(const Encoder& encoder, const Structure& structure,
                              const TrainingBatch& sentence) {
  const ForwardOptions forward = forwardAs(structure);
  EncoderActivations activations;
  encoder.forward(sentence.ids, activations, forward);
  std::vector<double> answers;
  for (const Targets* targets : {&sentence.maskedWords, &sentence.references})
    for (std::size_t i = 0; i < targets->rows.size(); ++i)
      answers.push_back(probability(encoder.predictToken(activations, targets->rows[i], forward),
                                    targets->ids[i]));
  return answers;
}

}  // namespace fovea
