#include "checkpoint.h"

#include <charconv>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "fovea/error.h"
#include "fovea/parameters.h"
#include "fovea/safetensors.h"
#include "fovea/train/recurrent_network.h"
#include "fovea/train/training_phase.h"

namespace fovea {
namespace {

using Metadata = std::map<std::string, std::string>;

constexpr const char* kWeights = "weights.";
constexpr const char* kFirst = "first.";
constexpr const char* kSecond = "second.";

constexpr const char* kEncoderNetwork = "encoder";
constexpr const char* kRecurrentNetwork = "recurrent";
const char* networkOf(const ModelWeights& /*weights*/) { return kEncoderNetwork; }
const char* networkOf(const RecurrentWeights& /*weights*/) { return kRecurrentNetwork; }

template <typename Weights>
void append(const Weights& weights, const std::string& prefix, Index step,
            std::vector<TensorToWrite>& tensors) {
  forEachParameter(weights, [&](const std::string& name, const auto& tensor) {
    if (!tensor.allFinite())
      refuse(ErrorCode::kNotFinite,
             "the training diverged after step " + std::to_string(step) + ": tensor \"" + prefix +
                 name + "\" has numbers that are not finite, so it could not continue from them");
    tensors.push_back(
        {prefix + name, Dtype::kF32, shapeOf(tensor),
         fromFloat(tensor.data(), static_cast<std::size_t>(tensor.size()), Dtype::kF32)});
  });
}

const TensorEntry& tensorIn(const SafetensorsFile& file, const std::string& name,
                            const std::vector<Index>& shape) {
  const auto it = file.tensors.find(name);
  if (it == file.tensors.end())
    refuse(ErrorCode::kMissingTensor, "the checkpoint has no tensor " + name);
  if (it->second.shape != shape)
    refuse(ErrorCode::kTensorShape, "the checkpoint's tensor " + name + " is " +
                                        shapeText(it->second.shape) + ", but the model's is " +
                                        shapeText(shape));
  return it->second;
}

/// Before there is memory for any: a config can promise more than the file has.
void checkSize(const ModelConfig& config, bool recurrent, std::size_t size) {
  const auto parameters = static_cast<std::size_t>(recurrent ? recurrentParameterCount(config)
                                                             : parameterCount(config));
  if (parameters * 3 * sizeof(float) <= size) return;
  refuse(ErrorCode::kFileTruncated, "the checkpoint has " + std::to_string(size) +
                                        " bytes, too few for its config: a model of " +
                                        std::to_string(parameters) +
                                        " numbers, each stored three times");
}

template <typename Weights>
Weights readTensors(const ByteSource& source, const SafetensorsFile& file,
                    const std::string& prefix, const ModelConfig& config) {
  Weights weights = Weights::zeros(config);
  forEachParameter(weights, [&](const std::string& name, auto& tensor) {
    readFiniteFloats(source, prefix + name, tensorIn(file, prefix + name, shapeOf(tensor)),
                     tensor.data());
  });
  return weights;
}

const std::string& entry(const Metadata& metadata, const std::string& key) {
  const auto it = metadata.find(key);
  if (it == metadata.end())
    refuse(ErrorCode::kMissingConfig, "not a training checkpoint: it has no " + key);
  return it->second;
}

// Those that a checkpoint of an earlier version does not have.
std::string entryOr(const Metadata& metadata, const std::string& key, const std::string& absent) {
  const auto it = metadata.find(key);
  return it == metadata.end() ? absent : it->second;
}

std::uint64_t wholeNumber(const Metadata& metadata, const std::string& key) {
  const std::string& text = entry(metadata, key);
  const char* const end = text.data() + text.size();
  std::uint64_t number = 0;
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end)
    refuse(ErrorCode::kInvalidConfig,
           "the checkpoint's " + key + " must be a whole number, 0 or more");
  return number;
}

Index stepsOf(const Metadata& metadata, const TrainingOptions& options) {
  const std::uint64_t steps = wholeNumber(metadata, "step");
  const Index all = totalSteps(options);
  if (steps > static_cast<std::uint64_t>(all))
    refuse(ErrorCode::kInvalidConfig, "the checkpoint's step is " + std::to_string(steps) +
                                          ", but the training has only " + std::to_string(all));
  return static_cast<Index>(steps);
}

// The first entry of two JSON objects that differs: "steps 12 instead of 13".
std::string difference(const std::string& found, const std::string& expected) {
  const auto theirs = nlohmann::json::parse(found, nullptr, false);
  const auto ours = nlohmann::json::parse(expected);
  for (const auto& [key, value] : ours.items()) {
    const bool given = theirs.is_object() && theirs.contains(key);
    if (given && theirs[key] == value) continue;
    return key + " is " + (given ? theirs[key].dump() : "not given") + " instead of " +
           value.dump();
  }
  return "it has unknown keys";
}

void expectSame(const std::string& key, const std::string& found, const std::string& expected) {
  if (found != expected)
    refuse(ErrorCode::kInvalidConfig, "the checkpoint is from a different training; in its " + key +
                                          ", " + difference(found, expected));
}

void expectSameStructure(const std::string& found, const TrainingPlan& plan) {
  if (parseStructure(found, plan.model) != parseStructure(plan.structure, plan.model))
    refuse(ErrorCode::kInvalidConfig,
           "the checkpoint is from a different training; its structure is \"" + found +
               "\" instead of \"" + plan.structure + "\"");
}

}  // namespace

