#pragma once

#include "fovea/matrix.h"

// Positions inside attention: what depends on how far a key is from a query, and has no parameters.
namespace fovea {

/// Rotary positions, RoPE (Su et al. 2021): in row p of a head, n × dK, the pair of columns 2i and
/// 2i + 1 is turned by the angle p·10000^(−2i ÷ dK). The inner product of a turned query and a
/// turned key depends on their distance alone. A last column without a partner stays as it is.
/// Sets y, which may be x; `back` turns the other way, as the gradient does. The rows begin at
/// position `first`.
void rotateRows(const MatrixView& x, MatrixRef y, bool back = false, Index first = 0);

/// ALiBi (Press et al. 2021): a head's bias is −slope·|i − j|. The slopes are 2^(−8·(k + 1) ÷
/// heads) for head k where heads is a power of two; else those of the power below, and then every
/// second of the power above.
Scalar alibiSlope(Index head, Index heads);

/// −slope·|i − j| for every query i, from `firstQuery` on, and key j, from 0 on.
void alibiBiases(Scalar slope, MatrixRef biases, Index firstQuery = 0);

}  // namespace fovea
