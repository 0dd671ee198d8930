#include "fovea/train/training_options.h"

#include "catch2.h"
#include "model_error.h"

using namespace fovea;
using namespace fovea::test;

TEST_CASE("The rate rises to its peak and falls to its final share") {
  TrainingOptions options;
  options.steps = 100;
  options.warmupSteps = 20;
  options.peakRate = 0.01;
  options.finalRateShare = 0.1;
  CHECK(learningRate(options, 1) == Approx(0.0005));
  CHECK(learningRate(options, 20) == Approx(0.01));
  CHECK(learningRate(options, 60) == Approx(0.0055));
  CHECK(learningRate(options, 100) == Approx(0.001));
}

TEST_CASE("Options survive JSON, an absent one keeps its default") {
  TrainingOptions options;
  options.seed = 77;
  options.scoreDecay = 0.25;
  const TrainingOptions read = parseTrainingOptions(toJson(options));
  CHECK(read.seed == 77);
  CHECK(read.scoreDecay == 0.25);
  CHECK(parseTrainingOptions("{}").steps == TrainingOptions().steps);
}

TEST_CASE("Options out of range are named") {
  checkError(ErrorCode::kInvalidConfig, "maskShare",
             [] { parseTrainingOptions(R"({"maskShare": 1.5})"); });
  checkError(ErrorCode::kInvalidConfig, "peakRate",
             [] { parseTrainingOptions(R"({"peakRate": -1})"); });
  checkError(ErrorCode::kInvalidConfig, "steps", [] { parseTrainingOptions(R"({"steps": 0})"); });
  checkError(ErrorCode::kInvalidConfig, "seed", [] { parseTrainingOptions(R"({"seed": "one"})"); });
  checkError(ErrorCode::kInvalidConfig, "object", [] { parseTrainingOptions("[1]"); });
}
