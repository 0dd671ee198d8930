#pragma once

#include <string>
#include <type_traits>

#include "fovea/matrix.h"
#include "fovea/variants.h"

namespace fovea {

/// kNone, f(x) = x, is for a Structure; no config has it.
enum class Activation { kRelu, kGelu, kGeluTanh, kSilu, kNone };
/// kAbsolute: a learned table. kRotary and kAlibi have no vectors, as kNone; see Positions.
enum class PositionEmbedding { kSinusoidal, kAbsolute, kNone, kRotary, kAlibi };
enum class NormOrder { kPost, kPre };
enum class NormType { kLayerNorm, kRmsNorm };  ///< see LayerNormWeights

/// Shape and options of an encoder, and of the decoder beside it where there is one: with an
/// encoder its layers attend to what that hands on, without one it is a language model. With an
/// image size the encoder reads pictures and answers a question about them (PictureEncoder). The
/// comments give the key of `config.json`; keys that Hugging Face's BERT has keep their names
/// there.
struct ModelConfig {
  Index dModel = 512;  ///< hidden_size
  Index heads = 8;     ///< num_attention_heads
  /// num_key_value_heads: how many heads keys and values have, a divisor of `heads`, each of which
  /// serves as many heads of queries (Ainslie et al. 2023; with 1, multi-query: Shazeer 2019).
  /// 0 is as many as `heads`.
  Index kvHeads = 0;
  Index dFf = 2048;         ///< intermediate_size
  Index layers = 6;         ///< num_hidden_layers: the encoder's; 0 for a decoder alone
  Index decoderLayers = 0;  ///< decoder_layers
  /// num_local_experts: how many feed-forward networks a layer has, of which a router chooses for
  /// each token; 0 is one for all, without a router.
  Index experts = 0;
  Index expertsPerToken = 2;   ///< num_experts_per_tok, where there are experts
  bool gated = false;          ///< gated_feed_forward: with silu SwiGLU
  Index vocabSize = 0;         ///< vocab_size
  Index maxPositions = 512;    ///< max_position_embeddings: the longest sequence, in tokens
  Index typeVocabSize = 0;     ///< type_vocab_size: BERT's segments; the encoder uses segment 0
  Index padTokenId = 0;        ///< pad_token_id; only carried along: a mask says what is padding
  double layerNormEps = 1e-5;  ///< layer_norm_eps
  Activation activation = Activation::kRelu;  ///< hidden_act: relu | gelu | gelu_tanh | silu
  PositionEmbedding positions = PositionEmbedding::kSinusoidal;  ///< position_embedding_type
  NormOrder normOrder = NormOrder::kPost;                        ///< norm_order: post | pre
  NormType normType = NormType::kLayerNorm;  ///< norm_type: layer_norm | rms_norm, of every norm
  bool embeddingNorm = false;                ///< embedding_norm: LayerNorm after the embedding sum
  bool embeddingScale = true;                ///< embedding_scale: token rows times √dModel
  bool maskedWordHead = false;   ///< masked_word_head: BERT's prediction head is present
  bool addSpecialTokens = true;  ///< add_special_tokens: text becomes [CLS] … [SEP]
  bool splitApostrophes = true;  ///< split_apostrophes: "didn't" becomes didn ' t, as in BERT
  bool lowerCase = true;         ///< do_lower_case: fold case and strip accents
  Index imageSize = 0;  ///< image_size: rows, and columns, of the pictures that it reads; 0: text
  Index patchSize = 4;  ///< patch_size: rows, and columns, of a patch, a divisor of imageSize
  Index channels = 3;   ///< num_channels: numbers of a pixel
  Index answers = 2;    ///< num_labels: what can be answered about a picture

