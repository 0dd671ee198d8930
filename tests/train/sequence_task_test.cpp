#include "fovea/train/sequence_task.h"

#include <cmath>
#include <memory>

#include "catch2.h"
#include "fovea/decoding.h"
#include "fovea/train/training_phase.h"
#include "model_error.h"
#include "shared_corpus.h"

using namespace fovea;
using namespace fovea::test;

namespace {

TrainingPlan shortPlan(SequenceTask::Kind kind, Index steps) {
  TrainingPlan plan = sequencePlan(kind, "tiny");
  plan.model.dModel = 16;
  plan.model.dFf = 32;
  plan.training.steps = steps;
  plan.training.warmupSteps = 2;
  plan.training.sentencesPerStep = 8;
  return plan;
}

std::unique_ptr<SequenceTrainer> trainerOf(const TrainingPlan& plan) {
  return std::make_unique<SequenceTrainer>(sharedTinyCorpus(), sharedTinyVocabulary(), plan);
}

}  // namespace

TEST_CASE("A decoder's training goes on bit for bit, on however many threads") {
  const TrainingPlan plan =
      shortPlan(GENERATE(SequenceTask::Kind::kRewrite, SequenceTask::Kind::kNextWord), 6);
  const auto whole = trainerOf(plan);
  whole->useThreads(1);
  std::vector<std::uint8_t> saved;
  while (!whole->finished()) {
    if (whole->stepsDone() == 2) saved = whole->checkpoint();
    whole->step();
  }
  const auto resumed = trainerOf(plan);
  resumed->useThreads(3);
  resumed->restore(saved.data(), saved.size());
  CHECK(resumed->stepsDone() == 2);
  while (!resumed->finished()) resumed->step();
  CHECK(resumed->checkpoint() == whole->checkpoint());

  TrainingPlan other = plan;
  other.training.seed = 9;
  const auto another = trainerOf(other);
  checkError(ErrorCode::kInvalidConfig, "seed",
             [&] { another->restore(saved.data(), saved.size()); });
}

TEST_CASE("A step of a decoder's training reports what it did") {
  const auto trainer = trainerOf(shortPlan(SequenceTask::Kind::kRewrite, 4));
  const SequenceTrainer::Report report = trainer->step();
  CHECK(report.step == 1);
  CHECK(report.tokens > 8 * 4);
  CHECK(report.gradientNorm > 0);
  CHECK(report.rate == learningRate(trainer->plan().training, 1));
  // An untrained model knows nothing: every piece is as likely.
  CHECK(report.loss == Approx(std::log(double(sharedTinyVocabulary().size()))).margin(0.7));
  std::vector<std::string> parts;
  for (const PartChange& part : report.parts) parts.push_back(part.part);
  CHECK(parts == std::vector<std::string>{"embedding", "layers.0", "layers.1", "decoder.layers.0",
                                          "decoder.layers.1"});
}

TEST_CASE("Parts of a batch hold all of it") {
  const TrainingPlan plan = shortPlan(SequenceTask::Kind::kRewrite, 1);
  ModelConfig config = plan.model;
  config.vocabSize = sharedTinyVocabulary().size();
  const Tokenizer tokenizer(config, sharedTinyVocabulary());
  SequenceBatchMaker batches(sharedTinyCorpus(), tokenizer, config, plan.training);
  Random random(1);
  const SequenceBatch whole = batches.draw(random, Split::kTraining, 9);
  const std::vector<SequenceBatch> parts = cut(whole, 4);
  CHECK(parts.size() == 4);
  SequenceBatch sum;
  Index sequences = 0;
  std::size_t referents = 0;
  for (const SequenceBatch& part : parts) {
    CHECK(part.sources.count() == part.targets.count());
    CHECK(part.targets.tokens() == static_cast<Index>(part.inputs.size()));
    sum.source.insert(sum.source.end(), part.source.begin(), part.source.end());
    sum.inputs.insert(sum.inputs.end(), part.inputs.begin(), part.inputs.end());
    sum.outputs.insert(sum.outputs.end(), part.outputs.begin(), part.outputs.end());
    sequences += part.targets.count();
    referents += part.referents.size();
  }
  CHECK(sequences == 9);
  CHECK(referents == whole.referents.size());
  CHECK(sum.source == whole.source);
  CHECK(sum.inputs == whole.inputs);
  CHECK(sum.outputs == whole.outputs);
  // Each text, a token later.
  for (Index s = 0; s < whole.targets.count(); ++s) {
    const auto begin = static_cast<std::size_t>(whole.targets.begin(s));
    CHECK(whole.inputs[begin] == sharedTinyVocabulary().id("[CLS]"));
    CHECK(whole.inputs[begin + 1] == whole.outputs[begin]);
    CHECK(whole.outputs[static_cast<std::size_t>(whole.targets.begin(s + 1)) - 1] ==
          sharedTinyVocabulary().id("[SEP]"));
  }
}

