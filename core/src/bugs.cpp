#include "fovea/bugs.h"

#include <cmath>

#include "kernels/rows.h"

namespace fovea {

void softmaxOverColumns(const MatrixView& scores, Scalar scale, const AttentionMask& mask,
                        Index firstKey, MatrixRef weights) {
  RowVector column(scores.rows());
  for (Index j = 0; j < scores.cols(); ++j) {
    for (Index i = 0; i < scores.rows(); ++i)
      column(i) = mask.allows(i, j, firstKey) ? scores(i, j) : kernels::kMinusInfinity;
    kernels::softmaxRow(column.data(), column.size(), scale, column.data());
    weights.col(j) = column;
  }
}

void softmaxUnshifted(const MatrixView& scores, Scalar scale, const AttentionMask& mask,
                      Index firstKey, MatrixRef weights) {
  for (Index i = 0; i < scores.rows(); ++i) {
    bool sees = false;
    for (Index j = 0; j < scores.cols(); ++j) {
      const bool allowed = mask.allows(i, j, firstKey);
      weights(i, j) = allowed ? std::exp(scores(i, j) * scale) : Scalar(0);
      sees = sees || allowed;
    }
    if (sees) weights.row(i) /= weights.row(i).sum();
  }
}

void layerNormStatisticsOverRows(const LayerNormWeights& weights, double eps, const MatrixView& x,
                                 LayerNormActivations& y) {
  const Matrix columns = x.transpose();
  layerNormStatistics(weights, eps, columns, y);
}

void layerNormOutputOverRows(const LayerNormWeights& weights, const MatrixView& x,
                             LayerNormActivations& y) {
  if (weights.isIdentity()) return layerNormOutput(weights, x, y);
  const RowVector scale = weights.gamma.cwiseProduct(y.rstd);
  y.output = x.array().rowwise() * scale.array();
  if (!weights.isRms()) y.output.rowwise() += weights.beta - scale.cwiseProduct(y.mean);
}

}  // namespace fovea
