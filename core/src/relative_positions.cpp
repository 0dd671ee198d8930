#include "fovea/relative_positions.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <map>

#include "fovea/config.h"
#include "fovea/positional_encoding.h"

namespace fovea {
namespace {

/// The sine and cosine of a pair's angle are its two columns in sinusoids of width dK.
const Matrix& anglesOf(Index positions, Index dK, double base) {
  static thread_local std::map<double, Matrix> all;  // a model has one base or two
  if (all.size() > 4) all.clear();
  Matrix& angles = all[base];
  if (angles.cols() != dK) {
    angles = sinusoidalPositions(positions, dK, base);
  } else if (angles.rows() < positions) {  // decoding asks for one more with each token
    angles = sinusoidalPositions(std::max(positions, 2 * angles.rows()), dK, base);
  }
  return angles;
}

}  // namespace

void rotateRows(const MatrixView& x, MatrixRef y, bool back, Index first, double base) {
  const Matrix& angles = anglesOf(first + x.rows(), x.cols(), base);
  const Index paired = x.cols() - x.cols() % 2;
  for (Index p = 0; p < x.rows(); ++p) {
    for (Index i = 0; i < paired; i += 2) {
      const Scalar sine = back ? -angles(first + p, i) : angles(first + p, i);
      const Scalar cosine = angles(first + p, i + 1);
      const Scalar left = x(p, i);
      const Scalar right = x(p, i + 1);
      y(p, i) = left * cosine - right * sine;
      y(p, i + 1) = left * sine + right * cosine;
    }
    if (paired < x.cols()) y(p, paired) = x(p, paired);
  }
}

Scalar alibiSlope(Index head, Index heads) {
  constexpr double kLastExponent = -8;
  Index power = 1;
  while (2 * power <= heads) power *= 2;
  const auto below = static_cast<double>(power);
  const double step = head < power ? static_cast<double>(head + 1) / below
                                   : static_cast<double>(2 * (head - power) + 1) / (2 * below);
  return static_cast<Scalar>(std::exp2(kLastExponent * step));
}

void alibiBiases(Scalar slope, MatrixRef biases, Index firstQuery) {
  for (Index i = 0; i < biases.rows(); ++i)
    for (Index j = 0; j < biases.cols(); ++j)
      biases(i, j) = -slope * static_cast<Scalar>(std::abs(firstQuery + i - j));
}

Index relativeBucket(Index distance) {
  constexpr Index kPerSide = kRelativeBuckets / 2;
  constexpr Index kExact = kPerSide / 2;
  const std::int64_t apart = std::abs(distance);
  auto bucket = static_cast<Index>(std::min<std::int64_t>(apart, kExact));
  // 8 + ⌊2·log₂(apart ÷ 8)⌋ in whole numbers.
  for (std::int64_t next = 2 * kExact * kExact; bucket < kPerSide - 1 && apart * apart >= next;
       next *= 2)
    ++bucket;
  return distance > 0 ? kPerSide + bucket : bucket;
}

RowVector relativeBiases(const Matrix& table, Index head, Index n) {
  RowVector biases(2 * n - 1);
  for (Index i = 0; i < biases.size(); ++i) biases(i) = table(relativeBucket(i - n + 1), head);
  return biases;
}

}  // namespace fovea
