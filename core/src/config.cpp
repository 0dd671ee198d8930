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

// The first spelling of a value is the one that toJson writes; the rest are Hugging Face's others.
constexpr std::array<Spelling<Activation>, 7> kActivations{
    {{"relu", Activation::kRelu},
     {"gelu", Activation::kGelu},
     {"gelu_tanh", Activation::kGeluTanh},
     {"silu", Activation::kSilu},
     {"gelu_new", Activation::kGeluTanh},
     {"gelu_pytorch_tanh", Activation::kGeluTanh},
     {"swish", Activation::kSilu}}};
constexpr std::array<Spelling<PositionEmbedding>, 3> kPositions{
    {{"sinusoidal", PositionEmbedding::kSinusoidal},
     {"absolute", PositionEmbedding::kAbsolute},
     {"none", PositionEmbedding::kNone}}};
constexpr std::array<Spelling<NormOrder>, 2> kNormOrders{
    {{"post", NormOrder::kPost}, {"pre", NormOrder::kPre}}};

// Beyond these a value is a mistake, not a model. They also keep every product of two in 64 bits,
// but not in an Index of 32: there Eigen refuses the matrices that are too large, and Encoder the
// attention.
constexpr Index kMaxWidth = 65536;
constexpr Index kMaxLayers = 1024;
constexpr Index kMaxPositions = 65536;
constexpr Index kMaxVocabulary = 16777216;
constexpr std::size_t kMaxText = 1000000;
constexpr std::int64_t kMaxPositionTable = std::int64_t{1} << 26;  // numbers, 256 MB

[[noreturn]] void invalid(const std::string& message) {
  throw ModelError(ErrorCode::kInvalidConfig, "config: " + message);
}

[[noreturn]] void wrongValue(const char* key, const Json& value, const std::string& right) {
  invalid(std::string(key) + " is " + shortText(value) + ", but must be " + right);
}

// Each read leaves `target` as it is where the key is absent.
void read(const Json& json, const char* key, Index& target) {
  const auto found = json.find(key);
  if (found == json.end()) return;
  if (!found->is_number_unsigned() || found->get<std::uint64_t>() > INT32_MAX)
    wrongValue(key, *found, "a whole number from 0 to 2147483647");
  target = found->get<Index>();
}

void read(const Json& json, const char* key, double& target) {
  const auto found = json.find(key);
  if (found == json.end()) return;
  if (!found->is_number()) wrongValue(key, *found, "a number");
  target = found->get<double>();
}

void read(const Json& json, const char* key, bool& target) {
  const auto found = json.find(key);
  if (found == json.end()) return;
  if (!found->is_boolean()) wrongValue(key, *found, "true or false");
  target = found->get<bool>();
}

template <typename T, std::size_t n>
void read(const Json& json, const char* key, const std::array<Spelling<T>, n>& spellings,
          T& target) {
  const auto found = json.find(key);
  if (found == json.end()) return;
  std::string right;
  for (const auto& [spelling, value] : spellings) {
    if (found->is_string() && found->template get_ref<const std::string&>() == spelling) {
      target = value;
      return;
    }
    right += (right.empty() ? "" : ", ") + std::string(spelling);
  }
  wrongValue(key, *found, "one of " + right);
}

template <typename T, std::size_t n>
const char* spell(const std::array<Spelling<T>, n>& spellings, T value) {
  for (const auto& [spelling, candidate] : spellings) {
    if (candidate == value) return spelling;
  }
  return "";
}

EncoderConfig bertDefaults() {
  EncoderConfig config;
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

void checkRange(const char* key, Index value, Index low, Index high) {
  if (value < low || value > high)
    wrongValue(key, value, "from " + std::to_string(low) + " to " + std::to_string(high));
}

}  // namespace

void validate(const EncoderConfig& config) {
  checkRange("hidden_size", config.dModel, 1, kMaxWidth);
  checkRange("num_attention_heads", config.heads, 1, kMaxWidth);
  checkRange("intermediate_size", config.dFf, 1, kMaxWidth);
  checkRange("num_hidden_layers", config.layers, 1, kMaxLayers);
  checkRange("vocab_size", config.vocabSize, 1, kMaxVocabulary);
  checkRange("max_position_embeddings", config.maxPositions, 1, kMaxPositions);
  checkRange("type_vocab_size", config.typeVocabSize, 0, kMaxVocabulary);
  checkRange("pad_token_id", config.padTokenId, 0, config.vocabSize - 1);
  if (config.dModel % config.heads != 0)
    wrongValue("num_attention_heads", config.heads,
               "a divisor of hidden_size, " + std::to_string(config.dModel));
  if (config.activation == Activation::kNone)
    invalid(
        "hidden_act is missing: a model without an activation is a Structure of one that has it");
  if (!(config.layerNormEps > 0) || !(config.layerNormEps < 1))
    wrongValue("layer_norm_eps", config.layerNormEps, "above 0 and below 1");
  if (static_cast<std::int64_t>(config.maxPositions) * config.dModel > kMaxPositionTable)
    invalid("max_position_embeddings × hidden_size is " + std::to_string(config.maxPositions) +
            " × " + std::to_string(config.dModel) + ", but must be at most " +
            std::to_string(kMaxPositionTable));
}

EncoderConfig parseConfig(const std::string& text, bool hasMaskedWordHead) {
  constexpr JsonRules kRules{ErrorCode::kInvalidConfig, "config:", 16, 100000, 1000000};
  if (text.size() > kMaxText)
    invalid("a text of " + std::to_string(text.size()) + " bytes, but at most " +
            std::to_string(kMaxText) + " can be right");
  const Json json = parseJsonObject(text.data(), text.data() + text.size(), kRules);
  EncoderConfig config = isBert(json) ? bertDefaults() : EncoderConfig{};
  config.maskedWordHead = hasMaskedWordHead;
  read(json, "hidden_size", config.dModel);
  read(json, "num_attention_heads", config.heads);
  read(json, "intermediate_size", config.dFf);
  read(json, "num_hidden_layers", config.layers);
  read(json, "vocab_size", config.vocabSize);
  read(json, "max_position_embeddings", config.maxPositions);
  read(json, "type_vocab_size", config.typeVocabSize);
  read(json, "pad_token_id", config.padTokenId);
  read(json, "layer_norm_eps", config.layerNormEps);
  read(json, "hidden_act", kActivations, config.activation);
  read(json, "position_embedding_type", kPositions, config.positions);
  read(json, "norm_order", kNormOrders, config.normOrder);
  read(json, "embedding_norm", config.embeddingNorm);
  read(json, "embedding_scale", config.embeddingScale);
  read(json, "masked_word_head", config.maskedWordHead);
  read(json, "add_special_tokens", config.addSpecialTokens);
  read(json, "split_apostrophes", config.splitApostrophes);
  read(json, "do_lower_case", config.lowerCase);
  validate(config);
  return config;
}

const char* spelling(Activation activation) { return spell(kActivations, activation); }
const char* spelling(PositionEmbedding positions) { return spell(kPositions, positions); }
const char* spelling(NormOrder order) { return spell(kNormOrders, order); }

std::string toJson(const EncoderConfig& config) {
  // In the order of the struct, which nlohmann's json does not keep.
  std::string text;
  forEachEntry(config, [&](const std::string& key, const auto& value) {
    text += (text.empty() ? "{\n  \"" : ",\n  \"") + key + "\": " + Json(value).dump();
  });
  return text + "\n}";
}

}  // namespace fovea
