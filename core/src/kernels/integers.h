#pragma once

#include <cstdint>

#include "fovea/integer_matrix.h"
#include "product.h"

namespace fovea::kernels {

/// Memory of this thread for so many bytes, aligned to a cache line, with arbitrary values. Valid
/// until the next call. Kept from call to call.
void* integerScratch(Index bytes);

}  // namespace fovea::kernels

namespace FOVEA_KERNELS {

/// How many words the panels of an IntegerMatrix take, their padding included.
Index integerSize(Index rows, Index columns);

/// Writes the panels of B, whose column j is whole numbers times scales[j]: integerSize() words.
void packIntegers(const StridedView& b, const Scalar* scales, std::int32_t* panels);

/// The product with rows of A that are contiguous, in integers; see IntegerMatrix. A row that is
/// not finite gives NaN. Sums start from the bias only, not from C.
void multiply(const StridedView& a, const IntegerView& b, Scalar* c, Index cStride,
              Start start = {}, Activation f = Activation::kNone);

}  // namespace FOVEA_KERNELS
