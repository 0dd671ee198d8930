#pragma once

#include "fovea/packed_matrix.h"

// Products of one row with a matrix of contiguous rows that is used once, as a step of decoding
// makes them of cached keys and values: to pack the matrix would take longer than to multiply it.
namespace fovea {

/// y = m·xᵀ: the inner product of x with each row.
void multiplyByRows(const Scalar* x, const StridedView& m, Scalar* y);

/// y = w·m: the sum of the rows, each times its weight.
void sumOfRows(const Scalar* w, const StridedView& m, Scalar* y);

}  // namespace fovea
