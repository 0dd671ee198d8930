#include "fovea/positional_encoding.h"

#include <cmath>

namespace fovea {

Matrix sinusoidalPositions(Index positions, Index dModel) {
  Matrix table(positions, dModel);
  for (Index p = 0; p < positions; ++p) {
    for (Index j = 0; j < dModel; ++j) {
      const double pair = static_cast<double>(j - j % 2);
      const double angle =
          static_cast<double>(p) / std::pow(10000.0, pair / static_cast<double>(dModel));
      table(p, j) = static_cast<Scalar>(j % 2 == 0 ? std::sin(angle) : std::cos(angle));
    }
  }
  return table;
}

}  // namespace fovea
