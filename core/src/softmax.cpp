#include "fovea/softmax.h"

#include <cmath>

#include "kernels/rows.h"

namespace fovea {

void softmaxForward(const MatrixView& scores, Scalar scale, const AttentionMask& mask,
                    Index firstKey, MatrixRef weights) {
  const Index keys = scores.cols();
  for (Index i = 0; i < scores.rows(); ++i) {
    Scalar* const out = weights.row(i).data();
    const Scalar* const allowed =
        kernels::maskRow({mask, i, 0, firstKey}, scores.row(i).data(), keys, out);
    kernels::softmaxRow(allowed, keys, scale, out);
  }
}

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

void softmaxBackward(const MatrixView& weights, const MatrixView& dWeights, Scalar scale,
                     MatrixRef dScores) {
  for (Index i = 0; i < weights.rows(); ++i) {
    const Scalar mean = weights.row(i).dot(dWeights.row(i));
    dScores.row(i) = weights.row(i).array() * (dWeights.row(i).array() - mean) * scale;
  }
}

}  // namespace fovea
