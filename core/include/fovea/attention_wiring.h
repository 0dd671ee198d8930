#pragma once

#include <optional>

#include "fovea/variants.h"

namespace fovea {

/// How the position of a token enters the pass.
enum class Positions {
  kAdded,   ///< a vector added to the token's embedding
  kNone,    ///< not at all
  kRotary,  ///< queries and keys are rotated (relative_positions.h)
  kAlibi,   ///< scores decrease with distance (relative_positions.h)
};

inline namespace FOVEA_BUILD {

/// Whether queries and keys are rotated; always false in a build without variants.
constexpr bool isRotary(Positions positions) {
  return kWithVariants && positions == Positions::kRotary;
}
/// Whether scores decrease with distance; always false in a build without variants.
constexpr bool isAlibi(Positions positions) {
  return kWithVariants && positions == Positions::kAlibi;
}

}  // namespace FOVEA_BUILD

/// How scores become weights. All but the first are well-known bugs.
enum class Softmax {
  kRows,       ///< over the keys of each query
  kColumns,    ///< over the wrong axis: over the queries of each key
  kUnshifted,  ///< over the keys without subtracting the maximum, so that large scores overflow
};

/// Changes to attention, for experiments; the defaults are correct attention.
struct AttentionWiring {
  std::optional<double> divisor = std::nullopt;  ///< of the scores, above 0; by default √dK
  Softmax softmax = Softmax::kRows;              ///< over which axis, and whether stabilised
  /// A well-known bug: n × dModel read as heads × n × dK without transposing.
  bool reshapedHeads = false;
  bool hasOutput = true;  ///< false is a well-known bug: W_O and its bias are left out
};

}  // namespace fovea
