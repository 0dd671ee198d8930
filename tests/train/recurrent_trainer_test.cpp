#include "fovea/train/recurrent_trainer.h"

#include "catch2.h"
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
  const TrainingPlan plan = recurrentPlan(40);
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
    last = report.loss.maskedWords;
  }
  CHECK(last < first - 0.5);
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
  const TrainingPlan plan = recurrentPlan(1);
  const Trainer encoder(sharedTinyCorpus(), sharedTinyVocabulary(), plan);
  const RecurrentTrainer recurrent(sharedTinyCorpus(), sharedTinyVocabulary(), plan);
  const TokenIds ids = {7, 20, 9, 11, 8};
  for (const auto& network : {compared(encoder.encoder()), compared(recurrent.network())}) {
    const Matrix gradient = network->embeddingGradient(ids, 3, 20);
    CHECK(gradient.rows() == 5);
    CHECK(gradient.cols() == 16);
    for (Index row = 0; row < 5; ++row) CHECK(gradient.row(row).norm() > 0);
    CHECK(network->logitsAt(ids, Sequences({5}), {3}).cols() == sharedTinyVocabulary().size());
  }
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
