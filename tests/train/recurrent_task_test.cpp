#include "fovea/train/recurrent_task.h"

#include <cmath>

#include "catch2.h"
#include "fovea/parameters.h"
#include "fovea/safetensors.h"
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
  ReferenceTrainer encoder(sharedTinyCorpus(), sharedTinyVocabulary(), plan);
  RecurrentTrainer recurrent(sharedTinyCorpus(), sharedTinyVocabulary(), plan);
  CHECK(recurrent.model().weights().embedding.tokens == encoder.model().weights().embedding.tokens);
  CHECK(recurrent.model().weights().maskedWord.transform.weight ==
        encoder.model().weights().maskedWord.transform.weight);
  while (!encoder.finished()) {
    const ReferenceTrainer::Report one = encoder.step();
    const RecurrentTrainer::Report other = recurrent.step();
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
    const RecurrentTrainer::Report report = trainer.step();
    other.step();
    if (report.step == 1) first = report.loss.maskedWords;
    if (report.step > 80) last += report.loss.maskedWords / 20;
  }
  CHECK(last < first - 0.3);
  const auto bytes = [](const RecurrentTrainer& of) {
    return writeRecurrent(of.model(), of.tokenizer().vocabulary(), {}, Dtype::kF32);
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
  CHECK(measured(read.network) == measured(trainer.model()));
}

TEST_CASE("A recurrent network's training goes on bit for bit, on however many threads") {
  const TrainingPlan plan = recurrentPlan(6);
  RecurrentTrainer whole(sharedTinyCorpus(), sharedTinyVocabulary(), plan);
  whole.useThreads(1);
  std::vector<std::uint8_t> saved;
  while (!whole.finished()) {
    if (whole.stepsDone() == 2) saved = whole.checkpoint();
    whole.step();
  }
  RecurrentTrainer resumed(sharedTinyCorpus(), sharedTinyVocabulary(), plan);
  resumed.useThreads(3);
  resumed.restore(saved.data(), saved.size());
  CHECK(resumed.stepsDone() == 2);
  CHECK(resumed.checkpoint() == saved);
  while (!resumed.finished()) resumed.step();
  CHECK(resumed.checkpoint() == whole.checkpoint());
  CHECK(checkpointPlan(saved.data(), saved.size()).training.steps == 6);
}

TEST_CASE("A recurrent network's shards are not added in pairs, and a pair's sum is refused") {
  RecurrentTrainer trainer(sharedTinyCorpus(), sharedTinyVocabulary(), recurrentPlan(1));
  trainer.beginStep();
  REQUIRE(trainer.shards().size() > 1);
  checkError(ErrorCode::kInvalidInput, "this task does not add its shards in pairs",
             [&] { trainer.gradientOf(0, true); });
  CHECK(trainer.gradientOf(0).back() == 1);
}

TEST_CASE("A recurrent network's checkpoint is as large as its own parameters need") {
  const TrainingPlan plan = recurrentPlan(2);
  const RecurrentTrainer trainer(sharedTinyCorpus(), sharedTinyVocabulary(), plan);
  const std::vector<std::uint8_t> saved = trainer.checkpoint();
  const std::map<std::string, std::string> metadata = readSafetensors(MemorySource(saved)).metadata;
  const std::vector<std::uint8_t> empty = writeSafetensors({}, metadata);
  const Index count = recurrentParameterCount(trainer.model().config());
  CHECK(count != parameterCount(trainer.model().config()));
  checkError(ErrorCode::kFileTruncated, "a model of " + std::to_string(count) + " numbers",
             [&] { checkpointPlan(empty.data(), empty.size()); });
}

TEST_CASE("The checkpoints of a network and of the encoder of its plan are told apart") {
  const TrainingPlan plan = recurrentPlan(2);
  ReferenceTrainer encoder(sharedTinyCorpus(), sharedTinyVocabulary(), plan);
  RecurrentTrainer network(sharedTinyCorpus(), sharedTinyVocabulary(), plan);
  const auto refuses = [](auto& trainer, const std::vector<std::uint8_t>& of,
                          const std::string& message) {
    const std::vector<std::uint8_t> before = trainer.checkpoint();
    checkError(ErrorCode::kInvalidConfig, "its network is " + message,
               [&] { trainer.restore(of.data(), of.size()); });
    CHECK(trainer.checkpoint() == before);
  };
  refuses(encoder, network.checkpoint(), "recurrent instead of encoder");
  refuses(network, encoder.checkpoint(), "encoder instead of recurrent");
}

TEST_CASE(
    "A step of a recurrent network reports its parts, and is measured on held-out sentences") {
  RecurrentTrainer trainer(sharedTinyCorpus(), sharedTinyVocabulary(), recurrentPlan(60));
  const HeldOutMeasures before = trainer.evaluate();
  const double uniform = std::log(double(sharedTinyVocabulary().size()));
  CHECK(before.maskedLoss == Approx(uniform).margin(0.7));
  CHECK(before.referenceLoss == Approx(uniform).margin(0.7));
  const RecurrentTrainer::Report report = trainer.step();
  std::vector<std::string> parts;
  double squares = 0;
  for (const PartChange& part : report.parts) {
    parts.push_back(part.part);
    squares += part.gradient * part.gradient;
    CHECK(part.update > 0);
  }
  CHECK(parts == std::vector<std::string>{"embedding", "layers.0", "prediction"});
  CHECK(std::sqrt(squares) == Approx(report.gradientNorm));
  while (!trainer.finished()) trainer.step();
  const HeldOutMeasures after = trainer.evaluate();
  CHECK(after.maskedLoss < before.maskedLoss - 0.5);
  CHECK(after.headReferences == 0);
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
  checkError(ErrorCode::kInvalidConfig, "no structure and no softening",
             [&] { RecurrentTrainer(sharedTinyCorpus(), sharedTinyVocabulary(), plan); });
  plan = recurrentPlan(1);
  plan.structure = "scale=off";
  checkError(ErrorCode::kInvalidConfig, "no structure and no softening",
             [&] { RecurrentTrainer(sharedTinyCorpus(), sharedTinyVocabulary(), plan); });
}
