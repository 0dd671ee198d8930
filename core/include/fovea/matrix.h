#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

// The scalar type of every tensor: float. The tests build the same code again in double precision,
// to check gradients numerically.
#ifdef FOVEA_SCALAR
#define FOVEA_PORTABLE_KERNELS  // the vectors of core/src/kernels hold floats
#else
#define FOVEA_SCALAR float
#endif

namespace fovea {

using Scalar = FOVEA_SCALAR;
using Index = Eigen::Index;

/// Row-major matrix. A sequence of n vectors is n × d, one token per row.
using Matrix = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using RowVector = Eigen::Matrix<Scalar, 1, Eigen::Dynamic, Eigen::RowMajor>;

/// Views of a matrix or of a block of one, such as the columns of a head. They copy nothing.
using MatrixView = Eigen::Ref<const Matrix, 0, Eigen::OuterStride<>>;
using MatrixRef = Eigen::Ref<Matrix, 0, Eigen::OuterStride<>>;

/// Token ids: indices into the embedding table.
using TokenIds = std::vector<std::int32_t>;

}  // namespace fovea
