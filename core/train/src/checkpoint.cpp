#include "checkpoint.h"

#include <map>
#include <sstream>

#include "fovea/error.h"
#include "fovea/parameters.h"
#include "fovea/safetensors.h"

namespace fovea {
namespace {

using Metadata = std::map<std::string, std::string>;

std::vector<Index> shapeOf(const Matrix& m) { return {m.rows(), m.cols()}; }
std::vector<Index> shapeOf(const RowVector& v) { return {v.size()}; }

void addTensors(const std::string& prefix, const EncoderWeights& weights,
                std::vector<TensorToWrite>& tensors) {
  forEachParameter(weights, [&](const std::string& name, const auto& tensor) {
    tensors.push_back(
        {prefix + name, Dtype::kF32, shapeOf(tensor),
         fromFloat(tensor.data(), static_cast<std::size_t>(tensor.size()), Dtype::kF32)});
  });
}

void readTensors(const ByteSource& source, const SafetensorsFile& file, const std::string& prefix,
                 EncoderWeights& weights) {
  forEachParameter(weights, [&](const std::string& name, auto& tensor) {
    const auto it = file.tensors.find(prefix + name);
    if (it == file.tensors.end())
      throw ModelError(ErrorCode::kMissingTensor, "the checkpoint has no tensor " + prefix + name);
    if (it->second.shape != shapeOf(tensor))
      throw ModelError(ErrorCode::kTensorShape, "the checkpoint's tensor " + prefix + name +
                                                    " has another shape than the model's");
    readFloats(source, prefix + name, it->second, tensor.data());
  });
}

const std::string& entry(const Metadata& metadata, const std::string& key) {
  const auto it = metadata.find(key);
  if (it == metadata.end())
    throw ModelError(ErrorCode::kMissingConfig, "not a training checkpoint: it has no " + key);
  return it->second;
}

std::uint64_t wholeNumber(const Metadata& metadata, const std::string& key) {
  std::istringstream stream(entry(metadata, key));
  std::uint64_t number = 0;
  if (!(stream >> number))
    throw ModelError(ErrorCode::kInvalidConfig, "the checkpoint's " + key + " is not a number");
  return number;
}

void expectSame(const Metadata& metadata, const std::string& key, const std::string& expected) {
  if (entry(metadata, key) != expected)
    throw ModelError(ErrorCode::kInvalidConfig,
                     "the checkpoint was written by a training with other " + key);
}

}  // namespace

std::vector<std::uint8_t> writeCheckpoint(const CheckpointHead& head, const EncoderWeights& weights,
                                          const AdamWState& adamW) {
  std::vector<TensorToWrite> tensors;
  addTensors("weights.", weights, tensors);
  addTensors("first.", adamW.first, tensors);
  addTensors("second.", adamW.second, tensors);
  return writeSafetensors(tensors, {{"config", toJson(head.config)},
                                    {"vocab", head.vocabulary},
                                    {"options", toJson(head.options)},
                                    {"step", std::to_string(adamW.steps)},
                                    {"random", std::to_string(head.randomState)}});
}

std::uint64_t readCheckpoint(const std::uint8_t* bytes, std::size_t size,
                             const CheckpointHead& expected, EncoderWeights& weights,
                             AdamWState& adamW) {
  const MemorySource source(bytes, size);
  const SafetensorsFile file = readSafetensors(source);
  expectSame(file.metadata, "config", toJson(expected.config));
  expectSame(file.metadata, "vocab", expected.vocabulary);
  expectSame(file.metadata, "options", toJson(expected.options));
  readTensors(source, file, "weights.", weights);
  readTensors(source, file, "first.", adamW.first);
  readTensors(source, file, "second.", adamW.second);
  adamW.steps = static_cast<Index>(wholeNumber(file.metadata, "step"));
  return wholeNumber(file.metadata, "random");
}

}  // namespace fovea
