#include "fovea/config.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "fovea/error.h"
#include "json_text.h"

namespace fovea {
namespace {

using Json = nlohmann::json;

template <typename T>
using Spelling = std::pair<const char*, T>;

// The first spelling of a value is the one that toJson writes; the others are Hugging Face's.
constexpr std::array<Spelling<Activation>, 7> kActivations{
    {{"relu", Activation::kRelu},
     {"gelu", Activation::kGelu},
     {"gelu_tanh", Activation::kGeluTanh},
     {"silu", Activation::kSilu},
     {"gelu_new", Activation::kGeluTanh},
     {"gelu_pytorch_tanh", Activation::kGeluTanh},
     {"swish", Activation::kSilu}}};
constexpr std::array<Spelling<PositionEmbedding>, 5> kPositions{
    {{"sinusoidal", PositionEmbedding::kSinusoidal},
     {"absolute", PositionEmbedding::kAbsolute},
     {"none", PositionEmbedding::kNone},
     {"rotary", PositionEmbedding::kRotary},
     {"alibi", PositionEmbedding::kAlibi}}};
constexpr std::array<Spelling<NormOrder>, 2> kNormOrders{
    {{"post", NormOrder::kPost}, {"pre", NormOrder::kPre}}};

constexpr std::array<Spelling<NormType>, 2> kNormTypes{
    {{"layer_norm", NormType::kLayerNorm}, {"rms_norm", NormType::kRmsNorm}}};

constexpr std::size_t kMaxText = 1000000;
constexpr std::int64_t kMaxPositionTable = std::int64_t{1} << 26;  // numbers, 256 MB

[[noreturn]] void wrongValue(const char* key, const Json& value, const std::string& right) {
  refuse(ErrorCode::kInvalidConfig,
         std::string("config: ") + key + " is " + shortText(value) + ", but must be " + right);
}

const auto& spellingsOf(Activation /*type*/) { return kActivations; }
const auto& spellingsOf(PositionEmbedding /*type*/) { return kPositions; }
const auto& spellingsOf(NormOrder /*type*/) { return kNormOrders; }
const auto& spellingsOf(NormType /*type*/) { return kNormTypes; }

/// Reads a field from the JSON, or leaves it as it is if its key is missing.
struct ReadKey {
  const Json& json;

  template <typename Field>
  void operator()(const char* key, Field& field, KeyLimits /*checked later*/ = {}) const {
    const auto found = json.find(key);
    if (found != json.end()) read(key, *found, field);
  }