template <typename Weights>
std::vector<std::uint8_t> writeCheckpoint(const CheckpointHead& head, const Weights& weights,
                                          const AdamWStateOf<Weights>& adamW) {
  const TrainingPlan& plan = head.plan;
  std::vector<TensorToWrite> tensors;
  append(weights, kWeights, adamW.steps, tensors);
  append(adamW.first, kFirst, adamW.steps, tensors);
  append(adamW.second, kSecond, adamW.steps, tensors);
  Metadata metadata{{"size", plan.size},
                    {"corpus", spelling(plan.corpus)},
                    {"structure", plan.structure},
                    {"config", toJson(plan.model)},
                    {"vocab", head.vocabulary},
                    {"options", toJson(plan.training)},
                    {"step", std::to_string(adamW.steps)},
                    {"random", std::to_string(head.randomState)}};
  if (networkOf(weights) != kEncoderNetwork) metadata["network"] = networkOf(weights);
  return writeSafetensors(std::move(tensors), metadata);
}

template <typename Weights>
std::uint64_t readCheckpoint(const std::uint8_t* bytes, std::size_t size,
                             const CheckpointHead& expected, Weights& weights,
                             AdamWStateOf<Weights>& adamW) {
  const MemorySource source(bytes, size);
  const SafetensorsFile file = readSafetensors(source);
  const ModelConfig& config = expected.plan.model;
  const std::string network = entryOr(file.metadata, "network", kEncoderNetwork);
  if (network != networkOf(weights))
    refuse(ErrorCode::kInvalidConfig,
           "the checkpoint is from a different training; its network is " + network +
               " instead of " + networkOf(weights));
  // A key that an earlier version did not write has its default.
  expectSame("config", toJson(parseConfig(entry(file.metadata, "config"))), toJson(config));
  expectSameStructure(entryOr(file.metadata, "structure", ""), expected.plan);
  if (entry(file.metadata, "vocab") != expected.vocabulary)
    refuse(ErrorCode::kInvalidConfig,
           "the checkpoint is from a different training; its vocabulary differs");
  expectSame("options", toJson(parseTrainingOptions(entry(file.metadata, "options"))),
             toJson(expected.plan.training));
  auto readWeights = readTensors<Weights>(source, file, kWeights, config);
  AdamWStateOf<Weights> readState{readTensors<Weights>(source, file, kFirst, config),
                                  readTensors<Weights>(source, file, kSecond, config),
                                  stepsOf(file.metadata, expected.plan.training)};
  const std::uint64_t random = wholeNumber(file.metadata, "random");
  // The whole file is in order: only now does it replace what was there.
  weights = std::move(readWeights);
  adamW = std::move(readState);
  return random;
}

TrainingPlan checkpointPlan(const std::uint8_t* bytes, std::size_t size) {
  const SafetensorsFile file = readSafetensors(MemorySource(bytes, size));
  const Metadata& metadata = file.metadata;
  TrainingPlan plan{entryOr(metadata, "size", ""),
                    parseCorpusSize(entryOr(metadata, "corpus", spelling(CorpusSize::kFull))),
                    parseConfig(entry(metadata, "config")),
                    parseTrainingOptions(entry(metadata, "options")),
                    entryOr(metadata, "structure", "")};
  checkSize(plan.model, entryOr(metadata, "network", kEncoderNetwork) == kRecurrentNetwork, size);
  return plan;
}

template std::vector<std::uint8_t> writeCheckpoint(const CheckpointHead&, const ModelWeights&,
                                                   const AdamWStateOf<ModelWeights>&);
template std::uint64_t readCheckpoint(const std::uint8_t*, std::size_t, const CheckpointHead&,
                                      ModelWeights&, AdamWStateOf<ModelWeights>&);
template std::vector<std::uint8_t> writeCheckpoint(const CheckpointHead&, const RecurrentWeights&,
                                                   const AdamWStateOf<RecurrentWeights>&);
template std::uint64_t readCheckpoint(const std::uint8_t*, std::size_t, const CheckpointHead&,
                                      RecurrentWeights&, AdamWStateOf<RecurrentWeights>&);

}  // namespace fovea
