#include "checkpoint.h"

#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

#include "fovea/error.h"
#include "fovea/parameters.h"
#include "fovea/safetensors.h"

namespace fovea {
namespace {

using Metadata = std::map<std::string, std::string>;

constexpr const char* kWeights = "weights.";
constexpr const char* kFirst = "first.";
constexpr const char* kSecond = "second.";

void append(std::vector<TensorToWrite> more, std::vector<TensorToWrite>& tensors) {
  std::move(more.begin(), more.end(), std::back_inserter(tensors));
}

EncoderWeights readTensors(const ByteSource& source, const SafetensorsFile& file,
                           const std::string& prefix, const EncoderConfig& config) {
  EncoderWeights weights = EncoderWeights::zeros(config);
  forEachParameter(weights, [&](const std::string& name, auto& tensor) {
    const auto it = file.tensors.find(prefix + name);
    if (it == file.tensors.end())
      throw ModelError(ErrorCode::kMissingTensor, "the checkpoint has no tensor " + prefix + name);
    if (it->second.shape != shapeOf(tensor))
      throw ModelError(ErrorCode::kTensorShape, "the checkpoint's tensor " + prefix + name +
                                                    " is " + shapeText(it->second.shape) +
                                                    ", but the model's is " +
                                                    shapeText(shapeOf(tensor)));
    readFiniteFloats(source, prefix + name, it->second, tensor.data());
  });
  return weights;
}

const std::string& entry(const Metadata& metadata, const std::string& key) {
  const auto it = metadata.find(key);
  if (it == metadata.end())
    throw ModelError(ErrorCode::kMissingConfig, "not a training checkpoint: it has no " + key);
  return it->second;
}

// Those that a checkpoint of an earlier version does not have.
std::string entryOr(const Metadata& metadata, const std::string& key, const std::string& absent) {
  const auto it = metadata.find(key);
  return it == metadata.end() ? absent : it->second;
}

std::uint64_t wholeNumber(const Metadata& metadata, const std::string& key) {
  std::istringstream stream(entry(metadata, key));
  std::uint64_t number = 0;
  if (!(stream >> number))
    throw ModelError(ErrorCode::kInvalidConfig, "the checkpoint's " + key + " is not a number");
  return number;
}

// The first entry of two JSON objects that differs: "steps 12 instead of 13".
std::string difference(const std::string& found, const std::string& expected) {
  const auto theirs = nlohmann::json::parse(found, nullptr, false);
  const auto ours = nlohmann::json::parse(expected);
  for (const auto& [key, value] : ours.items()) {
    const bool given = theirs.is_object() && theirs.contains(key);
    if (given && theirs[key] == value) continue;
    return key + " " + (given ? theirs[key].dump() : "not given") + " instead of " + value.dump();
  }
  return "more keys than are known";
}

void expectSame(const std::string& key, const std::string& found, const std::string& expected) {
  if (found != expected)
    throw ModelError(ErrorCode::kInvalidConfig, "the checkpoint is of another training, by its " +
                                                    key + ": " + difference(found, expected));
}

void expectSameStructure(const std::string& found, const TrainingPlan& plan) {
  if (parseStructure(found, plan.model) != parseStructure(plan.structure, plan.model))
    throw ModelError(ErrorCode::kInvalidConfig,
                     "the checkpoint is of another training, by its structure: \"" + found +
                         "\" instead of \"" + plan.structure + "\"");
}

void requireFinite(const std::string& prefix, const EncoderWeights& weights, Index step) {
  forEachParameter(weights, [&](const std::string& name, const auto& tensor) {
    if (!tensor.allFinite())
      throw ModelError(ErrorCode::kNotFinite,
                       "after step " + std::to_string(step) +
                           " the training has diverged: tensor \"" + prefix + name +
                           "\" has numbers that are not finite, from which it could not go on");
  });
}

}  // namespace

std::vector<std::uint8_t> writeCheckpoint(const CheckpointHead& head, const EncoderWeights& weights,
                                          const AdamWState& adamW) {
  const TrainingPlan& plan = head.plan;
  requireFinite(kWeights, weights, adamW.steps);
  requireFinite(kFirst, adamW.first, adamW.steps);
  requireFinite(kSecond, adamW.second, adamW.steps);
  std::vector<TensorToWrite> tensors = tensorsToWrite(weights, Dtype::kF32, kWeights);
  append(tensorsToWrite(adamW.first, Dtype::kF32, kFirst), tensors);
  append(tensorsToWrite(adamW.second, Dtype::kF32, kSecond), tensors);
  return writeSafetensors(std::move(tensors), {{"size", plan.size},
                                               {"corpus", spelling(plan.corpus)},
                                               {"structure", plan.structure},
                                               {"config", toJson(plan.model)},
                                               {"vocab", head.vocabulary},
                                               {"options", toJson(plan.training)},
                                               {"step", std::to_string(adamW.steps)},
                                               {"random", std::to_string(head.randomState)}});
}

std::uint64_t readCheckpoint(const std::uint8_t* bytes, std::size_t size,
                             const CheckpointHead& expected, EncoderWeights& weights,
                             AdamWState& adamW) {
  const MemorySource source(bytes, size);
  const SafetensorsFile file = readSafetensors(source);
  const EncoderConfig& config = expected.plan.model;
  // A key that an earlier version did not write has its default.
  expectSame("config", toJson(parseConfig(entry(file.metadata, "config"))), toJson(config));
  expectSameStructure(entryOr(file.metadata, "structure", ""), expected.plan);
  if (entry(file.metadata, "vocab") != expected.vocabulary)
    throw ModelError(ErrorCode::kInvalidConfig,
                     "the checkpoint is of another training: its vocabulary is not this one's");
  expectSame("options", toJson(parseTrainingOptions(entry(file.metadata, "options"))),
             toJson(expected.plan.training));
  EncoderWeights readWeights = readTensors(source, file, kWeights, config);
  AdamWState readState{readTensors(source, file, kFirst, config),
                       readTensors(source, file, kSecond, config),
                       static_cast<Index>(wholeNumber(file.metadata, "step"))};
  const std::uint64_t random = wholeNumber(file.metadata, "random");
  // Nothing of the file is amiss: only now does it take the place of what there was.
  weights = std::move(readWeights);
  adamW = std::move(readState);
  return random;
}

TrainingPlan checkpointPlan(const std::uint8_t* bytes, std::size_t size) {
  const Metadata metadata = readSafetensors(MemorySource(bytes, size)).metadata;
  return {entryOr(metadata, "size", ""),
          parseCorpusSize(entryOr(metadata, "corpus", spelling(CorpusSize::kFull))),
          parseConfig(entry(metadata, "config")), parseTrainingOptions(entry(metadata, "options")),
          entryOr(metadata, "structure", "")};
}

}  // namespace fovea
