#pragma once

#include <string>

#include "fovea/config.h"

namespace fovea {

enum class ResidualPath {
  kOff,
  kOn,
  /// y = LN(x) + f(LN(x)): a well-known bug of pre-norm layers, which add the normalised copy of x
  /// in place of x itself.
  kNormed,
};
enum class NormPlacement { kPost, kPre, kNone };

/// How a forward pass is wired, chosen at run time: a model runs under any structure with the same
/// weights. It concerns the positions and the layers; the embedding's own norm, the token types and
/// the masked-word head stay as the config has them.
///
/// A norm placed otherwise than the config's norm_order uses the layers' own norms: "pre" at the
/// sublayers' inputs, "post" after their additions. The final norm is applied only where a pre-norm
/// model runs as one.
struct Structure {
  bool positions = true;                      ///< add the position vectors to the tokens'
  bool scale = true;                          ///< divide the scores by √dK
  ResidualPath residual = ResidualPath::kOn;  ///< around both sublayers
  NormPlacement norm = NormPlacement::kPost;  ///< of both sublayers
  Activation activation = Activation::kRelu;  ///< of the feed-forward network
  bool causal = false;                        ///< a query sees keys up to its own position only

  /// The structure that the model was made for.
  static Structure of(const EncoderConfig& config);
};

bool operator==(const Structure& a, const Structure& b);
inline bool operator!=(const Structure& a, const Structure& b) { return !(a == b); }

/// Whether the norm after the last layer is applied.
inline bool hasFinalNorm(const EncoderConfig& config, const Structure& structure) {
  return config.normOrder == NormOrder::kPre && structure.norm == NormPlacement::kPre;
}

/// Throws ModelError{kInvalidInput} for a structure that a model of this config cannot run as:
/// positions where it has none, or a normed residual path without norm=pre.
void validate(const Structure& structure, const EncoderConfig& config);

/// Reads `key=value` pairs separated by commas, in any order; what is not named is as in
/// Structure::of(config). Keys and values: positions=on|off, scale=on|off,
/// residual=on|off|normed, norm=post|pre|none, activation=relu|gelu|gelu_tanh|silu|none,
/// mask=none|causal. Throws ModelError{kInvalidInput} for an unknown or repeated key, an unknown
/// value, and as validate does.
Structure parseStructure(const std::string& text, const EncoderConfig& config);

/// What parseStructure takes, for a help text: "positions=on|off, scale=on|off, …".
std::string structureOptions();

/// The text that parseStructure reads back, with every key.
std::string toText(const Structure& structure);

}  // namespace fovea
