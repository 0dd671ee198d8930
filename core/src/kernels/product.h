#pragma once

#include "fovea/config.h"
#include "fovea/packed_matrix.h"
#include "target.h"

namespace fovea::kernels {

/// Where a product starts from: C = A·B, C = A·B + bias (one value a column), or C += A·B.
struct Start {
  const Scalar* bias = nullptr;
  bool add = false;
};
constexpr Start kAdd{nullptr, true};

}  // namespace fovea::kernels

namespace FOVEA_KERNELS {

/// C (rows of A × columns of B), row-major with `cStride` scalars from row to row; or f(C), applied
/// while C is in the cache.
void multiply(const StridedView& a, const PackedView& b, Scalar* c, Index cStride, Start start = {},
              Activation f = Activation::kNone);

/// The same with a B that is used once: it is packed piece by piece into a small buffer.
void multiply(const StridedView& a, const StridedView& b, Scalar* c, Index cStride,
              Start start = {});

}  // namespace FOVEA_KERNELS
