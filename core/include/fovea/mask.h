#pragma once

#include <cstdint>
#include <vector>

#include "fovea/matrix.h"

namespace fovea {

/// Which keys a query may attend to. A forbidden key gets the weight 0 exactly.
struct AttentionMask {
  bool causal = false;  ///< a query sees keys up to its own position only
  /// One entry a key, 0 = padding that no query may attend to; empty = every key counts.
  std::vector<std::uint8_t> keep;
  bool leaky = false;  ///< a well-known bug: a causal query sees the key after its own too

  /// Whether it hides nothing.
  bool allowsAll() const { return !causal && keep.empty(); }

  /// Whether the query may see the key. Both are positions in their sequences; `firstKey` is where
  /// the key's sequence begins in `keep`.
  bool allows(Index query, Index key, Index firstKey = 0) const {
    return (!causal || key <= query + (leaky ? 1 : 0)) &&
           (keep.empty() || keep[static_cast<std::size_t>(firstKey + key)] != 0);
  }
};

}  // namespace fovea
