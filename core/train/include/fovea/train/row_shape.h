#pragma once

#include "fovea/matrix.h"

namespace fovea {

/// How one row of attention weights spreads over the tokens.
struct RowShape {
  Index largestAt = 0;  ///< the token with the largest weight
  double largest = 0;
  double entropy = 0;  ///< −Σ w · log2 w, in bits
  Index seen = 0;      ///< weights above kSeen
};

constexpr double kSeen = 0.03;

/// Of a row with at least one weight.
RowShape rowShape(const RowVector& weights);

/// Whether the weight at `token` is among the `places` largest; of equal ones all are.
bool amongLargest(const RowVector& weights, Index token, Index places);

}  // namespace fovea
