#include "fovea/positional_encoding.h"

#include <cmath>

namespace fovea {

Matrix sinusoidalPositions(Index positions, Index dModel) {
  Matrix table(positions, dModel);
  for (Index j = 0; j < dModel; ++j) {
    const auto pair = static_cast<double>(j - j % 2);
    const double wavelength = std::pow(10000.0, pair / static_cast<double>(dModel));  // ÷ 2π
    for (Index p = 0; p < positions; ++p) {
      const double angle = static_cast<double>(p) / wavelength;
      table(p, j) = static_cast<Scalar>(j % 2 == 0 ? std::sin(angle) : std::cos(angle));
    }
  }
  return table;
}

}  // namespace fovea
