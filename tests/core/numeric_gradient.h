#pragma once

#include <functional>

#include "fovea/matrix.h"

namespace fovea::test {

/// d loss ÷ d tensor by central differences of fourth order, of which the error is near 1e-12 for
/// the smooth functions here in double precision. `loss` reads `tensor`.
template <typename Tensor>
Tensor numericGradient(Tensor& tensor, const std::function<double()>& loss) {
  constexpr double kStep = 1e-4;
  Tensor gradient(tensor.rows(), tensor.cols());
  for (Index i = 0; i < tensor.size(); ++i) {
    Scalar& x = tensor.data()[i];
    const Scalar original = x;
    const auto at = [&](double steps) {
      x = static_cast<Scalar>(static_cast<double>(original) + steps * kStep);
      return loss();
    };
    const double slope = (8 * (at(1) - at(-1)) - (at(2) - at(-2))) / (12 * kStep);
    x = original;
    gradient.data()[i] = static_cast<Scalar>(slope);
  }
  return gradient;
}

}  // namespace fovea::test