 private:
  static void read(const char* key, const Json& value, Index& field) {
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() > INT32_MAX)
      wrongValue(key, value, "a whole number from 0 to 2147483647");
    field = value.get<Index>();
  }
  static void read(const char* key, const Json& value, double& field) {
    if (!value.is_number()) wrongValue(key, value, "a number");
    field = value.get<double>();
  }
  static void read(const char* key, const Json& value, bool& field) {
    if (!value.is_boolean()) wrongValue(key, value, "true or false");
    field = value.get<bool>();
  }
  template <typename Enum>
  static void read(const char* key, const Json& value, Enum& field) {
    std::string right;
    for (const auto& [spelling, meaning] : spellingsOf(field)) {
      if (value.is_string() && value.template get_ref<const std::string&>() == spelling) {
        field = meaning;
        return;
      }
      right += (right.empty() ? "" : ", ") + std::string(spelling);
    }
    wrongValue(key, value, "one of " + right);
  }
};

/// Checks the range of an integer.
struct CheckKey {
  void operator()(const char* key, Index value, KeyLimits limits) const {
    if (value < limits.low || value > limits.high)
      wrongValue(key, value,
                 "from " + std::to_string(limits.low) + " to " + std::to_string(limits.high));
  }
  template <typename Field>
  void operator()(const char* /*key*/, const Field& /*field*/) const {}
};

template <typename T, std::size_t n>
const char* spell(const std::array<Spelling<T>, n>& spellings, T value) {
  for (const auto& [spelling, candidate] : spellings) {
    if (candidate == value) return spelling;
  }
  return "";
}

ModelConfig bertDefaults() {
  ModelConfig config;
  config.dModel = 768;
  config.heads = 12;
  config.dFf = 3072;
  config.layers = 12;
  config.vocabSize = 30522;
  config.typeVocabSize = 2;
  config.layerNormEps = 1e-12;
  config.activation = Activation::kGelu;
  config.positions = PositionEmbedding::kAbsolute;
  config.embeddingNorm = true;
  config.embeddingScale = false;
  return config;
}

bool isBert(const Json& json) {
  const auto found = json.find("model_type");
  const auto* type = found == json.end() ? nullptr : found->get_ptr<const std::string*>();
  return type != nullptr && *type == "bert";
}

/// The variants it needs beyond a BERT-like encoder: "rotary positions, experts".
std::string variantsOf(const ModelConfig& config) {
  std::string names;
  const auto add = [&](bool has, const char* name) {
    if (has) names += (names.empty() ? "" : ", ") + std::string(name);
  };
  add(config.decoderLayers > 0, "a decoder");
  add(config.positions == PositionEmbedding::kRotary, "rotary positions");
  add(config.positions == PositionEmbedding::kAlibi, "ALiBi");
  add(config.kvHeads != 0 && config.kvHeads != config.heads, "fewer heads of keys and values");
  add(config.normType == NormType::kRmsNorm, "RMSNorm");
  add(config.gated, "a gated feed-forward network");
  add(config.experts > 0, "experts");
  add(config.imageSize > 0, "picture patches");
  return names;
}

// Further requirements of picture models.
void validatePictures(const ModelConfig& config) {
  if (config.imageSize % config.patchSize != 0)
    wrongValue("patch_size", config.patchSize,
               "a divisor of image_size, " + std::to_string(config.imageSize));
  if (config.maxPositions < config.patches() + 1)
    wrongValue("max_position_embeddings", config.maxPositions,
               "at least " + std::to_string(config.patches() + 1) +
                   ", a question and the patches of a picture");
  const bool sinusoidal = config.positions == PositionEmbedding::kSinusoidal;
  if (!sinusoidal && config.positions != PositionEmbedding::kNone)
    wrongValue("position_embedding_type", spelling(config.positions),
               "sinusoidal or none, for pictures (image_size)");
  if (sinusoidal && config.dModel % 4 != 0)
    wrongValue("hidden_size", config.dModel,
               "a multiple of 4, for the sinusoids of rows and columns");
  if (config.decoderLayers > 0 || config.maskedWordHead || config.typeVocabSize > 0)
    refuse(ErrorCode::kInvalidConfig,
           "config: a model of pictures (image_size) must have no decoder, no masked-word head and "
           "no token types");
}

// Further requirements of what only published models have.
void validatePublished(const ModelConfig& config) {
  if (config.projectsEmbedding() &&
      (config.positions == PositionEmbedding::kSinusoidal || config.embeddingScale ||
       config.decoderLayers > 0 || config.imageSize > 0))
    refuse(ErrorCode::kInvalidConfig, "config: embedding_size is " +
                                          std::to_string(config.embeddingSize) +
                                          ", but only an encoder of texts, without sinusoids and "
                                          "embedding scale, can project its embedding");
  for (const auto& [key, base] : {std::pair{"rope_theta", config.rotaryBase},
                                  std::pair{"local_rope_theta", config.localRotaryBase}})
    if (!(base > 1) || !std::isfinite(base)) wrongValue(key, base, "a number above 1");
  if (config.relativeBuckets == 0) return;
  if (config.relativeBuckets != kRelativeBuckets)
    wrongValue("relative_attention_num_buckets", config.relativeBuckets,
               std::to_string(kRelativeBuckets) + ", or 0 for no biases by distance");
  if (config.positions != PositionEmbedding::kAbsolute || config.decoderLayers > 0 ||
      config.localAttention > 0)
    refuse(ErrorCode::kInvalidConfig,
           "config: relative_attention_num_buckets works only in an encoder with absolute "
           "positions, without decoder layers and local_attention");
}

// Windows hide keys of an encoder.
void validateWindows(const ModelConfig& config) {
  if (config.localAttention > 0 && config.decoderLayers > 0)
    refuse(ErrorCode::kInvalidConfig,
           "config: local_attention works only in an encoder, but the model has decoder layers");
}

}  // namespace

