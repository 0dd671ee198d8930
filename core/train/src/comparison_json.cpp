#include <cmath>
#include <nlohmann/json.hpp>

#include "fovea/train/comparison.h"

namespace fovea {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kComparedDigits = 4;

// More digits would say something about the machine.
double toComparedDigits(double value) {
  if (value == 0 || !std::isfinite(value)) return value;
  const double scale =
      std::pow(10.0, kComparedDigits - 1 - std::floor(std::log10(std::abs(value))));
  return std::round(value * scale) / scale;
}

Json list(const std::vector<double>& values) {
  Json all = Json::array();
  for (const double value : values) all.push_back(toComparedDigits(value));
  return all;
}

Json both(const OfNetworks& of) {
  return {{"encoder", list(of.encoder)}, {"recurrent", list(of.recurrent)}};
}

Json both(const TimeOfNetworks& of) {
  return {{"encoder", toComparedDigits(of.encoder)}, {"recurrent", toComparedDigits(of.recurrent)}};
}

Json distancesOf(const std::vector<AtDistance>& distances) {
  Json all = Json::array();
  for (const AtDistance& at : distances)
    all.push_back({{"distance", at.distance},
                   {"cases", at.cases},
                   {"right", both(at.right)},
                   {"gradientBefore", both(at.gradientBefore)},
                   {"gradientAfter", both(at.gradientAfter)},
                   {"shareBefore", both(at.shareBefore)},
                   {"shareAfter", both(at.shareAfter)}});
  return all;
}

Json lengthsOf(const std::vector<AtLength>& lengths) {
  Json all = Json::array();
  for (const AtLength& at : lengths)
    all.push_back(
        {{"tokens", at.tokens}, {"reading", both(at.reading)}, {"training", both(at.training)}});
  return all;
}

}  // namespace

std::string toJson(const Comparison& comparison) {
  const TrainingPlan& plan = comparison.options.plan;
  const Json json = {
      {"size", plan.size},
      {"corpus", spelling(plan.corpus)},
      {"width", plan.model.dModel},
      {"layers", plan.model.layers},
      {"firstSeed", plan.training.seed},
      {"trainings", comparison.trainingTime.size()},
      {"steps", plan.training.steps},
      {"sentencesPerStep", plan.training.sentencesPerStep},
      {"parameters",
       {{"encoder", comparison.encoderParameters}, {"recurrent", comparison.recurrentParameters}}},
      {"gradientCases", comparison.options.gradientCases},
      {"right", both(comparison.right)},
      {"pairs", both(comparison.pairs)},
      {"maskedLoss", both(comparison.maskedLoss)},
      {"trainingTime", list(comparison.trainingTime)},
      {"distances", distancesOf(comparison.distances)},
      {"lengths", lengthsOf(comparison.lengths)}};
  return json.dump(2) + "\n";
}

}  // namespace fovea
