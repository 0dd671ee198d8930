#include "fovea/model_file.h"

#include <utility>

#include "fovea/error.h"
#include "fovea/parameters.h"
#include "part_reader.h"
#include "tensor_finder.h"
#include "weights_reader.h"

namespace fovea {
namespace {

constexpr const char* kConfigKey = "config";
constexpr const char* kVocabularyKey = "vocab";

// Finds every tensor before anything is allocated, so that a short config cannot ask for more
// memory than the file has data.
void checkShapesInFile(const ModelConfig& config, TensorFinder& finder) {
  ModelWeights empty = withLayers(config);
  forEachParameter(config, empty, [&](const Parameter& parameter, const auto&) {
    if (parameter.size() == 0) return;
    finder.scalesOf(parameter.name, finder.get(parameter.name, parameter.shape));
  });
}

void moveIntegers(AttentionWeights& from, AttentionWeights& to) {
  to.query.integers = std::move(from.query.integers);
  to.key.integers = std::move(from.key.integers);
  to.value.integers = std::move(from.value.integers);
  to.output.integers = std::move(from.output.integers);
}

// Not those of experts, which every pass multiplies as F32.
void moveIntegers(LayerWeights& from, LayerWeights& to) {
  moveIntegers(from.attention, to.attention);
  moveIntegers(from.crossAttention, to.crossAttention);
  to.feedForward.expand.integers = std::move(from.feedForward.expand.integers);
  to.feedForward.compress.integers = std::move(from.feedForward.compress.integers);
  to.feedForward.up.integers = std::move(from.feedForward.up.integers);
}

LayerWeights packedOnly(LayerWeights& layer, Storage storage) {
  LayerWeights packed;
  if (kWithVariants) packed.mixture.experts.resize(layer.mixture.experts.size());
  const auto from = linears(layer);
  const auto to = linears(packed);
  for (std::size_t i = 0; i < to.size(); ++i) *to[i] = from[i]->packedOnly(storage);
  if (kWithIntegers) moveIntegers(layer, packed);
  packed.attentionNorm = layer.attentionNorm;
  packed.feedForwardNorm = layer.feedForwardNorm;
  packed.crossAttentionNorm = layer.crossAttentionNorm;
  return packed;
}

// One layer at a time into the same buffer, so that the peak of memory is little above that of the
// weights as they are kept.
void readLayers(const ModelConfig& config, StackKind kind, const ModelOptions& options,
                PartReader& reader, std::vector<LayerWeights>& layers) {
  layers.resize(static_cast<std::size_t>(layersOf(config, kind)));
  LayerWeights layer = LayerWeights::zeros(config, kind);
  for (std::size_t l = 0; l < layers.size(); ++l) {
    if (l == 1 && !config.hasAttentionNorm(0)) layer = LayerWeights::zeros(config, kind, l);
    forEachParameterOfLayer(config, kind, l, layer, reader);
    const Storage storage = reader.read();
    layers[l] = options.differentiable ? layer : packedOnly(layer, storage);
  }
}

ModelWeights readWeights(const ModelConfig& config, const ByteSource& source,
                         const ModelOptions& options, TensorFinder& finder) {
  checkShapesInFile(config, finder);
  if (wantsIntegers(options) && options.differentiable)
    refuse(ErrorCode::kInvalidInput,
           "integers and differentiable exclude each other: gradients need F32");
  ModelWeights weights = zerosBesideLayers(config);
  PartReader reader(source, options, weights.embedding.integerTokens, finder);
  forEachParameter(config, weights, reader);
  reader.read();
  readLayers(config, StackKind::kEncoder, options, reader, weights.layers);
  if (kWithVariants)
    readLayers(config, StackKind::kDecoder, options, reader, weights.decoder.layers);
  finder.checkAllUsed();
  reader.checkIntegers();
  return weights;
}

// The text from the metadata, else from the sidecar.
std::string textOf(const SafetensorsFile& file, const char* key, const std::string& sidecar,
                   ErrorCode missing, const char* sidecarName) {
  const auto found = file.metadata.find(key);
  if (found != file.metadata.end()) return found->second;
  if (sidecar.empty())
    refuse(missing, std::string("the file's metadata has no \"") + key + "\", and there is no " +
                        sidecarName + " beside it");
  return sidecar;
}

void checkLength(const Vocabulary& vocabulary, const ModelConfig& config) {
  if (vocabulary.size() != config.vocabSize)
    refuse(ErrorCode::kInvalidVocabulary,
           "the vocabulary has " + std::to_string(vocabulary.size()) +
               " pieces, but vocab_size is " + std::to_string(config.vocabSize));
}

// Otherwise readModel would refuse the file: after diverged training, or if F16 overflows.
void checkFinite(const std::vector<TensorToWrite>& tensors) {
  for (const TensorToWrite& tensor : tensors) {
    if (tensor.dtype == Dtype::kI8) continue;  // its scales are checked instead
    RowVector values(static_cast<Index>(tensor.data.size() / dtypeSize(tensor.dtype)));
    const TensorEntry entry{tensor.dtype, tensor.shape, 0, tensor.data.size()};
    readFiniteFloats(MemorySource(tensor.data), tensor.name, entry, values.data());
  }
}

}  // namespace

ModelWeights readWeights(const ModelConfig& config, const SafetensorsFile& file,
                         const ByteSource& source, const ModelOptions& options) {
  TensorFinder finder(file);
  return readWeights(config, source, options, finder);
}

Model readModel(const ByteSource& source, const ModelSidecars& sidecars,
                const ModelOptions& options) {
  SafetensorsFile file = readSafetensors(source);
  TensorFinder finder(file);
  const ModelConfig config = parseConfig(
      textOf(file, kConfigKey, sidecars.config, ErrorCode::kMissingConfig, "config.json"),
      finder.has("cls.predictions.transform.dense.weight"));
  Vocabulary vocabulary(textOf(file, kVocabularyKey, sidecars.vocabulary,
                               ErrorCode::kMissingVocabulary, "vocab.txt"));
  checkLength(vocabulary, config);
  Tokenizer tokenizer(config, std::move(vocabulary));
  ModelWeights weights = readWeights(config, source, options, finder);
  file.metadata.erase(kConfigKey);
  file.metadata.erase(kVocabularyKey);
  return {Encoder(config, std::move(weights)), std::move(tokenizer), std::move(file.metadata)};
}

std::vector<std::uint8_t> writeModel(const ModelConfig& config, const ModelWeights& weights,
                                     const Vocabulary& vocabulary,
                                     const std::map<std::string, std::string>& metadata,
                                     Dtype dtype) {
  checkShapes(config, weights);
  checkLength(vocabulary, config);
  std::map<std::string, std::string> all = metadata;
  all[kConfigKey] = toJson(config);
  all[kVocabularyKey] = vocabulary.lines();
  std::vector<TensorToWrite> tensors = tensorsToWrite(weights, dtype);
  checkFinite(tensors);
  return writeSafetensors(std::move(tensors), all);
}

}  // namespace fovea
