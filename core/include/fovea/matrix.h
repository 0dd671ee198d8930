#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

// The scalar of every tensor. The tests build the same code once more in double precision to check
// the gradients numerically; everybody else computes in f32.
#ifdef FOVEA_SCALAR
#define FOVEA_PORTABLE_KERNELS  // the vectors of core/src/kernels hold floats
#else
#define FOVEA_SCALAR float
#endif

namespace fovea {

using Scalar = FOVEA_SCALAR;
using Index = Eigen::Index;

/// Row-major matrix; a sequence of n vectors is n × d, one token a row.
using Matrix = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using RowVector = Eigen::Matrix<Scalar, 1, Eigen::Dynamic, Eigen::RowMajor>;

/// Views of a matrix, or of a block of one (the columns of a head, say), that copy nothing.
using MatrixView = Eigen::Ref<const Matrix, 0, Eigen::OuterStride<>>;
using MatrixRef = Eigen::Ref<Matrix, 0, Eigen::OuterStride<>>;

/// Token ids, as they index the embedding table.
using TokenIds = std::vector<std::int32_t>;

}  // namespace fovea
