#include "fovea/model_file.h"

#include <algorithm>
#include <set>
#include <utility>

#include "fovea/error.h"
#include "fovea/parameters.h"
#include "int8_rows.h"
#include "json_text.h"
#include "weights_reader.h"

namespace fovea {
namespace {

constexpr const char* kConfigKey = "config";
constexpr const char* kVocabularyKey = "vocab";

using Shape = std::vector<Index>;

bool startsWith(const std::string& text, const std::string& start) {
  return text.compare(0, start.size(), start) == 0;
}

// `name` with its ending replaced, or "" if it ends differently.
std::string withEnding(const std::string& name, const std::string& ending,
                       const std::string& other) {
  if (name.size() < ending.size()) return "";
  const std::size_t stem = name.size() - ending.size();
  return name.compare(stem, ending.size(), ending) == 0 ? name.substr(0, stem) + other : "";
}

// Finds the tensors of a file by our names, whatever the checkpoint calls them, and remembers which
// were used.
class TensorFinder {
 public:
  explicit TensorFinder(const SafetensorsFile& file) : file_(file) {}

  bool has(const std::string& name) const { return find(name) != file_.tensors.end(); }

  /// The tensor, which must have this shape.
  const TensorEntry& get(const std::string& name, const Shape& shape,
                         const std::string& reason = "the config implies") {
    const auto found = find(name);
    if (found == file_.tensors.end())
      refuse(ErrorCode::kMissingTensor, "tensor \"" + name + "\" is not in the file; " + reason +
                                            " one of " + shapeText(shape) + otherArchitecture());
    if (found->second.shape != shape)
      refuse(ErrorCode::kTensorShape, "tensor \"" + excerpt(found->first) + "\" is " +
                                          shapeText(found->second.shape) + ", but " + reason + " " +
                                          shapeText(shape));
    used_.insert(found->first);
    return found->second;
  }

  /// The scales of an I8 matrix, else null.
  const TensorEntry* scalesOf(const std::string& name, const TensorEntry& entry) {
    if (entry.dtype != Dtype::kI8 || entry.shape.size() != 2) return nullptr;
    const std::string scales = scaleName(name);
    const TensorEntry& found = get(scales, {entry.shape[0]}, "the weight, as I8, needs");
    if (found.dtype != Dtype::kF32)
      refuse(ErrorCode::kUnknownDtype, "tensor \"" + scales + "\" has the dtype " +
                                           dtypeName(found.dtype) + ", but scales must be F32");
    return &found;
  }

  /// Refuses weights that the config has no place for, such as further layers.
  void checkAllUsed() const {
    for (const auto& [name, entry] : file_.tensors) {
      const std::string plain = startsWith(name, "bert.") ? name.substr(5) : name;
      const bool isWeight = startsWith(plain, "encoder.") || startsWith(plain, "decoder.") ||
                            startsWith(plain, "embeddings.");
      const bool isBuffer =
          plain == "embeddings.position_ids" || plain == "embeddings.token_type_ids";
      if (isWeight && !isBuffer && used_.count(name) == 0)
        refuse(ErrorCode::kUnexpectedTensor,
               "tensor \"" + excerpt(name) + "\", " + shapeText(entry.shape) +
                   ", is in the file, but the config implies no such tensor");
    }
  }

 private:
  using Entry = std::map<std::string, TensorEntry>::const_iterator;

  // If no tensor has a name of BERT's: a note that this is another architecture.
  std::string otherArchitecture() const {
    const auto isOurs = [](const auto& tensor) {
      const std::string& name = tensor.first;
      return startsWith(name, "bert.") || startsWith(name, "embeddings.") ||
             startsWith(name, "encoder.layer.") || startsWith(name, "decoder.layer.");
    };
    if (std::any_of(file_.tensors.begin(), file_.tensors.end(), isOurs)) return "";
    if (file_.tensors.empty()) return "; the file has no tensors at all";
    return "; its tensors, such as \"" + excerpt(file_.tensors.begin()->first) +
           "\", belong to another architecture; Fovea reads models like BERT";
  }

  Entry find(const std::string& name) const {
    for (const std::string& spelling :
         {name, withEnding(name, "LayerNorm.weight", "LayerNorm.gamma"),
          withEnding(name, "LayerNorm.bias", "LayerNorm.beta"),
          withEnding(name, "cls.predictions.bias", "cls.predictions.decoder.bias")}) {
      if (spelling.empty()) continue;
      for (const char* prefix : {"", "bert."}) {
        const auto found = file_.tensors.find(prefix + spelling);
        if (found != file_.tensors.end()) return found;
      }
    }
    return file_.tensors.end();
  }

  const SafetensorsFile& file_;
  std::set<std::string> used_;
};

// Finds every tensor before anything is allocated, so that a short config cannot ask for more
// memory than the file has data.
void checkShapesInFile(const ModelConfig& config, TensorFinder& finder) {
  ModelWeights empty = withLayers(config);
  forEachParameter(config, empty, [&](const Parameter& parameter, const auto&) {
    if (parameter.size() == 0) return;
    finder.scalesOf(parameter.name, finder.get(parameter.name, parameter.shape));
  });
}

// Reads the model part by part, and the tensors of a part in the order of the file.
class PartReader {
 public:
  PartReader(const ByteSource& source, TensorFinder& finder) : source_(source), finder_(finder) {}

  void operator()(const Parameter& parameter, LinearWeights& linear) {
    (*this)(parameter, linear.weight);
  }
  template <typename Tensor>
  void operator()(const Parameter& parameter, Tensor& tensor) {
    if (parameter.size() == 0) return;
    const TensorEntry& entry = finder_.get(parameter.name, parameter.shape);
    places_.push_back(
        {parameter.name, &entry, finder_.scalesOf(parameter.name, entry), tensor.data()});
  }

  /// Reads the tensors visited, and returns how to store the matrices: as BF16 if all of them are.
  Storage read() {
    std::sort(places_.begin(), places_.end(),
              [](const Place& a, const Place& b) { return a.entry->offset < b.entry->offset; });
    for (const Place& place : places_) {
      if (place.scales == nullptr) {
        readFiniteFloats(source_, place.name, *place.entry, place.to);
      } else {
        readInt8Rows(source_, {place.name, place.entry, place.scales}, place.to);
      }
    }
    const bool narrow = std::all_of(places_.begin(), places_.end(), [](const Place& place) {
      return place.entry->shape.size() < 2 || place.entry->dtype == Dtype::kBF16;
    });
    places_.clear();
    return narrow ? Storage::kBf16 : Storage::kScalar;
  }

 private:
  struct Place {
    std::string name;
    const TensorEntry* entry;
    const TensorEntry* scales;  // of an I8 matrix, else null
    Scalar* to;
  };

  const ByteSource& source_;
  TensorFinder& finder_;
  std::vector<Place> places_;
};

LayerWeights packedOnly(LayerWeights& layer, Storage storage) {
  LayerWeights packed;
  if (kWithVariants) packed.mixture.experts.resize(layer.mixture.experts.size());
  const auto from = linears(layer);
  const auto to = linears(packed);
  for (std::size_t i = 0; i < to.size(); ++i) *to[i] = from[i]->packedOnly(storage);
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
  PartReader reader(source, finder);
  ModelWeights weights = zerosBesideLayers(config);
  forEachParameter(config, weights, reader);
  reader.read();
  readLayers(config, StackKind::kEncoder, options, reader, weights.layers);
  if (kWithVariants)
    readLayers(config, StackKind::kDecoder, options, reader, weights.decoder.layers);
  finder.checkAllUsed();
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