  /// Numbers of a query, key or value in one head.
  Index dK() const { return dModel / heads; }
  /// Whether it reads pictures, in place of text.
  bool readsPictures() const { return kWithVariants && imageSize > 0; }
  /// Patches of a picture.
  Index patches() const { return (imageSize / patchSize) * (imageSize / patchSize); }
  /// Numbers of a patch.
  Index patchNumbers() const { return patchSize * patchSize * channels; }
  /// Whether there are decoder layers.
  bool hasDecoder() const { return kWithVariants && decoderLayers > 0; }
  /// Whether layers have a mixture of experts.
  bool hasExperts() const { return kWithVariants && experts > 0; }
  /// Whether feed-forward networks are gated.
  bool isGated() const { return kWithVariants && gated; }
  /// Whether norms are RMSNorms.
  bool isRms() const { return kWithVariants && normType == NormType::kRmsNorm; }
  /// Whether there is a decoder whose layers attend to an encoder's output.
  bool decoderHasMemory() const { return layers > 0 && hasDecoder(); }
  /// The width of keys and of values.
  Index dKv() const { return (!kWithVariants || kvHeads == 0 ? heads : kvHeads) * dK(); }
};

/// The first spelling of config.json's: "relu", "absolute", "post", …
const char* spelling(Activation activation);
const char* spelling(PositionEmbedding positions);
const char* spelling(NormOrder order);
const char* spelling(NormType type);

/// What a whole number of a config may be.
struct KeyLimits {
  Index low;   ///< the least
  Index high;  ///< the greatest
};

/// The keys of config.json: calls visit(key, field) for each in the order of the struct, or
/// visit(key, field, limits) for a whole number. `Config` is ModelConfig, const or not.
template <typename Config, typename Visitor>
void forEachKey(Config& config, Visitor&& visit) {
  // Beyond these limits a value is a mistake, not a model. They also keep every product of two in
  // 64 bits, but not in an Index of 32: there Eigen refuses the matrices that are too large, and
  // Encoder the attention.
  constexpr Index kMaxWidth = 65536;
  constexpr Index kMaxLayers = 1024;
  constexpr Index kMaxExperts = 64;
  constexpr Index kMaxPositions = 65536;
  constexpr Index kMaxVocabulary = 16777216;
  constexpr Index kMaxPicture = 4096;
  constexpr Index kMaxChannels = 16;
  visit("hidden_size", config.dModel, KeyLimits{1, kMaxWidth});
  visit("num_attention_heads", config.heads, KeyLimits{1, kMaxWidth});
  visit("num_key_value_heads", config.kvHeads, KeyLimits{0, config.heads});
  visit("intermediate_size", config.dFf, KeyLimits{1, kMaxWidth});
  visit("num_hidden_layers", config.layers,
        KeyLimits{config.decoderLayers > 0 ? 0 : 1, kMaxLayers});
  visit("decoder_layers", config.decoderLayers, KeyLimits{0, kMaxLayers});
  visit("num_local_experts", config.experts, KeyLimits{0, kMaxExperts});
  visit("num_experts_per_tok", config.expertsPerToken, KeyLimits{1, kMaxExperts});
  visit("gated_feed_forward", config.gated);
  visit("vocab_size", config.vocabSize, KeyLimits{1, kMaxVocabulary});
  visit("max_position_embeddings", config.maxPositions, KeyLimits{1, kMaxPositions});
  visit("type_vocab_size", config.typeVocabSize, KeyLimits{0, kMaxVocabulary});
  visit("pad_token_id", config.padTokenId, KeyLimits{0, config.vocabSize - 1});
  visit("layer_norm_eps", config.layerNormEps);
  visit("hidden_act", config.activation);
  visit("position_embedding_type", config.positions);
  visit("norm_order", config.normOrder);
  visit("norm_type", config.normType);
  visit("embedding_norm", config.embeddingNorm);
  visit("embedding_scale", config.embeddingScale);
  visit("masked_word_head", config.maskedWordHead);
  visit("add_special_tokens", config.addSpecialTokens);
  visit("split_apostrophes", config.splitApostrophes);
  visit("do_lower_case", config.lowerCase);
  visit("image_size", config.imageSize, KeyLimits{0, kMaxPicture});
  const Index least = config.imageSize > 0 ? 1 : 0;  // what no text needs may be anything
  visit("patch_size", config.patchSize, KeyLimits{least, kMaxPicture});
  visit("num_channels", config.channels, KeyLimits{least, kMaxChannels});
  visit("num_labels", config.answers, KeyLimits{least, kMaxVocabulary});
}

/// Calls visit(key, value) for each entry of config.json, in the order of the struct; a value is an
/// Index, a double, a bool or a spelling.
template <typename Visitor>
void forEachEntry(const ModelConfig& config, Visitor&& visit) {
  forEachKey(config, [&](const char* key, const auto& field, auto... /*limits*/) {
    if constexpr (std::is_enum_v<std::decay_t<decltype(field)>>) {
      visit(key, spelling(field));
    } else {
      visit(key, field);
    }
  });
}

/// Throws ModelError{kInvalidConfig} that names the key, the value and what would be right, and
/// {kNotInThisBuild} for a config that another build runs: variants.h.
void validate(const ModelConfig& config);

/// Reads a `config.json` text. A key that is absent takes the default of a Hugging Face BERT where
/// `model_type` is "bert" (gelu, learned positions, embedding norm, no scale), else the one above.
/// `hasMaskedWordHead` stands for masked_word_head where that key is absent: what the model file's
/// tensors say. Throws ModelError{kInvalidConfig}, and as validate does.
ModelConfig parseConfig(const std::string& text, bool hasMaskedWordHead = false);

/// The JSON that `parseConfig` reads back to the same config.
std::string toJson(const ModelConfig& config);

}  // namespace fovea
