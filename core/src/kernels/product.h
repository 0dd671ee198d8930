#pragma once

#include "fovea/packed_matrix.h"

namespace fovea::kernels {

/// Where a product starts from: C = A·B, C = A·B + bias (one value a column), or C += A·B.
struct Start {
  const Scalar* bias = nullptr;
  bool add = false;
};
constexpr Start kAdd{nullptr, true};

/// C (rows of A × columns of B), row-major with `cStride` scalars from row to row.
void multiply(const StridedView& a, const PackedMatrix& b, Scalar* c, Index cStride,
              Start start = {});

/// The same with a B that is used once: it is packed by and by into a small buffer.
void multiply(const StridedView& a, const StridedView& b, Scalar* c, Index cStride,
              Start start = {});

}  // namespace fovea::kernels