void validate(const ModelConfig& config) {
  forEachKey(config, CheckKey());
  if (config.dModel % config.heads != 0)
    wrongValue("num_attention_heads", config.heads,
               "a divisor of hidden_size, " + std::to_string(config.dModel));
  if (const std::string variants = kWithVariants ? "" : variantsOf(config); !variants.empty())
    refuse(ErrorCode::kNotInThisBuild, "config: this build has no support for " + variants);
  if (config.kvHeads > 0 && config.heads % config.kvHeads != 0)
    wrongValue(
        "num_key_value_heads", config.kvHeads,
        "a divisor of num_attention_heads, " + std::to_string(config.heads) + ", or 0 for as many");
  if (config.experts > 0 && config.expertsPerToken > config.experts)
    wrongValue("num_experts_per_tok", config.expertsPerToken,
               "at most num_local_experts, " + std::to_string(config.experts));
  if (kWithVariants && config.imageSize > 0) validatePictures(config);
  if (kWithVariants) {
    validateWindows(config);
    validatePublished(config);
  }
  if (config.activation == Activation::kNone || config.normOrder == NormOrder::kNone)
    refuse(ErrorCode::kInvalidConfig,
           "config: hidden_act and norm_order cannot be none; only a Structure can leave the "
           "activation or the norms out, at run time");
  if (!(config.layerNormEps > 0) || !(config.layerNormEps < 1))
    wrongValue("layer_norm_eps", config.layerNormEps, "above 0 and below 1");
  if (static_cast<std::int64_t>(config.maxPositions) * config.dModel > kMaxPositionTable)
    refuse(ErrorCode::kInvalidConfig, "config: max_position_embeddings × hidden_size is " +
                                          std::to_string(config.maxPositions) + " × " +
                                          std::to_string(config.dModel) + ", but must be at most " +
                                          std::to_string(kMaxPositionTable));
}

ModelConfig parseConfig(const std::string& text, bool hasMaskedWordHead) {
  constexpr JsonRules kRules{ErrorCode::kInvalidConfig, "config:", 16, 100000, 1000000};
  if (text.size() > kMaxText)
    refuse(ErrorCode::kInvalidConfig, "config: the text has " + std::to_string(text.size()) +
                                          " bytes, but at most " + std::to_string(kMaxText) +
                                          " are allowed");
  const Json json = parseJsonObject(text.data(), text.data() + text.size(), kRules);
  ModelConfig config = isBert(json) ? bertDefaults() : ModelConfig{};
  config.maskedWordHead = hasMaskedWordHead;
  forEachKey(config, ReadKey{json});
  validate(config);
  return config;
}

const char* spelling(Activation activation) { return spell(kActivations, activation); }
const char* spelling(PositionEmbedding positions) { return spell(kPositions, positions); }
const char* spelling(NormOrder order) { return spell(kNormOrders, order); }
const char* spelling(NormType type) { return spell(kNormTypes, type); }

std::string toJson(const ModelConfig& config) {
  // In the order of the struct, which nlohmann::json would not keep.
  std::string text;
  forEachEntry(config, [&](const std::string& key, const auto& value) {
    text += (text.empty() ? "{\n  \"" : ",\n  \"") + key + "\": " + Json(value).dump();
  });
  return text + "\n}";
}

}  // namespace fovea
