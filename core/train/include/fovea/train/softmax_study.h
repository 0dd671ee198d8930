#pragma once

#include <cstdint>

#include "fovea/matrix.h"

namespace fovea {

/// How sharp the softmax of attention is, and how much of a gradient it lets through.
struct SoftmaxMeasures {
  double largest;  ///< the largest weight of a row, mean over the rows
  /// What is left of the length of a random gradient that goes back through the softmax: ‖J‖ ÷ √n,
  /// the root mean square of |J·g| ÷ |g|, mean over the rows. For one direction it is ½ at most.
  double passed;
};

/// Attention of as many random queries as keys, every component N(0, 1) (Attention Is All You Need,
/// section 3.2.1, note 4): softmax(q·k ÷ √dK), or of q·k as it is. Throws ModelError{kInvalidInput}
/// for a dK outside 1 … 4096, and for fewer than 2 keys or more than 1024.
SoftmaxMeasures studySoftmax(Index dK, Index keys, bool scaled, std::uint64_t seed);

}  // namespace fovea
