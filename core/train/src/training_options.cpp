#include "fovea/train/training_options.h"

#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>

#include "fovea/error.h"

namespace fovea {
namespace {

constexpr std::uint64_t kWeightStream = 0x5EED;

struct Range {
  double least;
  double most;
  const char* text;
};

constexpr double kLargestNumber = std::numeric_limits<double>::max();
constexpr Range kSeeds{0, 18446744073709551615.0, "a whole number from 0 to 18446744073709551615"};
constexpr Range kStepCounts{0, 2147483647, "a whole number from 0 to 2147483647"};
constexpr Range kCounts{1, 2147483647, "a whole number from 1 to 2147483647"};
constexpr Range kSentences{1, 65536, "a whole number from 1 to 65536"};  // of one step, in memory
constexpr Range kShares{0, 1, "a number from 0 to 1"};
constexpr Range kFactors{0, kLargestNumber, "a number, 0 or more"};
constexpr Range kCaps{1e-6, 1 - 1e-6, "a number from 0.000001 to 0.999999"};
constexpr Range kNorms{std::numeric_limits<double>::min(), kLargestNumber, "a number above 0"};

// Calls visit(key, field, range) for every option: written, read and checked through here.
template <typename Options, typename Visitor>
void forEachOption(Options& o, Visitor&& visit) {
  visit("seed", o.seed, kSeeds);
  visit("steps", o.steps, kCounts);
  visit("sentencesPerStep", o.sentencesPerStep, kSentences);
  visit("peakRate", o.peakRate, kFactors);
  visit("warmupSteps", o.warmupSteps, kStepCounts);
  visit("finalRateShare", o.finalRateShare, kShares);
  visit("weightDecay", o.weightDecay, kFactors);
  visit("scoreDecay", o.scoreDecay, kFactors);
  visit("clipNorm", o.clipNorm, kNorms);
  visit("maskShare", o.maskShare, kShares);
  visit("unmaskedShare", o.unmaskedShare, kShares);
  visit("referenceWeight", o.referenceWeight, kFactors);
  visit("spellShare", o.spellShare, kShares);
  visit("nonceShare", o.nonceShare, kShares);
  visit("unknownShare", o.unknownShare, kShares);
  visit("specialsShare", o.specialsShare, kShares);
  visit("fullStopShare", o.fullStopShare, kShares);
  visit("softenSteps", o.softenSteps, kStepCounts);
  visit("softenSentencesPerStep", o.softenSentencesPerStep, kSentences);
  visit("softenPeakRate", o.softenPeakRate, kFactors);
  visit("softenWarmupSteps", o.softenWarmupSteps, kStepCounts);
  visit("softenScoreDecay", o.softenScoreDecay, kFactors);
  visit("peakWeight", o.peakWeight, kFactors);
  visit("peakCap", o.peakCap, kCaps);
  visit("overlapWeight", o.overlapWeight, kFactors);
  visit("balanceWeight", o.balanceWeight, kFactors);
}

[[noreturn]] void wrongValue(const char* key, const nlohmann::json& value, const Range& range) {
  refuse(ErrorCode::kInvalidConfig, std::string("the training option ") + key + " is " +
                                        value.dump() + ", but must be " + range.text);
}

void read(const char* key, const nlohmann::json& json, const Range& range, double& value) {
  if (!json.is_number()) wrongValue(key, json, range);
  value = json.get<double>();
}

template <typename Whole>
void read(const char* key, const nlohmann::json& json, const Range& range, Whole& value) {
  if (!json.is_number_unsigned() || json.get<double>() > range.most) wrongValue(key, json, range);
  value = static_cast<Whole>(json.get<std::uint64_t>());
}

void requireKnown(const nlohmann::json& json) {
  const nlohmann::json known = nlohmann::json::parse(toJson(TrainingOptions()));
  std::string names;
  for (const auto& [name, value] : known.items()) names += (names.empty() ? " " : ", ") + name;
  for (const auto& [key, value] : json.items())
    if (!known.contains(key))
      refuse(ErrorCode::kInvalidConfig, std::string("there is no training option ")
                                            .append(key)
                                            .append("; the options are")
                                            .append(names));
}

}  // namespace

std::uint64_t weightSeed(const TrainingOptions& options) { return options.seed ^ kWeightStream; }

void validate(const TrainingOptions& options) {
  forEachOption(options, [](const char* key, auto value, const Range& range) {
    const auto number = static_cast<double>(value);
    if (!(number >= range.least && number <= range.most)) wrongValue(key, value, range);
  });
}

void requireUnsoftened(const TrainingOptions& options, const std::string& trainer) {
  if (options.softenSteps > 0)
    refuse(ErrorCode::kInvalidConfig,
           "the training option softenSteps is " + std::to_string(options.softenSteps) +
               ", but must be 0 for " + trainer +
               ": only training on masked words and references can be softened");
}

std::string toJson(const TrainingOptions& options) {
  nlohmann::json json;
  forEachOption(options,
                [&](const char* key, const auto& value, const Range&) { json[key] = value; });
  return json.dump();
}

TrainingOptions parseTrainingOptions(const std::string& text) {
  const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object())
    refuse(ErrorCode::kInvalidConfig, "the training options are not a JSON object");
  requireKnown(json);
  TrainingOptions options;
  forEachOption(options, [&](const char* key, auto& value, const Range& range) {
    const auto it = json.find(key);
    if (it != json.end()) read(key, *it, range, value);
  });
  validate(options);
  return options;
}

}  // namespace fovea
