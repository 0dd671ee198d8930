#include "fovea/train/softmax_study.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "fovea/error.h"
#include "fovea/random.h"
#include "fovea/softmax.h"

namespace fovea {
namespace {

Matrix randomRows(Index rows, Index columns, Random& random) {
  Matrix m(rows, columns);
  for (Scalar& x : m.reshaped<Eigen::RowMajor>()) x = static_cast<Scalar>(random.normal());
  return m;
}

/// ‖J‖ of a row of weights: J = diag(w) − wᵀw, so ‖J‖² = Σ w² − 2 Σ w³ + (Σ w²)².
double jacobianNorm(const RowVector& weights) {
  double squares = 0;
  double cubes = 0;
  for (const Scalar weight : weights) {
    const double w = weight;
    squares += w * w;
    cubes += w * w * w;
  }
  return std::sqrt(std::max(0.0, squares - 2 * cubes + squares * squares));
}

}  // namespace

SoftmaxMeasures studySoftmax(Index dK, Index keys, bool scaled, std::uint64_t seed) {
  if (dK < 1 || dK > 4096 || keys < 2 || keys > 1024)
    refuse(ErrorCode::kInvalidInput,
           "d_k is " + std::to_string(dK) + " with " + std::to_string(keys) +
               " keys, but d_k must be from 1 to 4096 and the keys from 2 to 1024");
  Random random(seed);
  const Matrix queries = randomRows(keys, dK, random);
  const Matrix scores = queries * randomRows(keys, dK, random).transpose();
  const double scale = scaled ? 1.0 / std::sqrt(static_cast<double>(dK)) : 1.0;
  Matrix weights(keys, keys);
  softmaxForward(scores, static_cast<Scalar>(scale), {}, 0, weights);
  SoftmaxMeasures mean{0, 0};
  for (Index i = 0; i < keys; ++i) {
    mean.largest += static_cast<double>(weights.row(i).maxCoeff()) / static_cast<double>(keys);
    mean.passed += jacobianNorm(weights.row(i)) / std::pow(static_cast<double>(keys), 1.5);
  }
  return mean;
}

}  // namespace fovea
