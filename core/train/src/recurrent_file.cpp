#include "fovea/train/recurrent_file.h"

#include <utility>

#include "fovea/error.h"

namespace fovea {
namespace {

constexpr const char* kNetworkKey = "network";
constexpr const char* kRecurrent = "recurrent";

/// Of a tensor of the config, the file's entry; of the right shape, which the file's length bounds.
const TensorEntry& entryOf(const SafetensorsFile& file, const Parameter& parameter) {
  const std::string expected = "; the config implies " + shapeText(parameter.shape);
  const auto found = file.tensors.find(parameter.name);
  if (found == file.tensors.end())
    refuse(ErrorCode::kMissingTensor,
           "the file has no tensor \"" + parameter.name + "\"" + expected);
  if (found->second.shape != parameter.shape)
    refuse(ErrorCode::kTensorShape,
           "tensor \"" + parameter.name + "\" is " + shapeText(found->second.shape) + expected);
  return found->second;
}

/// Before there is memory for any.
void checkRecurrentTensors(const ModelConfig& config, const SafetensorsFile& file) {
  RecurrentWeights empty;
  empty.layers.resize(static_cast<std::size_t>(config.layers));
  forEachParameter(config, empty, [&](const Parameter& parameter, const auto&) {
    if (parameter.size() > 0) entryOf(file, parameter);
  });
}

struct ReadTensor {
  const ByteSource& source;
  const SafetensorsFile& file;

  void operator()(const Parameter& parameter, LinearWeights& linear) const {
    (*this)(parameter, linear.weight);
  }
  template <typename Tensor>
  void operator()(const Parameter& parameter, Tensor& tensor) const {
    if (parameter.size() > 0)
      readFiniteFloats(source, parameter.name, entryOf(file, parameter), tensor.data());
  }
};

std::string metadataOf(const SafetensorsFile& file, const char* key, ErrorCode missing) {
  const auto found = file.metadata.find(key);
  if (found == file.metadata.end())
    refuse(missing, std::string("the file's metadata has no \"") + key + "\"");
  return found->second;
}

}  // namespace

std::vector<std::uint8_t> writeRecurrent(const RecurrentNetwork& network,
                                         const Vocabulary& vocabulary,
                                         const std::map<std::string, std::string>& metadata,
                                         Dtype dtype) {
  std::map<std::string, std::string> all = metadata;
  all[kNetworkKey] = kRecurrent;
  all["config"] = toJson(network.config());
  all["vocab"] = vocabulary.lines();
  std::vector<TensorToWrite> tensors;
  forEachParameter(network.weights(), [&](const std::string& name, const auto& tensor) {
    const auto count = static_cast<std::size_t>(tensor.size());
    tensors.push_back({name, dtype, shapeOf(tensor), fromFloat(tensor.data(), count, dtype)});
  });
  return writeSafetensors(std::move(tensors), all);
}

bool isRecurrent(const ByteSource& source) {
  const auto metadata = readSafetensors(source).metadata;
  const auto found = metadata.find(kNetworkKey);
  return found != metadata.end() && found->second == kRecurrent;
}

RecurrentModel readRecurrent(const ByteSource& source) {
  const SafetensorsFile file = readSafetensors(source);
  const ModelConfig config =
      parseConfig(metadataOf(file, "config", ErrorCode::kMissingConfig), true);
  Vocabulary vocabulary(metadataOf(file, "vocab", ErrorCode::kMissingVocabulary));
  if (vocabulary.size() != config.vocabSize)
    refuse(ErrorCode::kInvalidVocabulary,
           "the vocabulary has " + std::to_string(vocabulary.size()) +
               " pieces, but vocab_size is " + std::to_string(config.vocabSize));
  checkRecurrentTensors(config, file);
  RecurrentWeights weights = RecurrentWeights::zeros(config);
  forEachParameter(config, weights, ReadTensor{source, file});
  return {RecurrentNetwork(config, std::move(weights)), Tokenizer(config, std::move(vocabulary))};
}

}  // namespace fovea
