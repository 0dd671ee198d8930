#include "fovea/train/trainer.h"

#include "catch2.h"
#include "fovea/train/evaluation.h"
#include "fovea/train/vocabulary_builder.h"
#include "model_error.h"
#include "parts.h"
#include "samples.h"

using namespace fovea;
using namespace fovea::test;

namespace {

const Corpus& corpus() {
  static const Corpus sentences;
  return sentences;
}

const Vocabulary& vocabulary() {
  static const Vocabulary pieces = buildVocabulary(corpus());
  return pieces;
}

EncoderConfig tinyConfig() {
  EncoderConfig config;
  config.dModel = 32;
  config.heads = 4;
  config.dFf = 64;
  config.layers = 2;
  config.maxPositions = 64;
  config.addSpecialTokens = false;
  config.splitApostrophes = false;
  return config;
}

TrainingOptions tinyOptions(Index steps) {
  TrainingOptions options;
  options.steps = steps;
  options.warmupSteps = steps / 10;
  options.sentencesPerStep = 16;
  return options;
}

bool same(const EncoderWeights& a, const EncoderWeights& b) {
  bool equal = true;
  forEachPair(a, b, [&](const std::string&, const auto& x, const auto& y) {
    equal = equal && (x.array() == y.array()).all();
  });
  return equal;
}

}  // namespace

TEST_CASE("A resumed training ends bit for bit as an uninterrupted one") {
  Trainer whole(corpus(), tinyConfig(), vocabulary(), tinyOptions(12));
  while (!whole.finished()) whole.step();

  Trainer first(corpus(), tinyConfig(), vocabulary(), tinyOptions(12));
  for (int i = 0; i < 5; ++i) first.step();
  const std::vector<std::uint8_t> saved = first.checkpoint();
  CHECK_FALSE(same(first.encoder().weights(), whole.encoder().weights()));

  Trainer second(corpus(), tinyConfig(), vocabulary(), tinyOptions(12));
  second.restore(saved.data(), saved.size());
  CHECK(second.stepsDone() == 5);
  while (!second.finished()) second.step();
  CHECK(same(second.encoder().weights(), whole.encoder().weights()));
  CHECK(second.checkpoint() == whole.checkpoint());
}

TEST_CASE("A checkpoint of another training is refused") {
  Trainer trainer(corpus(), tinyConfig(), vocabulary(), tinyOptions(12));
  const std::vector<std::uint8_t> saved = trainer.checkpoint();
  Trainer longer(corpus(), tinyConfig(), vocabulary(), tinyOptions(13));
  checkError(ErrorCode::kInvalidConfig, "options: steps 12 instead of 13",
             [&] { longer.restore(saved.data(), saved.size()); });
  EncoderConfig config = tinyConfig();
  config.heads = 2;
  Trainer other(corpus(), config, vocabulary(), tinyOptions(12));
  checkError(ErrorCode::kInvalidConfig, "config: num_attention_heads 4 instead of 2",
             [&] { other.restore(saved.data(), saved.size()); });
}

TEST_CASE("A checkpoint with a tensor amiss changes nothing") {
  Trainer trainer(corpus(), tinyConfig(), vocabulary(), tinyOptions(12));
  const std::vector<std::uint8_t> fresh = trainer.checkpoint();
  trainer.step();
  const std::vector<std::uint8_t> before = trainer.checkpoint();
  const std::string name = "second.encoder.layer.1.output.LayerNorm.bias";  // among the last

  Parts parts = partsOf(fresh);
  parts.tensor(name).shape = {32, 1};
  std::vector<std::uint8_t> file = parts.bytes();
  checkError(ErrorCode::kTensorShape, name + " is 32 × 1, but the model's is 32",
             [&] { trainer.restore(file.data(), file.size()); });
  CHECK(trainer.checkpoint() == before);

  parts = partsOf(fresh);
  parts.tensor(name).name = "another";
  file = parts.bytes();
  checkError(ErrorCode::kMissingTensor, name, [&] { trainer.restore(file.data(), file.size()); });
  CHECK(trainer.checkpoint() == before);
}

