#pragma once

#include <optional>

#include "fovea/variants.h"

namespace fovea {

/// How a pass tells where in its sequence a token stands.
enum class Positions {
  kAdded,   ///< by a vector that is added to the token's
  kNone,    ///< not at all
  kRotary,  ///< by queries and keys that are turned (relative_positions.h)
  kAlibi,   ///< by scores that fall with the distance (relative_positions.h)
};

/// Whether queries and keys are turned, in a build that can (kWithVariants).
constexpr bool isRotary(Positions positions) {
  return kWithVariants && positions == Positions::kRotary;
}
/// Whether scores fall with the distance, in a build that can (kWithVariants).
constexpr bool isAlibi(Positions positions) {
  return kWithVariants && positions == Positions::kAlibi;
}

/// How weights are made of scores. All but the first are well-known bugs.
enum class Softmax {
  kRows,       ///< over the keys of a query
  kColumns,    ///< over the wrong axis: over the queries of a key
  kUnshifted,  ///< over the keys, but e^s without subtracting the largest s: large ones overflow
};

/// What attention can be made to do otherwise than it should; by default it does what it should.
struct AttentionWiring {
  std::optional<double> divisor = std::nullopt;  ///< of the scores, above 0; √dK without one
  Softmax softmax = Softmax::kRows;              ///< over which axis, and how safely
  /// A well-known bug: rows × dModel read as heads × rows × dK without the transpose.
  bool reshapedHeads = false;
  bool hasOutput = true;  ///< else a well-known bug: W_O and its bias are forgotten
};

}  // namespace fovea
