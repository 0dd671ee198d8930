#pragma once

#include <string>
#include <type_traits>

#include "fovea/build.h"
#include "fovea/matrix.h"
#include "fovea/variants.h"

namespace fovea {

/// kNone, f(x) = x, is an option of a Structure only; no config has it.
enum class Activation { kRelu, kGelu, kGeluTanh, kSilu, kNone };
/// How the position of a token enters the pass.
enum class PositionEmbedding {
  kSinusoidal,  ///< a fixed vector is added to the token's embedding
  kAbsolute,    ///< a learned vector is added to the token's embedding
  kNone,        ///< not at all
  kRotary,      ///< queries and keys are rotated (relative_positions.h)
  kAlibi,       ///< scores decrease with distance (relative_positions.h)
};
/// Whether a vector is added to the token's embedding.
constexpr bool isAdded(PositionEmbedding positions) {
  return positions == PositionEmbedding::kSinusoidal || positions == PositionEmbedding::kAbsolute;
}

/// Where a sublayer has its norm: after its residual sum, or before it. kNone, no norm, is an
/// option of a Structure only; no config has it.
enum class NormOrder { kPost, kPre, kNone };
enum class NormType { kLayerNorm, kRmsNorm };  ///< see LayerNormWeights

inline namespace FOVEA_BUILD {

/// Whether queries and keys are rotated; always false in a build without variants.
constexpr bool isRotary(PositionEmbedding positions) {
  return kWithVariants && positions == PositionEmbedding::kRotary;
}
/// Whether scores decrease with distance; always false in a build without variants.
constexpr bool isAlibi(PositionEmbedding positions) {
  return kWithVariants && positions == PositionEmbedding::kAlibi;
}

/// Rows of a table of biases by distance (relative_positions.h).
constexpr Index kRelativeBuckets = 32;

/// Shape and options of a model: an encoder, a decoder, or both. With both, the decoder's layers
/// attend to the encoder's output; a decoder alone is a language model. With an image size the
/// encoder reads pictures and answers a question about them (PictureEncoder). The comments give the
/// key in `config.json`, which is Hugging Face's wherever its BERT has the option.
struct ModelConfig {
  Index dModel = 512;  ///< hidden_size
  Index heads = 8;     ///< num_attention_heads
  /// num_key_value_heads: the number of key and value heads, a divisor of `heads`. Each is shared
  /// by equally many query heads (grouped-query attention, Ainslie et al. 2023; with 1,
  /// multi-query: Shazeer 2019). 0 means as many as `heads`.
  Index kvHeads = 0;
  Index dFf = 2048;         ///< intermediate_size
  Index layers = 6;         ///< num_hidden_layers, of the encoder; 0 for a decoder alone
  Index decoderLayers = 0;  ///< decoder_layers
  /// num_local_experts: the number of feed-forward networks in a layer, from which a router chooses
  /// for each token; 0 means a single one and no router.
  Index experts = 0;
  Index expertsPerToken = 2;   ///< num_experts_per_tok; unused without experts
  bool gated = false;          ///< gated_feed_forward; with silu this is SwiGLU
  Index vocabSize = 0;         ///< vocab_size
  Index maxPositions = 512;    ///< max_position_embeddings: the longest sequence, in tokens
  Index typeVocabSize = 0;     ///< type_vocab_size: BERT's segments; only segment 0 is used
  Index padTokenId = 0;        ///< pad_token_id; ignored unless the structure has mask=padding
  double layerNormEps = 1e-5;  ///< layer_norm_eps
  Activation activation = Activation::kRelu;  ///< hidden_act: relu | gelu | gelu_tanh | silu
  PositionEmbedding positions = PositionEmbedding::kSinusoidal;  ///< position_embedding_type
  NormOrder normOrder = NormOrder::kPost;                        ///< norm_order: post | pre
  NormType normType = NormType::kLayerNorm;  ///< norm_type: layer_norm | rms_norm, for all norms
  bool embeddingNorm = false;                ///< embedding_norm: LayerNorm after the embedding sum
  bool embeddingScale = true;                ///< embedding_scale: token embeddings times √dModel
  bool maskedWordHead = false;               ///< masked_word_head: has BERT's prediction head
  bool addSpecialTokens = true;              ///< add_special_tokens: text becomes [CLS] … [SEP]
  bool splitApostrophes = true;  ///< split_apostrophes: "didn't" becomes didn ' t, as in BERT
  bool lowerCase = true;         ///< do_lower_case: fold case and strip accents
  Index imageSize = 0;  ///< image_size: height and width of the pictures, in pixels; 0 for text
  Index patchSize = 4;  ///< patch_size: height and width of a patch, a divisor of imageSize
  Index channels = 3;   ///< num_channels: numbers per pixel
  Index answers = 2;    ///< num_labels: how many answers there are to choose from
#ifdef FOVEA_ENCODER_ALONE
  // Constants take no bytes of the page.
  static constexpr Index embeddingSize = 0;
  static constexpr double rotaryBase = 10000;
  static constexpr double localRotaryBase = 10000;
  static constexpr Index localAttention = 0;
  static constexpr Index globalEvery = 1;
  static constexpr bool firstNorm = true;
  static constexpr Index relativeBuckets = 0;
#else
  /// embedding_size: width of the embedding table where it is projected to dModel (ELECTRA); 0 for
  /// dModel.
  Index embeddingSize = 0;
  double rotaryBase = 10000;       ///< rope_theta: of rotary positions
  double localRotaryBase = 10000;  ///< local_rope_theta: the same in local layers
  /// local_attention: in local layers a token sees those at most half as far as this; 0 for no
  /// local layers (ModernBERT).
  Index localAttention = 0;
  /// global_attn_every_n_layers: layers 0, n, 2n, … are not local.
  Index globalEvery = 1;
  bool firstNorm = true;  ///< first_norm: layer 0 has a norm in front of its attention
  /// relative_attention_num_buckets: rows of the table of biases by distance that all layers of an
  /// encoder share, beside absolute positions (MPNet); kRelativeBuckets, or 0 for none.
  Index relativeBuckets = 0;
#endif

  /// Width of a query, key or value in one head.
  Index dK() const { return dModel / heads; }
  /// Whether it reads pictures rather than text.
  bool readsPictures() const { return kWithVariants && imageSize > 0; }
  /// Number of patches in a picture.
  Index patches() const { return (imageSize / patchSize) * (imageSize / patchSize); }
  /// Numbers in a patch.
  Index patchNumbers() const { return patchSize * patchSize * channels; }
  /// Width of the embedding table.
  Index embeddingWidth() const { return projectsEmbedding() ? embeddingSize : dModel; }
  /// Whether the embedding is projected to dModel.
  bool projectsEmbedding() const {
    return kWithVariants && embeddingSize > 0 && embeddingSize != dModel;
  }
  /// Whether a layer's attention has a window.
  bool isLocal(Index layer) const {
    return kWithVariants && localAttention > 0 && layer % globalEvery != 0;
  }
  /// Whether a layer has a norm in front of, or after, its attention.
  bool hasAttentionNorm(Index layer) const { return !kWithVariants || firstNorm || layer > 0; }
  /// Whether there are decoder layers.
  bool hasDecoder() const { return kWithVariants && decoderLayers > 0; }
  /// Whether layers have a mixture of experts.
  bool hasExperts() const { return kWithVariants && experts > 0; }
  /// Whether feed-forward networks are gated.
  bool isGated() const { return kWithVariants && gated; }
  /// Whether norms are RMSNorms.
  bool isRms() const { return kWithVariants && normType == NormType::kRmsNorm; }
  /// Whether there is a decoder that attends to an encoder's output.
  bool decoderHasMemory() const { return layers > 0 && hasDecoder(); }
  /// Width of the keys, and of the values, of all heads together.
  Index dKv() const { return (!kWithVariants || kvHeads == 0 ? heads : kvHeads) * dK(); }
};

}  // namespace FOVEA_BUILD

/// How config.json spells the value (the first of its spellings): "relu", "absolute", "post", …
const char* spelling(Activation activation);
const char* spelling(PositionEmbedding positions);
const char* spelling(NormOrder order);
const char* spelling(NormType type);

/// The range of an integer in a config, both ends included.
struct KeyLimits {
  Index low;   ///< the smallest allowed
  Index high;  ///< the largest allowed
};

/// Calls visit(key, field) for each key of config.json, in the order of the struct, or
/// visit(key, field, limits) if it is an integer. `Config` is ModelConfig, const or not.
template <typename Config, typename Visitor>
void forEachKey(Config& config, Visitor&& visit) {
  // Beyond these limits a value is a mistake, not a model. They also keep the product of any two
  // within 64 bits. Where Index has 32 bits, Eigen refuses matrices that are too large, and Encoder
  // attention that is.
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
  const Index least = config.imageSize > 0 ? 1 : 0;  // for text models any value will do
  visit("patch_size", config.patchSize, KeyLimits{least, kMaxPicture});
  visit("num_channels", config.channels, KeyLimits{least, kMaxChannels});
  visit("num_labels", config.answers, KeyLimits{least, kMaxVocabulary});
  if constexpr (kWithVariants) {
    // Written only where a model has them: other models' files stay as they are.
    constexpr bool kReads = !std::is_const_v<Config>;
    if (kReads || config.embeddingSize != 0)
      visit("embedding_size", config.embeddingSize, KeyLimits{0, kMaxWidth});
    if (kReads || config.rotaryBase != ModelConfig().rotaryBase)
      visit("rope_theta", config.rotaryBase);
    if (kReads || config.localAttention != 0) {
      visit("local_rope_theta", config.localRotaryBase);
      visit("local_attention", config.localAttention, KeyLimits{0, 2 * kMaxPositions});
      visit("global_attn_every_n_layers", config.globalEvery, KeyLimits{1, kMaxLayers});
    }
    if (kReads || !config.firstNorm) visit("first_norm", config.firstNorm);
    if (kReads || config.relativeBuckets != 0)
      visit("relative_attention_num_buckets", config.relativeBuckets,
            KeyLimits{0, kRelativeBuckets});
  }
}

/// Calls visit(key, value) for each entry of config.json, in the order of the struct. A value is an
/// Index, a double, a bool, or an enum's spelling.
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

/// Throws ModelError{kInvalidConfig} naming the key, its value and what is allowed, or
/// {kNotInThisBuild} for a config that only a build with variants runs (variants.h).
void validate(const ModelConfig& config);

/// Parses the text of a `config.json`. A missing key takes Hugging Face's default if `model_type`
/// is "bert" (gelu, learned positions, embedding norm, no scale), else the default above. If
/// masked_word_head is missing, `hasMaskedWordHead` decides: whether the model file has the head's
/// tensors. Throws ModelError{kInvalidConfig}, and as validate does.
ModelConfig parseConfig(const std::string& text, bool hasMaskedWordHead = false);

/// JSON from which parseConfig recovers the same config.
std::string toJson(const ModelConfig& config);

}  // namespace fovea
