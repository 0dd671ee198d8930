#include "fovea/train/picture_task.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>

#include "catch2.h"
#include "fovea/train/picture_batch.h"
#include "fovea/train/training_phase.h"
#include "model_error.h"

using namespace fovea;
using namespace fovea::test;

namespace {

TrainingPlan shortPicturePlan(Index steps) {
  TrainingPlan plan = picturePlan("tiny");
  plan.model.dModel = 16;
  plan.model.dFf = 32;
  plan.training.steps = steps;
  plan.training.warmupSteps = 2;
  plan.training.sentencesPerStep = 6;
  return plan;
}

const Thing* findShape(const Scene& scene, Shape shape) {
  for (const Thing& thing : scene.things)
    if (thing.shape == shape) return &thing;
  return nullptr;
}

Index cellAlong(double pixels) { return static_cast<Index>(pixels) / kCellSide; }

// Worked out from the scene by itself.
std::set<Index> answersTo(const Scene& scene) {
  std::set<Index> answers;
  if (scene.question == Question::kOdd) {
    for (const Thing& thing : scene.things) {
      Index alike = 0;
      for (const Thing& other : scene.things) alike += answerOf(other) == answerOf(thing) ? 1 : 0;
      if (alike == 1) answers.insert(answerOf(thing));
    }
    return answers;
  }
  const bool arrow = scene.question == Question::kArrow;
  const Thing& from = *findShape(scene, arrow ? Shape::kArrow : Shape::kCover);
  const Index column = cellAlong(from.x);
  const Index row = cellAlong(from.y);
  for (const Thing& thing : scene.things) {
    if (&thing == &from) continue;
    const Index dx = cellAlong(thing.x) - column;
    const Index dy = cellAlong(thing.y) - row;
    const bool ahead = from.direction == 0   ? dy == 0 && dx == 1
                       : from.direction == 1 ? dx == 0 && dy == 1
                       : from.direction == 2 ? dy == 0 && dx == -1
                                             : dx == 0 && dy == -1;
    const bool mirrored = dy == 0 && cellAlong(thing.x) == kCellsAcross - 1 - column;
    if (arrow ? ahead : mirrored) answers.insert(answerOf(thing));
  }
  return answers;
}

}  // namespace

TEST_CASE("A scene's question has one answer") {
  Random random(3);
  for (const Question question : kQuestions)
    for (int i = 0; i < 100; ++i) {
      const Scene scene = drawScene(random, question, i % 2 == 0);
      INFO(spelling(question) << ' ' << i);
      CHECK(answersTo(scene) == std::set<Index>{scene.answer});
      for (const Thing& thing : scene.things) {
        CHECK(thing.x - thing.radius >= 0);
        CHECK(thing.y + thing.radius <= double(kSceneSide));
      }
    }
}

TEST_CASE("Things are painted where they stand, each shape and direction otherwise") {
  std::set<std::vector<Scalar>> pictures;
  for (const Shape shape :
       {Shape::kRing, Shape::kSquare, Shape::kTriangle, Shape::kArrow, Shape::kCover})
    for (const Index direction : {0, 1, 2, 3}) {
      if (shape != Shape::kArrow && direction > 0) continue;
      Random noise(1);
      const std::vector<Scalar> pixels =
          paint({Question::kOdd, {{shape, 0, direction, 12, 12, 3}}, 0}, noise);
      REQUIRE(pixels.size() == 24 * 24 * 3);
      CHECK(std::count_if(pixels.begin(), pixels.end(), [](Scalar x) { return x > Scalar(0.4); }) >
            6);
      CHECK(pixels[(4 * 24 + 12) * 3] < Scalar(0.2));
      pictures.insert(pixels);
    }
  CHECK(pictures.size() == 8);
}

TEST_CASE("A training on pictures goes on bit for bit, on however many threads") {
  const TrainingPlan plan = shortPicturePlan(4);
  PictureTrainer whole(plan);
  whole.useThreads(1);
  std::vector<std::uint8_t> saved;
  while (!whole.finished()) {
    if (whole.stepsDone() == 2) saved = whole.checkpoint();
    whole.step();
  }
  PictureTrainer resumed(plan);
  resumed.useThreads(3);
  resumed.restore(saved.data(), saved.size());
  while (!resumed.finished()) resumed.step();
  CHECK(resumed.checkpoint() == whole.checkpoint());
}

TEST_CASE("A step on pictures reports what it did, and steps lower the loss", "[long]") {
  TrainingPlan plan = shortPicturePlan(30);
  plan.training.sentencesPerStep = 16;
  PictureTrainer trainer(plan);
  const PictureTrainer::Report first = trainer.step();
  CHECK(first.step == 1);
  CHECK(first.gradientNorm > 0);
  CHECK(first.rate == learningRate(trainer.plan().training, 1));
  // An untrained model knows nothing: every answer is about as likely.
  CHECK(first.loss == Approx(std::log(12.0)).margin(1));
  std::vector<std::string> parts;
  for (const PartChange& part : first.parts) parts.push_back(part.part);
  CHECK(parts ==
        std::vector<std::string>{"embedding", "layers.0", "layers.1", "finalNorm", "prediction"});
  const auto lossOf = [](const PictureTrainer& of) {
    return measurePictures(of.model(), of.structure(), 20, 5).loss;
  };
  const double before = lossOf(trainer);
  while (!trainer.finished()) trainer.step();
  CHECK(lossOf(trainer) < before);
}

TEST_CASE("A table has a line for each question, and marks what is missed") {
  PictureMeasures measured;
  measured.scenes = 7;
  measured.right = {0.99, 0.5, 1};
  const std::string table = measureTable({"a"}, {measures(measured)});
  CHECK(table.find("the odd one out") != std::string::npos);
  CHECK(table.find("0.500 ✗") != std::string::npos);
  CHECK(table.find("0.990 ✗") == std::string::npos);
  CHECK(toJson(measured).find("\"arrow\":0.5") != std::string::npos);
}

TEST_CASE("A model that does not fit the scenes is refused") {
  TrainingPlan plan = picturePlan("tiny");
  plan.model.imageSize = 28;
  plan.model.maxPositions = 64;
  checkError(ErrorCode::kInvalidConfig, "image_size is 28, but the scenes need 24",
             [&] { PictureTrainer{plan}; });
}

TEST_CASE("Answers are counted row by row, one for each", "[pictures]") {
  Matrix logits(2, 3);
  logits << 1, 2, 0, 5, 2, 4;
  CHECK(rightAnswers(logits, {1, 2}) == 1);
  checkError(ErrorCode::kInvalidInput, "1 answers, but 2 rows of logits",
             [&] { rightAnswers(logits, {1}); });
}
