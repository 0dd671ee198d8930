#include "fovea/positional_encoding.h"

#include <cmath>

namespace fovea {

Matrix sinusoidalPositions(Index positions, Index dModel, double base) {
  Matrix table(positions, dModel);
  for (Index j = 0; j < dModel; ++j) {
    const auto pair = static_cast<double>(j - j % 2);
    const double wavelength = std::pow(base, pair / static_cast<double>(dModel));  // ÷ 2π
    for (Index p = 0; p < positions; ++p) {
      const double angle = static_cast<double>(p) / wavelength;
      table(p, j) = static_cast<Scalar>(j % 2 == 0 ? std::sin(angle) : std::cos(angle));
    }
  }
  return table;
}

Matrix patchPositions(Index side, Index dModel) {
  const Index half = dModel / 2;
  const Matrix line = sinusoidalPositions(side, half);
  Matrix table = Matrix::Zero(1 + side * side, dModel);
  for (Index p = 0; p < side * side; ++p) {
    table.row(1 + p).leftCols(half) = line.row(p / side);
    table.row(1 + p).rightCols(half) = line.row(p % side);
  }
  return table;
}

}  // namespace fovea