TEST_CASE("The seed decides weights and sentences") {
  TrainingOptions options = tinyOptions(3);
  Trainer one(corpus(), tinyConfig(), vocabulary(), options);
  options.seed = 2;
  Trainer two(corpus(), tinyConfig(), vocabulary(), options);
  CHECK_FALSE(same(one.encoder().weights(), two.encoder().weights()));
  CHECK(one.step().loss.maskedWords != two.step().loss.maskedWords);
}

TEST_CASE("A step reports what it did") {
  Trainer trainer(corpus(), tinyConfig(), vocabulary(), tinyOptions(10));
  const StepReport report = trainer.step();
  CHECK(report.step == 1);
  CHECK(trainer.stepsDone() == 1);
  CHECK(report.rate == learningRate(trainer.options(), 1));
  CHECK(report.tokens > 16);
  CHECK(report.gradientNorm > 0);
  // An untrained model knows nothing: every piece is as likely.
  CHECK(report.loss.maskedWords == Approx(std::log(double(vocabulary().size()))).margin(0.5));
}

TEST_CASE("An untrained model is evaluated too, to little avail") {
  const Trainer trainer(corpus(), tinyConfig(), vocabulary(), tinyOptions(1));
  EvaluationOptions few;
  few.pairs = few.sentences = 5;
  const Evaluation e = evaluate(trainer.encoder(), trainer.tokenizer(), corpus(), few);
  CHECK(e.heldOut.each.cases == 10);
  CHECK(e.heldOut.each.byOutput < 0.2);
  CHECK(e.handWritten.cases == 50);
  CHECK(e.maskedWords.top5 < 0.2);
  CHECK(e.roles.size() == roleNames().size());
}

TEST_CASE("An evaluation needs pairs, and the words that it asks about") {
  const Trainer trainer(corpus(), tinyConfig(), vocabulary(), tinyOptions(1));
  EvaluationOptions none;
  none.pairs = 0;
  checkError(ErrorCode::kInvalidConfig, "0 pairs and 1000 sentences, but it needs 1 of each",
             [&] { evaluate(trainer.encoder(), trainer.tokenizer(), corpus(), none); });
  std::string lines = vocabulary().lines();
  lines.replace(lines.find("\nscarf\n"), 7, "\nother\n");
  const Trainer other(corpus(), tinyConfig(), Vocabulary(lines), tinyOptions(1));
  checkError(ErrorCode::kInvalidVocabulary, "lacks \"scarf\"",
             [&] { evaluate(other.encoder(), other.tokenizer(), corpus()); });
}

TEST_CASE("A tiny model learns words and pronouns in 800 steps", "[long]") {
  EncoderConfig config = tinyConfig();
  config.dModel = 48;
  config.dFf = 96;
  TrainingOptions options = tinyOptions(800);
  options.sentencesPerStep = 64;
  options.peakRate = 5e-3;
  options.referenceWeight = 2;
  options.spellShare = options.nonceShare = 0;
  Trainer trainer(corpus(), config, vocabulary(), options);
  BatchLoss last;  // the mean of the last hundred steps
  while (!trainer.finished()) {
    const StepReport report = trainer.step();
    if (report.step <= 700) continue;
    last.maskedWords += report.loss.maskedWords / 100;
    last.references += report.loss.references / 100;
  }
  CHECK(last.maskedWords < 4.3);  // from 7.0
  CHECK(last.references < 2.2);

  EvaluationOptions few;
  few.pairs = 100;
  few.sentences = 50;
  const Evaluation e = evaluate(trainer.encoder(), trainer.tokenizer(), corpus(), few);
  CHECK(e.heldOut.each.byOutput > 0.5);  // of the whole vocabulary, where chance is 0.001
  CHECK(e.heldOut.each.byHead > 0.6);    // of all words of the sentence, where chance is 0.1
}
