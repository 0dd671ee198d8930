#include "fovea/train/training_options.h"

#include <cstdint>
#include <limits>

#include "catch2.h"
#include "model_error.h"

using namespace fovea;
using namespace fovea::test;

TEST_CASE("Options survive JSON, an absent one keeps its default") {
  TrainingOptions options;
  options.seed = 77;
  options.scoreDecay = 0.25;
  options.softenSteps = 9;
  options.peakCap = 0.7;
  const TrainingOptions read = parseTrainingOptions(toJson(options));
  CHECK(read.seed == 77);
  CHECK(read.scoreDecay == 0.25);
  CHECK(read.softenSteps == 9);
  CHECK(read.peakCap == 0.7);
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
  TrainingOptions options;
  options.peakRate = std::numeric_limits<double>::quiet_NaN();
  checkError(ErrorCode::kInvalidConfig, "peakRate", [&] { validate(options); });
}

TEST_CASE("An option that is not what it must be is refused with what would be right") {
  const auto refused = [](const std::string& message, const std::string& json) {
    checkError(ErrorCode::kInvalidConfig, message, [&] { parseTrainingOptions(json); });
  };
  refused("steps is 100.7, but must be a whole number from 1 to 2147483647", R"({"steps": 100.7})");
  refused("steps is 1e+300, but must be a whole number", R"({"steps": 1e300})");
  refused("steps is 2147483648, but must be a whole number", R"({"steps": 2147483648})");
  refused("seed is -1, but must be a whole number from 0 to 18446744073709551615",
          R"({"seed": -1})");
  refused("warmupSteps is true, but must be a whole number from 0", R"({"warmupSteps": true})");
  refused("maskShare is 1.5, but must be a number from 0 to 1", R"({"maskShare": 1.5})");
  refused("peakCap is 1.0, but must be a number from 0.000001 to 0.999999", R"({"peakCap": 1.0})");
  refused("clipNorm is 0.0, but must be a number above 0", R"({"clipNorm": 0.0})");
  refused("peakRate is \"high\", but must be a number, 0 or more", R"({"peakRate": "high"})");
  refused("no training option stpes; the options are balanceWeight, clipNorm, ", R"({"stpes": 7})");
  CHECK(parseTrainingOptions(R"({"seed": 18446744073709551615})").seed == UINT64_MAX);
}
