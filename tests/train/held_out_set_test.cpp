#include "fovea/train/held_out_set.h"

#include <algorithm>
#include <cmath>

#include "catch2.h"
#include "fovea/train/teaching.h"
#include "model_error.h"
#include "shared_corpus.h"

using namespace fovea;
using namespace fovea::test;

namespace {

// The tiny preset, so many steps of it, and what it reads.
struct TinyRun {
  explicit TinyRun(Index steps = 0) {
    while (trainer.stepsDone() < steps) trainer.step();
  }

  ReferenceTrainer trainer{sharedTinyCorpus(), sharedTinyVocabulary(), presetPlan("tiny")};
};

}  // namespace

TEST_CASE("An untrained model reads next to nothing, and every word is as likely") {
  const TinyRun run;
  const HeldOutMeasures score = run.trainer.evaluate();
  CHECK(score.references < 0.1);
  CHECK(score.pairs < 0.1);
  const double uniform = std::log(double(run.trainer.tokenizer().vocabulary().size()));
  CHECK(score.maskedLoss == Approx(uniform).margin(0.5));
  CHECK(score.referenceLoss == Approx(uniform).margin(0.5));
}

TEST_CASE("A score is the same each time, and changes nothing of the training") {
  TinyRun run(1);
  const std::vector<std::uint8_t> before = run.trainer.checkpoint();
  const HeldOutMeasures first = run.trainer.evaluate();
  const HeldOutMeasures second = run.trainer.evaluate();
  CHECK(first.maskedLoss == second.maskedLoss);
  CHECK(first.referenceLoss == second.referenceLoss);
  CHECK(run.trainer.checkpoint() == before);
}

TEST_CASE("A score is of the structure that the model is run as", "[long]") {
  const TinyRun run(1);
  const Encoder& encoder = run.trainer.model();
  const HeldOutSet set(sharedTinyCorpus(), run.trainer.tokenizer(), run.trainer.options());
  const auto lossAs = [&](const std::string& structure) {
    return set.score(encoder, parseStructure(structure, encoder.config())).maskedLoss;
  };
  CHECK(lossAs("") == run.trainer.evaluate().maskedLoss);
  CHECK(lossAs("residual=off") != lossAs(""));
}

TEST_CASE("The shares are of what is predicted, references before pairs", "[long]") {
  const TinyRun run(700);
  const HeldOutSet set(sharedTinyCorpus(), run.trainer.tokenizer(), run.trainer.options());
  const std::vector<bool> right = set.predictions(run.trainer.model(), run.trainer.structure());
  REQUIRE(right.size() == 200);
  const HeldOutMeasures score = run.trainer.evaluate();
  CHECK(score.references ==
        Approx(double(std::count(right.begin(), right.begin() + 100, true)) / 100));
  double both = 0;
  for (std::size_t i = 100; i < 200; i += 2) both += right[i] && right[i + 1];
  CHECK(score.pairs == Approx(both / 50));
  CHECK(score.references > 0.3);
  CHECK(score.headReferences > 0.7);
}

TEST_CASE("The tiny preset learns references, then which of two nouns a pronoun means", "[long]") {
  const TinyRun run(presetPlan("tiny").training.steps);
  const HeldOutMeasures score = run.trainer.evaluate();
  CHECK(score.references >= 0.95);
  CHECK(score.pairs >= 0.9);
  // Whether one head alone does both changes with the seed and with the order of sums.
  CHECK(score.headPairs >= 0.7);
  CHECK(run.trainer.finished());
}

TEST_CASE("A lesson moves the prediction there, says what else changed, and can be undone",
          "[long]") {
  TinyRun run(100);
  ReferenceTrainer& trainer = run.trainer;
  const Vocabulary& vocabulary = trainer.tokenizer().vocabulary();
  const std::vector<std::uint8_t> before = trainer.checkpoint();
  const HeldOutMeasures scoreBefore = trainer.evaluate();
  Lesson lesson;
  lesson.text = "the animal didn't cross the street because it was too slow";
  lesson.token = 7;
  lesson.piece = vocabulary.id("street");
  lesson.steps = 3;
  const LessonReport report = teach(trainer, lesson);
  REQUIRE(report.losses.size() == 4);
  CHECK(report.losses.back() < report.losses.front());
  CHECK(report.before.maskedLoss == scoreBefore.maskedLoss);
  CHECK(report.after.maskedLoss == trainer.evaluate().maskedLoss);
  CHECK(report.after.maskedLoss != report.before.maskedLoss);
  CHECK(trainer.stepsDone() == 100);
  for (const TensorMove& move : report.moves) {
    INFO(move.name);
    CHECK(move.norm > 0);
    // The reference loss stops at the head's bias, and the attention at the bias of its keys.
    if (move.name == "cls.predictions.bias") CHECK(move.moved == 0);
    if (move.name == "encoder.layer.1.output.dense.weight") CHECK(move.moved > 0);
  }
  trainer.restore(before.data(), before.size());
  CHECK(trainer.checkpoint() == before);
  CHECK(trainer.evaluate().maskedLoss == scoreBefore.maskedLoss);
}

TEST_CASE("A lesson's step is plain gradient descent") {
  TinyRun run(5);
  Lesson lesson{"the dog was tired so it slept", 5, 0, 1, 1e-3};
  lesson.piece = run.trainer.tokenizer().vocabulary().id("dog");
  const LessonReport report = teach(run.trainer, lesson);
  double squares = 0;  // of the gradient: the loss falls by rate · squares, at so small a rate
  for (const TensorMove& move : report.moves) squares += std::pow(move.moved / lesson.rate, 2);
  CHECK(report.losses[0] - report.losses[1] == Approx(lesson.rate * squares).epsilon(0.1));
}

TEST_CASE("A lesson about what there is not is refused, and changes nothing") {
  TinyRun run;
  const std::vector<std::uint8_t> before = run.trainer.checkpoint();
  const auto refused = [&](const char* reason, Lesson lesson) {
    checkError(ErrorCode::kInvalidInput, reason, [&] { teach(run.trainer, lesson); });
    CHECK(run.trainer.checkpoint() == before);
  };
  refused("is about token 2, but there are 0 to 1", {"the dog", 2, 0, 1, 0.1});
  refused("is about piece -1, but there are 0 to", {"the dog", 0, -1, 1, 0.1});
  refused("needs at least one step", {"the dog", 0, 0, 0, 0.1});
  refused("needs a rate that is a number, 0 or more", {"the dog", 0, 0, 1, -1});
}
