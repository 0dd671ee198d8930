#include "fovea/linear.h"

namespace fovea {

LinearWeights LinearWeights::zeros(Index out, Index in) {
  return {Matrix::Zero(out, in), RowVector::Zero(out)};
}

void linearForward(const LinearWeights& weights, const MatrixView& x, Matrix& y) {
  y.resize(x.rows(), weights.weight.rows());
  y.noalias() = x * weights.weight.transpose();
  y.rowwise() += weights.bias;
}

void linearBackward(const LinearWeights& weights, const MatrixView& x, const MatrixView& dy,
                    LinearWeights& gradient, Matrix& dx) {
  gradient.weight.noalias() += dy.transpose() * x;
  gradient.bias += dy.colwise().sum();
  dx.resize(x.rows(), x.cols());
  dx.noalias() = dy * weights.weight;
}

}  // namespace fovea
