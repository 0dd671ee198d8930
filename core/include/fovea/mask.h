#pragma once

#include <cstdint>
#include <vector>

#include "fovea/matrix.h"

namespace fovea {

/// Which keys a query may attend to. A forbidden key gets the weight 0 exactly.
struct AttentionMask {
  bool causal = false;  ///< a query sees keys up to its own position only
  /// One entry per key: 0 marks padding, which no query may attend to. Empty if there is none.
  std::vector<std::uint8_t> keep;
  bool leaky = false;  ///< a well-known bug: a causal query also sees the next key

  /// Whether every query may see every key.
  bool allowsAll() const { return !causal && keep.empty(); }

  /// Whether the query may see the key. Both are positions within their sequence; `firstKey` is
  /// where that sequence begins in `keep`.
  bool allows(Index query, Index key, Index firstKey = 0) const {
    return (!causal || key <= query + (leaky ? 1 : 0)) &&
           (keep.empty() || keep[static_cast<std::size_t>(firstKey + key)] != 0);
  }
};

}  // namespace fovea
