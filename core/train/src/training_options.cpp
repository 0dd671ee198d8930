#include "fovea/train/training_options.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "fovea/error.h"

namespace fovea {
namespace {

// Calls visit(key, field) for every option: written, read and checked through here.
template <typename Options, typename Visitor>
void forEachOption(Options& o, Visitor&& visit) {
  visit("seed", o.seed);
  visit("steps", o.steps);
  visit("sentencesPerStep", o.sentencesPerStep);
  visit("peakRate", o.peakRate);
  visit("warmupSteps", o.warmupSteps);
  visit("finalRateShare", o.finalRateShare);
  visit("weightDecay", o.weightDecay);
  visit("scoreDecay", o.scoreDecay);
  visit("clipNorm", o.clipNorm);
  visit("maskShare", o.maskShare);
  visit("unmaskedShare", o.unmaskedShare);
  visit("referenceWeight", o.referenceWeight);
  visit("spellShare", o.spellShare);
  visit("nonceShare", o.nonceShare);
  visit("unknownShare", o.unknownShare);
  visit("specialsShare", o.specialsShare);
  visit("fullStopShare", o.fullStopShare);
}

[[noreturn]] void invalid(const std::string& message) {
  throw ModelError(ErrorCode::kInvalidConfig, message);
}

}  // namespace

void validate(const TrainingOptions& options) {
  forEachOption(options, [](const std::string& key, auto value) {
    if (value < 0) invalid("the training option " + key + " is negative");
    const bool share = key.size() > 5 && key.compare(key.size() - 5, 5, "Share") == 0;
    if (share && value > 1)
      invalid("the training option " + key + " is more than 1: it is a share");
  });
  if (options.steps < 1) invalid("the training option steps must be at least 1");
  if (options.sentencesPerStep < 1)
    invalid("the training option sentencesPerStep must be at least 1");
  if (options.clipNorm <= 0) invalid("the training option clipNorm must be more than 0");
}

std::string toJson(const TrainingOptions& options) {
  nlohmann::json json;
  forEachOption(options, [&](const char* key, const auto& value) { json[key] = value; });
  return json.dump();
}

TrainingOptions parseTrainingOptions(const std::string& text) {
  const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object()) invalid("the training options are not a JSON object");
  TrainingOptions options;
  forEachOption(options, [&](const char* key, auto& value) {
    const auto it = json.find(key);
    if (it == json.end()) return;
    if (!it->is_number()) invalid(std::string("the training option ") + key + " is not a number");
    it->get_to(value);
  });
  validate(options);
  return options;
}

double learningRate(const TrainingOptions& options, Index step) {
  const auto at = static_cast<double>(step);
  const auto warmup = static_cast<double>(options.warmupSteps);
  const auto last = static_cast<double>(options.steps);
  if (at < warmup) return options.peakRate * at / warmup;
  const double left = (last - at) / std::max(1.0, last - warmup);
  return options.peakRate * std::max(options.finalRateShare,
                                     options.finalRateShare + (1 - options.finalRateShare) * left);
}

}  // namespace fovea
