#pragma once

#include <map>
#include <optional>
#include <string>

#include "fovea/bugs.h"
#include "fovea/build.h"
#include "fovea/config.h"

namespace fovea {

/// The residual connection around a sublayer.
struct ResidualPath {
  double gain = 1;  ///< multiplies x; 0 for no residual connection
  /// y = LN(x) + f(LN(x)), a well-known bug of pre-norm layers: the normalised copy of x is added
  /// instead of x.
  bool normed = false;
};

/// Which keys a query may not see.
enum class MaskKind {
  kNone,
  kCausal,   ///< those after the query
  kPadding,  ///< those whose token is the config's padTokenId
  kLeaky,    ///< a well-known bug, causal off by one: the next key is visible
};

inline namespace FOVEA_BUILD {

/// How one layer is wired.
struct LayerStructure {
  bool skipped = false;                          ///< its output is its input
  std::optional<double> divisor = std::nullopt;  ///< of attention's scores, above 0; default √dK
  ResidualPath residual = {};                    ///< around both sublayers
  Activation activation = Activation::kRelu;     ///< of the feed-forward network
  LayerBugs bugs = {};                           ///< none, by default
#ifdef FOVEA_ENCODER_ALONE
  static constexpr Index layer = 0;
#else
  Index layer = 0;  ///< of which layer this is, in what ofLayer returns
#endif
};

/// How a forward pass is wired, chosen at run time: the same weights run under any structure. It
/// covers positions and layers. The embedding's norm, the token types and the masked-word head
/// always follow the config.
///
/// If `norm` differs from the config's norm_order, the layers' norms are moved: "pre" to the inputs
/// of the sublayers, "post" to after their residual sums. The final norm is applied only if a
/// pre-norm model runs as one.
///
/// The LayerStructure it inherits applies to every layer that is not in `layers`.
struct Structure : LayerStructure {
  /// How positions enter the pass; vectors that are added are the model's.
  PositionEmbedding positions = PositionEmbedding::kSinusoidal;
  NormOrder norm = NormOrder::kPost;  ///< of both sublayers
  MaskKind mask = MaskKind::kNone;    ///< in every layer
  bool embeddingScale = true;  ///< token embeddings × √dModel; a bug if the config disagrees
  std::map<Index, LayerStructure> layers = {};  ///< exceptions, by layer number

  /// The structure that the model was trained with.
  static Structure of(const ModelConfig& config);
  /// A structure in which every layer is wired like layer l of this one.
  Structure ofLayer(Index l) const;
};

}  // namespace FOVEA_BUILD

bool operator==(const Structure& a, const Structure& b);
inline bool operator!=(const Structure& a, const Structure& b) { return !(a == b); }

/// Whether the norm after the last layer is applied.
inline bool hasFinalNorm(const ModelConfig& config, const Structure& structure) {
  return config.normOrder == NormOrder::kPre && structure.norm == NormOrder::kPre;
}

/// Throws ModelError{kInvalidInput} for a structure that a model of this config cannot run:
/// position vectors or an embedding scale that the model lacks, a layer that does not exist, or
/// residual=normed without norm=pre; {kNotInThisBuild} for positions that need a build with
/// variants.
void validate(const Structure& structure, const ModelConfig& config);

/// The first option that is a bug without a backward pass, e.g. `softmax=columns`; empty if there
/// is none.
std::string bugOf(const Structure& structure, const ModelConfig& config);

/// Whether attention can run tile by tile, without holding all scores: the softmax of every layer
/// must be over rows, with the maximum subtracted.
bool runsInTiles(const Structure& structure);

/// Parses comma-separated `key=value` pairs in any order. `key@LAYER=value` applies to one layer,
/// counted from 0, and overrides `key=value`. Anything not named is as in Structure::of(config).
/// structureOptions() lists keys and values. Throws ModelError{kInvalidInput} for an unknown or
/// repeated key or an unknown value, and as validate does.
Structure parseStructure(const std::string& text, const ModelConfig& config);

/// The keys and values of parseStructure, for a help text: "positions=on|off|rotary|alibi,
/// norm=post|pre|none, …".
std::string structureOptions();

/// Text from which parseStructure recovers the structure: every key, then the exceptions by layer.
std::string toText(const Structure& structure);

}  // namespace fovea
