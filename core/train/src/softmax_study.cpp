#include "fovea/train/softmax_study.h"

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

}  // namespace

SoftmaxMeasures studySoftmax(Index dK, Index keys, bool scaled, std::uint64_t seed) {
  if (dK < 1 || dK > 4096 || keys < 2 || keys > 1024)
    throw ModelError(ErrorCode::kInvalidInput,
                     "d_k is " + std::to_string(dK) + " with " + std::to_string(keys) +
                         " keys, but must be from 1 to 4096 with 2 to 1024");
  Random random(seed);
  const Matrix queries = randomRows(keys, dK, random);
  const Matrix scores = queries * randomRows(keys, dK, random).transpose();
  const double scale = scaled ? 1.0 / std::sqrt(static_cast<double>(dK)) : 1.0;
  Matrix weights(keys, keys);
  softmaxForward(scores, static_cast<Scalar>(scale), {}, 0, weights);
  const Eigen::MatrixXd w = weights.cast<double>();
  return {w.rowwise().maxCoeff().mean(), 1 - w.rowwise().squaredNorm().mean()};
}

}  // namespace fovea
