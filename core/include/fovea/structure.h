#pragma once

#include <map>
#include <string>

#include "fovea/attention_wiring.h"
#include "fovea/config.h"

namespace fovea {

/// What is added to a sublayer's output.
struct ResidualPath {
  double gain = 1;  ///< times x; 0 is no path
  /// y = LN(x) + f(LN(x)): a well-known bug of pre-norm layers, which add the normalised copy of x
  /// in place of x itself.
  bool normed = false;
};

enum class NormPlacement { kPost, kPre, kNone };

/// Which keys the structure hides.
enum class MaskKind {
  kNone,
  kCausal,   ///< those after the query
  kPadding,  ///< those whose token is the config's padTokenId
  kLeaky,    ///< a well-known bug: those after the query but the next, causal off by one
};

/// How one layer is wired.
struct LayerStructure {
  bool skipped = false;            ///< it hands on its input; nothing reads what it computes
  AttentionWiring attention = {};  ///< of all heads
  ResidualPath residual = {};      ///< around both sublayers
  Activation activation = Activation::kRelu;  ///< of the feed-forward network
  bool normOverTokens = false;                ///< a well-known bug: norms over the wrong axis
};

/// How a forward pass is wired, chosen at run time: a model runs under any structure with the same
/// weights. It concerns the positions and the layers; the embedding's own norm, the token types and
/// the masked-word head stay as the config has them, the final norm but for its placement too.
///
/// A norm placed otherwise than the config's norm_order uses the layers' own norms: "pre" at the
/// sublayers' inputs, "post" after their additions. The final norm is applied only where a pre-norm
/// model runs as one.
///
/// As a layer it is how those layers are wired that are not in `layers`.
struct Structure : LayerStructure {
  Positions positions = Positions::kAdded;    ///< how it is told where a token stands
  NormPlacement norm = NormPlacement::kPost;  ///< of both sublayers
  MaskKind mask = MaskKind::kNone;            ///< in every layer
  bool embeddingScale = true;  ///< token rows times √dModel; else, where the config says so, a bug
  std::map<Index, LayerStructure> layers = {};  ///< those that are wired otherwise, by number

  /// The structure that the model was made for.
  static Structure of(const ModelConfig& config);
  /// The same for every layer as for layer l here.
  Structure ofLayer(Index l) const;
};

bool operator==(const Structure& a, const Structure& b);
inline bool operator!=(const Structure& a, const Structure& b) { return !(a == b); }

/// Whether the norm after the last layer is applied.
inline bool hasFinalNorm(const ModelConfig& config, const Structure& structure) {
  return config.normOrder == NormOrder::kPre && structure.norm == NormPlacement::kPre;
}

/// Throws ModelError{kInvalidInput} for a structure that a model of this config cannot run as:
/// position vectors or a scaled embedding where it has none, a layer that it has not, or a normed
/// residual path without norm=pre; {kNotInThisBuild} for positions that another build runs.
void validate(const Structure& structure, const ModelConfig& config);

/// The first option that is a bug and has no backward pass, as `softmax=columns`; empty where there
/// is none.
std::string bugOf(const Structure& structure, const ModelConfig& config);

/// Whether weights can be made without all scores, a tile at a time: the softmax of every layer is
/// over rows and shifted.
bool runsInTiles(const Structure& structure);

/// Reads `key=value` pairs separated by commas, in any order, where `key@LAYER=value` is of one
/// layer, counted from 0, and goes before what is of all. What is not named is as in
/// Structure::of(config). structureOptions() lists the keys and values. Throws
/// ModelError{kInvalidInput} for an unknown or repeated key, an unknown value, and as validate
/// does.
Structure parseStructure(const std::string& text, const ModelConfig& config);

/// What parseStructure takes, for a help text: "positions=on|off|rotary|alibi, norm=post|pre|none,
/// …".
std::string structureOptions();

/// The text that parseStructure reads back: every key, then what is otherwise in single layers.
std::string toText(const Structure& structure);

}  // namespace fovea
