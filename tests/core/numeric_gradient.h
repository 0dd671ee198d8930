#pragma once

#include <functional>
#include <string>
#include <vector>

#include "catch2.h"
#include "fovea/parameters.h"

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

/// Checks the gradient of every parameter against the numeric one, to 1e-7 of its norm. `loss`
/// reads the weights.
inline void checkGradients(ModelWeights& weights, const ModelWeights& gradient,
                           const std::function<double()>& loss) {
  std::vector<RowVector> slopes;
  forEachParameter(weights, [&](const std::string&, auto& tensor) {
    const auto slope = numericGradient(tensor, loss);
    slopes.emplace_back(Eigen::Map<const RowVector>(slope.data(), slope.size()));
  });
  std::size_t i = 0;
  forEachParameter(gradient, [&](const std::string& name, const auto& tensor) {
    INFO(name);
    const Eigen::Map<const RowVector> actual(tensor.data(), tensor.size());
    CHECK((actual - slopes[i]).norm() <= 1e-7 * (1e-2 + slopes[i].norm()));
    ++i;
  });
}

}  // namespace fovea::test
