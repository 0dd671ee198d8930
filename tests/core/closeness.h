#pragma once

#include <limits>

#include "fovea/matrix.h"

namespace fovea::test {

/// The largest absolute value, not a number where one element is none: Eigen's own maximum would
/// pass over it.
template <typename Tensor>
double largestMagnitude(const Eigen::DenseBase<Tensor>& tensor) {
  return tensor.derived()
      .template cast<double>()
      .array()
      .abs()
      .template maxCoeff<Eigen::PropagateNaN>();
}

/// How far `actual` is from `expected`: the largest absolute difference, as a share of the largest
/// absolute value of `expected`. 0 where both are all 0, infinite where shapes differ; not a
/// number, and so below no bound, where an element of either is none.
template <typename Actual, typename Expected>
double relativeError(const Eigen::MatrixBase<Actual>& actual,
                     const Eigen::MatrixBase<Expected>& expected) {
  if (actual.rows() != expected.rows() || actual.cols() != expected.cols())
    return std::numeric_limits<double>::infinity();
  if (actual.size() == 0) return 0;
  const double difference =
      largestMagnitude(actual.template cast<double>() - expected.template cast<double>());
  return difference == 0 ? 0 : difference / largestMagnitude(expected);
}

/// Bounds for relativeError against the fixtures. PyTorch computed in float64 and stored float32,
/// so in double precision only that rounding (2⁻²⁴ = 6e-8) may show.
constexpr bool kIsFloat = sizeof(Scalar) == sizeof(float);
constexpr double kForwardTolerance = kIsFloat ? 2e-6 : 6.1e-8;
constexpr double kBackwardTolerance = kIsFloat ? 1e-5 : 6.1e-8;

}  // namespace fovea::test
