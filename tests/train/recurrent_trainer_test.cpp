#include "fovea/train/recurrent_trainer.h"

#include <cmath>

#include "catch2.h"
#include "fovea/parameters.h"
#include "fovea/train/comparison.h"
#include "fovea/train/recurrent_file.h"
#include "fovea/train/reference_measures.h"
#include "model_error.h"
#include "shared_corpus.h"

using namespace fovea;
using namespace fovea::test;

namespace {

TrainingPlan recurrentPlan(Index steps) {
  TrainingPlan plan = presetPlan("tiny");
  plan.model.dModel = 16;
  plan.model.dFf = 64;
  plan.model.layers = 1;
  plan.training.steps = steps;
  plan.training.warmupSteps = 2;
  plan.training.sentencesPerStep = 8;
  return plan;
}

}  // namespace

TEST_CASE("A recurrent network reads the encoder's batches from the encoder's embedding") {
  const TrainingPlan plan = recurrentPlan(3);
  Trainer encoder(sharedTinyCorpus(), sharedTinyVocabulary(), plan);
  RecurrentTrainer recurrent(sharedTinyCorpus(), sharedTinyVocabulary(), plan);
  CHECK(recurrent.network().weights().embedding.tokens ==
        encoder.encoder().weights().embedding.tokens);
  CHECK(recurrent.network().weights().maskedWord.transform.weight ==
        encoder.encoder().weights().maskedWord.transform.weight);
  while (!encoder.finished()) {
    const StepReport one = encoder.step();
    const StepReport other = recurrent.step();
    CHECK(other.tokens == one.tokens);
    CHECK(other.rate == one.rate);
    CHECK(other.step == one.step);
  }
  CHECK(recurrent.finished());
}

TEST_CASE("A recurrent network learns, the same on however many threads, and is kept in a file") {
  const TrainingPlan plan = recurrentPlan(100);
  RecurrentTrainer trainer(sharedTinyCorpus(), sharedTinyVocabulary(), plan);
  RecurrentTrainer other(sharedTinyCorpus(), sharedTinyVocabulary(), plan);
  trainer.useThreads(1);
  other.useThreads(3);
  double first = 0;
  double last = 0;
  while (!trainer.finished()) {
    const StepReport report = trainer.step();
    other.step();
    if (report.step == 1) first = report.loss.maskedWords;
    if (report.step > 80) last += report.loss.maskedWords / 20;
  }
  CHECK(last < first - 0.3);
  const auto bytes = [](const RecurrentTrainer& of) {
    return writeRecurrent(of.network(), of.tokenizer().vocabulary(), {}, Dtype::kF32);
  };
  CHECK(bytes(trainer) == bytes(other));

  const std::vector<std::uint8_t> file = bytes(trainer);
  REQUIRE(isRecurrent(MemorySource(file)));
  const RecurrentModel read = readRecurrent(MemorySource(file));
  EvaluationOptions options;
  options.pairs = 5;
  options.sentences = 5;
  const auto measured = [&](const RecurrentNetwork& network) {
    return toJson(
        measureReferences(*compared(network), read.tokenizer, sharedTinyCorpus(), options));
  };
  CHECK(measured(read.network) == measured(trainer.network()));
}

TEST_CASE("The gradient at the embeddings says how a change of one changes the loss") {
  ModelConfig config = recurrentPlan(1).model;
  config.vocabSize = 30;
  config.positions = PositionEmbedding::kAbsolute;  // a row of its own for each token
  config.maxPositions = 5;
  const TokenIds ids = {7, 20, 9, 11, 8};
  const auto check = [&](auto weights, const auto& make) {
    const auto lossOf = [&](double change) {
      auto changed = weights;
      changed.embedding.positions(1, 2) += static_cast<Scalar>(change);
      const auto network = make(changed);
      const RowVector logits = compared(network)->logitsAt(ids, Sequences({5}), {3}).row(0);
      return std::log(logits.array().exp().sum()) - logits(20);
    };
    const auto network = make(weights);
    const Matrix gradient = compared(network)->embeddingGradient(ids, 3, 20);
    CHECK(gradient.rows() == 5);
    const double slope = (lossOf(0.05) - lossOf(-0.05)) / 0.1;
    CHECK(gradient(1, 2) == Approx(slope).epsilon(0.03).margin(1e-5));
    CHECK(std::abs(slope) > 1e-4);
  };
  check(initialWeights(config, 3), [&](const auto& weights) { return Encoder(config, weights); });
  check(initialRecurrentWeights(config, 3),
        [&](const auto& weights) { return RecurrentNetwork(config, weights); });
}

TEST_CASE("A plan for attention is none for a recurrent network") {
  TrainingPlan plan = recurrentPlan(1);
  plan.training.softenSteps = 5;
  checkError(ErrorCode::kInvalidConfig, "no structure or softening",
             [&] { RecurrentTrainer(sharedTinyCorpus(), sharedTinyVocabulary(), plan); });
  plan = recurrentPlan(1);
  plan.structure = "scale=off";
  checkError(ErrorCode::kInvalidConfig, "no structure or softening",
             [&] { RecurrentTrainer(sharedTinyCorpus(), sharedTinyVocabulary(), plan); });
}