TEST_CASE("What a decoder writes is right as a whole as often as its predictions are") {
  const auto trainer = trainerOf(shortPlan(SequenceTask::Kind::kRewrite, 30));
  while (!trainer->finished()) trainer->step();
  SequenceBatchMaker batches(sharedTinyCorpus(), trainer->tokenizer(), trainer->model().config(),
                             trainer->plan().training);
  Random random(3);
  const SequenceBatch batch = batches.draw(random, Split::kHeldOut, 12);
  int right = 0;
  const Decoder decoder(trainer->model());
  DecodeOptions options;
  options.end = sharedTinyVocabulary().id("[SEP]");
  for (Index s = 0; s < batch.targets.count(); ++s) {
    const TokenIds source(batch.source.begin() + batch.sources.begin(s),
                          batch.source.begin() + batch.sources.begin(s + 1));
    const TokenIds expected(batch.outputs.begin() + batch.targets.begin(s),
                            batch.outputs.begin() + batch.targets.begin(s + 1) - 1);
    EncoderActivations activations;
    trainer->model().forward(source, activations);
    const DecodedText text =
        decode(decoder, &activations, {sharedTinyVocabulary().id("[CLS]")}, options);
    right += text.ended && text.ids() == expected ? 1 : 0;
  }
  const SequenceMeasures measures = measure(trainer->model(), trainer->structure(), batch);
  CHECK(measures.sentences == 12);
  CHECK(measures.pronouns == static_cast<Index>(batch.referents.size()));
  CHECK(measures.whole == Approx(right / 12.0));
}

TEST_CASE("A tiny decoder learns its task", "[long]") {
  TrainingPlan plan = sequencePlan(SequenceTask::Kind::kRewrite, "tiny");
  plan.training.steps = 500;
  const auto trainer = trainerOf(plan);
  const SequenceMeasures before = trainer->evaluate();
  CHECK(before.whole == 0);
  while (!trainer->finished()) trainer->step();
  const SequenceMeasures after = trainer->evaluate();
  INFO(toText(after));
  CHECK(after.loss < before.loss / 3);
  CHECK(after.whole > 0.3);
}

TEST_CASE("What a decoder's training needs is said") {
  TrainingPlan plan = shortPlan(SequenceTask::Kind::kRewrite, 1);
  plan.model.decoderLayers = 0;
  checkError(ErrorCode::kInvalidConfig, "the model has no decoder", [&] { trainerOf(plan); });
  plan = shortPlan(SequenceTask::Kind::kRewrite, 1);
  plan.model.maxPositions = 4;
  const auto shortModel = trainerOf(plan);
  checkError(ErrorCode::kInvalidConfig, "max_position_embeddings is 4",
             [&] { shortModel->step(); });
  checkError(ErrorCode::kInvalidConfig, "there are rewrite, next-word and pictures",
             [] { parseSequenceTask("translate"); });
  checkError(ErrorCode::kInvalidConfig, "there is no training of size \"huge\"",
             [] { sequencePlan(SequenceTask::Kind::kRewrite, "huge"); });
}
