#include "fovea/train/reference_task.h"

#include <cmath>
#include <memory>
#include <string>

#include "catch2.h"
#include "fovea/train/evaluation.h"
#include "model_error.h"
#include "parts.h"
#include "samples.h"
#include "shared_corpus.h"

using namespace fovea;
using namespace fovea::test;

namespace {

ModelConfig tinyConfig() {
  ModelConfig config;
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

// On the corpus that has the fewest words, for what does not depend on them.
std::unique_ptr<ReferenceTrainer> quickTrainer(const TrainingOptions& options) {
  return std::make_unique<ReferenceTrainer>(sharedTinyCorpus(), tinyConfig(),
                                            sharedTinyVocabulary(), options);
}

bool same(const ModelWeights& a, const ModelWeights& b) {
  bool equal = true;
  forEachPair(a, b, [&](const std::string&, const auto& x, const auto& y) {
    equal = equal && (x.array() == y.array()).all();
  });
  return equal;
}

}  // namespace

TEST_CASE("A resumed training ends bit for bit as an uninterrupted one") {
  const auto whole = quickTrainer(tinyOptions(10));
  while (!whole->finished()) whole->step();

  const auto first = quickTrainer(tinyOptions(10));
  for (int i = 0; i < 5; ++i) first->step();
  const std::vector<std::uint8_t> saved = first->checkpoint();
  CHECK_FALSE(same(first->model().weights(), whole->model().weights()));

  const auto second = quickTrainer(tinyOptions(10));
  second->restore(saved.data(), saved.size());
  CHECK(second->stepsDone() == 5);
  while (!second->finished()) second->step();
  CHECK(same(second->model().weights(), whole->model().weights()));
  CHECK(second->checkpoint() == whole->checkpoint());
}

TEST_CASE(
    "A training resumed before or in its softening ends bit for bit as an uninterrupted one") {
  TrainingOptions options = tinyOptions(3);
  options.softenSteps = 4;
  options.softenSentencesPerStep = 5;
  options.softenWarmupSteps = 2;
  const auto whole = quickTrainer(options);
  std::vector<std::vector<std::uint8_t>> saved;
  while (!whole->finished()) {
    saved.push_back(whole->checkpoint());
    const ReferenceTrainer::Report report = whole->step();
    CHECK((report.attention.overlap > 0) == (report.step > 3));
    CHECK(report.rate == learningRate(options, report.step));
  }
  REQUIRE(saved.size() == 7);
  for (const std::size_t step : {2U, 3U, 5U}) {
    const auto resumed = quickTrainer(options);
    resumed->restore(saved[step].data(), saved[step].size());
    while (!resumed->finished()) resumed->step();
    CHECK(resumed->checkpoint() == whole->checkpoint());
  }
}

TEST_CASE("The number of threads changes nothing, also where a training goes on with another") {
  TrainingOptions options = tinyOptions(4);
  options.softenSteps = 3;
  options.softenSentencesPerStep = 3;
  const auto start = [&](Index threads) {
    auto trainer = quickTrainer(options);
    trainer->useThreads(threads);
    return trainer;
  };
  const auto one = start(1);
  const auto two = start(2);
  const auto three = start(3);
  while (!one->finished()) {
    const auto onMore = start(2 + one->stepsDone() % 2);
    const std::vector<std::uint8_t> before = one->checkpoint();
    onMore->restore(before.data(), before.size());
    CHECK(onMore->step().gradientNorm == one->step().gradientNorm);
    two->step();
    three->step();
    CHECK(onMore->checkpoint() == one->checkpoint());
    CHECK(two->checkpoint() == one->checkpoint());
    CHECK(three->checkpoint() == one->checkpoint());
  }
}

TEST_CASE("What goes wrong in a shard reaches the caller, and changes no weight") {
  ModelConfig config = tinyConfig();
  config.maxPositions = 6;
  ReferenceTrainer trainer(sharedCorpus(), config, sharedVocabulary(), tinyOptions(2));
  trainer.useThreads(GENERATE(1, 2));
  const ModelWeights before = trainer.model().weights();
  checkError(ErrorCode::kInvalidInput, "but the model takes at most 6", [&] { trainer.step(); });
  CHECK(trainer.stepsDone() == 0);
  CHECK(same(trainer.model().weights(), before));
}

TEST_CASE("Softening makes large weights smaller and heads differ", "[long]") {
  // Of an untrained model, whose weights are nearly even: a low cap finds them large.
  const auto last = [](double peakWeight, double overlapWeight) {
    TrainingOptions options = tinyOptions(1);
    options.softenSteps = 30;
    options.softenSentencesPerStep = 16;
    options.softenPeakRate = 5e-3;
    options.softenWarmupSteps = 5;
    options.peakCap = 0.1;
    options.peakWeight = peakWeight;
    options.overlapWeight = overlapWeight;
    ReferenceTrainer trainer(sharedCorpus(), tinyConfig(), sharedVocabulary(), options);
    ReferenceTrainer::Report report;
    while (!trainer.finished()) report = trainer.step();
    return report.attention;
  };
  constexpr double kHardly = 1e-9;  // so that both terms are reported
  const AttentionLoss control = last(kHardly, kHardly);
  CHECK(last(1, 0).peak < 0.7 * control.peak);
  CHECK(last(0, 20).overlap < 0.9 * control.overlap);
}

TEST_CASE("A checkpoint of another training is refused") {
  ReferenceTrainer trainer(sharedCorpus(), tinyConfig(), sharedVocabulary(), tinyOptions(12));
  const std::vector<std::uint8_t> saved = trainer.checkpoint();
  ReferenceTrainer longer(sharedCorpus(), tinyConfig(), sharedVocabulary(), tinyOptions(13));
  checkError(ErrorCode::kInvalidConfig, "in its options, steps is 12 instead of 13",
             [&] { longer.restore(saved.data(), saved.size()); });
  ModelConfig config = tinyConfig();
  config.heads = 2;
  ReferenceTrainer other(sharedCorpus(), config, sharedVocabulary(), tinyOptions(12));
  checkError(ErrorCode::kInvalidConfig, "in its config, num_attention_heads is 4 instead of 2",
             [&] { other.restore(saved.data(), saved.size()); });
  std::string lines = sharedVocabulary().lines();
  lines.replace(lines.find("\nscarf\n"), 7, "\nunlisted\n");
  ReferenceTrainer ofOtherWords(sharedCorpus(), tinyConfig(), Vocabulary(lines), tinyOptions(12));
  checkError(ErrorCode::kInvalidConfig, "its vocabulary differs",
             [&] { ofOtherWords.restore(saved.data(), saved.size()); });
}

TEST_CASE("A checkpoint from before a key of the config was known is taken") {
  ReferenceTrainer trainer(sharedCorpus(), tinyConfig(), sharedVocabulary(), tinyOptions(12));
  const std::vector<std::uint8_t> fresh = trainer.checkpoint();
  Parts parts = partsOf(fresh);
  std::string& config = parts.metadata["config"];
  const std::string key = "\"decoder_layers\": 0,";
  REQUIRE(config.find(key) != std::string::npos);
  config.erase(config.find(key), key.size());
  const std::vector<std::uint8_t> earlier = parts.bytes();
  trainer.step();
  trainer.restore(earlier.data(), earlier.size());
  CHECK(trainer.checkpoint() == fresh);
}

TEST_CASE("A checkpoint from before an option was known is taken") {
  ReferenceTrainer trainer(sharedCorpus(), tinyConfig(), sharedVocabulary(), tinyOptions(12));
  const std::vector<std::uint8_t> fresh = trainer.checkpoint();
  Parts parts = partsOf(fresh);
  std::string& options = parts.metadata["options"];
  const std::string key = "\"balanceWeight\":0.01,";
  REQUIRE(options.find(key) != std::string::npos);
  options.erase(options.find(key), key.size());
  const std::vector<std::uint8_t> earlier = parts.bytes();
  trainer.step();
  trainer.restore(earlier.data(), earlier.size());
  CHECK(trainer.checkpoint() == fresh);

  TrainingOptions other = tinyOptions(12);
  other.balanceWeight = 0.5;
  ReferenceTrainer balanced(sharedCorpus(), tinyConfig(), sharedVocabulary(), other);
  checkError(ErrorCode::kInvalidConfig, "in its options, balanceWeight is 0.01 instead of 0.5",
             [&] { balanced.restore(earlier.data(), earlier.size()); });
}

TEST_CASE("A training that has diverged gives no checkpoint") {
  TrainingOptions options = tinyOptions(12);
  options.peakRate = 1e38;
  options.warmupSteps = 0;
  ReferenceTrainer trainer(sharedCorpus(), tinyConfig(), sharedVocabulary(), options);
  ReferenceTrainer::Report report;
  while (!trainer.finished() && std::isfinite(report.gradientNorm)) report = trainer.step();
  REQUIRE_FALSE(std::isfinite(report.gradientNorm));
  checkError(ErrorCode::kNotFinite,
             "the training diverged after step " + std::to_string(report.step) + ": tensor \"",
             [&] { trainer.checkpoint(); });
}

TEST_CASE("A checkpoint whose config promises more than the file has is refused at once") {
  ReferenceTrainer trainer(sharedCorpus(), tinyConfig(), sharedVocabulary(), tinyOptions(12));
  Parts parts = partsOf(trainer.checkpoint());
  const std::vector<std::uint8_t> whole = parts.bytes();
  CHECK(checkpointPlan(whole.data(), whole.size()).training.steps == 12);
  std::string& config = parts.metadata["config"];
  const std::string width = "\"intermediate_size\": 64";
  REQUIRE(config.find(width) != std::string::npos);
  config.replace(config.find(width), width.size(), "\"intermediate_size\": 65536");
  const std::vector<std::uint8_t> large = parts.bytes();
  checkError(ErrorCode::kFileTruncated, "bytes, too few for its config: a model of ",
             [&] { checkpointPlan(large.data(), large.size()); });
}

TEST_CASE("A checkpoint of a step that there is not is refused") {
  ReferenceTrainer trainer(sharedCorpus(), tinyConfig(), sharedVocabulary(), tinyOptions(12));
  const std::vector<std::uint8_t> fresh = trainer.checkpoint();
  const auto refused = [&](const char* key, const std::string& value, const std::string& message) {
    INFO(value);
    Parts parts = partsOf(fresh);
    parts.metadata[key] = value;
    const std::vector<std::uint8_t> file = parts.bytes();
    checkError(ErrorCode::kInvalidConfig, message,
               [&] { trainer.restore(file.data(), file.size()); });
    CHECK(trainer.checkpoint() == fresh);
  };
  refused("step", "13", "the checkpoint's step is 13, but the training has only 12");
  for (const char* number : {"-1", "1x", " 1", "", "18446744073709551616"}) {
    refused("step", number, "the checkpoint's step must be a whole number, 0 or more");
    refused("random", number, "the checkpoint's random must be a whole number, 0 or more");
  }
}

TEST_CASE("A checkpoint with a tensor amiss changes nothing") {
  ReferenceTrainer trainer(sharedCorpus(), tinyConfig(), sharedVocabulary(), tinyOptions(12));
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
  ReferenceTrainer one(sharedCorpus(), tinyConfig(), sharedVocabulary(), options);
  options.seed = 2;
  ReferenceTrainer two(sharedCorpus(), tinyConfig(), sharedVocabulary(), options);
  CHECK_FALSE(same(one.model().weights(), two.model().weights()));
  CHECK(one.step().loss.maskedWords != two.step().loss.maskedWords);
}

TEST_CASE("A step reports what it did") {
  ReferenceTrainer trainer(sharedCorpus(), tinyConfig(), sharedVocabulary(), tinyOptions(10));
  const ReferenceTrainer::Report report = trainer.step();
  CHECK(report.step == 1);
  CHECK(trainer.stepsDone() == 1);
  CHECK(report.rate == learningRate(trainer.options(), 1));
  CHECK(report.tokens > 16);
  CHECK(report.gradientNorm > 0);
  // An untrained model knows nothing: every piece is as likely.
  CHECK(report.loss.maskedWords == Approx(std::log(double(sharedVocabulary().size()))).margin(0.5));
}

TEST_CASE("An untrained model is evaluated too, to little avail", "[long]") {
  const ReferenceTrainer trainer(sharedCorpus(), tinyConfig(), sharedVocabulary(), tinyOptions(1));
  EvaluationOptions few;
  few.pairs = few.sentences = 5;
  const Evaluation e = evaluate(trainer.model(), trainer.tokenizer(), sharedCorpus(), few);
  CHECK(e.heldOut.each.cases == 10);
  CHECK(e.heldOut.each.byOutput < 0.2);
  CHECK(e.handWritten.cases == 50);
  CHECK(e.handWrittenThird.cases == 100);
  CHECK(e.maskedWords.top5 < 0.2);
  CHECK(e.roles.size() == roleNames().size());
}

TEST_CASE("An evaluation needs pairs, and the words that it asks about") {
  const ReferenceTrainer trainer(sharedCorpus(), tinyConfig(), sharedVocabulary(), tinyOptions(1));
  EvaluationOptions none;
  none.pairs = 0;
  checkError(ErrorCode::kInvalidConfig, "at least 1 pair and 1 sentence, not 0 and 1000",
             [&] { evaluate(trainer.model(), trainer.tokenizer(), sharedCorpus(), none); });
  std::string lines = sharedVocabulary().lines();
  lines.replace(lines.find("\nscarf\n"), 7, "\nunlisted\n");
  const ReferenceTrainer other(sharedCorpus(), tinyConfig(), Vocabulary(lines), tinyOptions(1));
  checkError(ErrorCode::kInvalidVocabulary, "lacks \"scarf\"",
             [&] { evaluate(other.model(), other.tokenizer(), sharedCorpus()); });
}

TEST_CASE("A tiny model learns words and pronouns in 1600 steps", "[long]") {
  ModelConfig config = tinyConfig();
  config.dModel = 48;
  config.dFf = 96;
  TrainingOptions options = tinyOptions(1600);
  options.sentencesPerStep = 64;
  options.peakRate = 5e-3;
  options.referenceWeight = 2;
  options.spellShare = options.nonceShare = 0;
  ReferenceTrainer trainer(sharedCorpus(), config, sharedVocabulary(), options);
  BatchLoss last;  // the mean of the last hundred steps
  while (!trainer.finished()) {
    const ReferenceTrainer::Report report = trainer.step();
    if (report.step <= 1500) continue;
    last.maskedWords += report.loss.maskedWords / 100;
    last.references += report.loss.references / 100;
  }
  // Seeds 1 to 3 come to 4.0 – 4.2 and .37 – .45, and read .74 – .81 and .71 – .84 of the pairs.
  CHECK(last.maskedWords < 4.6);  // from 8.1
  CHECK(last.references < 1);

  EvaluationOptions few;
  few.pairs = 100;
  few.sentences = 50;
  const Evaluation e = evaluate(trainer.model(), trainer.tokenizer(), sharedCorpus(), few);
  CHECK(e.heldOut.each.byOutput > 0.6);  // of the whole vocabulary, where chance is 0.0003
  CHECK(e.heldOut.each.byHead > 0.6);    // of all words of the sentence, where chance is 0.1
}
