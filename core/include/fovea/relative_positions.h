#pragma once

#include "fovea/matrix.h"

// Positions inside attention: functions of the distance from query to key, without parameters.
namespace fovea {

/// Rotary position embedding, RoPE (Su et al. 2021): in row p of a head, n × dK, columns 2i and
/// 2i + 1 are rotated by the angle p·base^(−2i ÷ dK), so that the inner product of a rotated query
/// and a rotated key depends only on their distance. If dK is odd, the last column stays as it is.
/// Sets y, which may be x; `back` rotates the other way, as the gradient needs. Row 0 is at
/// position `first`.
void rotateRows(const MatrixView& x, MatrixRef y, bool back = false, Index first = 0,
                double base = 10000);

/// ALiBi (Press et al. 2021): a head's bias is −slope·|i − j|. If heads is a power of two, head k's
/// slope is 2^(−8·(k + 1) ÷ heads); else the slopes are those of the next lower power, followed by
/// every second slope of the next higher one.
Scalar alibiSlope(Index head, Index heads);

/// −slope·|i − j| for queries i = firstQuery, … and keys j = 0, ….
void alibiBiases(Scalar slope, MatrixRef biases, Index firstQuery = 0);

/// The row of a table of biases for a key at this distance behind its query, negative before it
/// (Raffel et al. 2020; MPNet, Song et al. 2020). Keys behind and before have half of the rows
/// each: one for each distance below 8, then one for each range that begins √2 times as far away as
/// the one before it, the last at 91.
Index relativeBucket(Index distance);

/// The biases of one head of a table, kRelativeBuckets × heads, for keys at the distances −(n − 1)
/// to n − 1. The n keys of query i have n of them, from n − 1 − i on.
RowVector relativeBiases(const Matrix& table, Index head, Index n);

}  // namespace fovea
