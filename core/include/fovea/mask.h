#pragma once

#include <cstdint>
#include <vector>

#include "fovea/matrix.h"

namespace fovea {

/// Which keys a query may attend to. A forbidden key gets the weight 0 exactly.
struct AttentionMask {
  bool causal = false;  ///< a query sees keys up to its own position only
  /// One entry a token, 0 = padding that no query may attend to; empty = every token counts.
  std::vector<std::uint8_t> keep;

  bool allowsAll() const { return !causal && keep.empty(); }

  /// Whether the query may see the key; both index the tokens of the whole input.
  bool allows(Index query, Index key) const {
    return (!causal || key <= query) && (keep.empty() || keep[static_cast<std::size_t>(key)] != 0);
  }
};

}  // namespace fovea
