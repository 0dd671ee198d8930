#include "fovea/softmax.h"

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

void softmaxBackward(const MatrixView& weights, const MatrixView& dWeights, Scalar scale,
                     MatrixRef dScores) {
  for (Index i = 0; i < weights.rows(); ++i) {
    const Scalar mean = weights.row(i).dot(dWeights.row(i));
    dScores.row(i) = weights.row(i).array() * (dWeights.row(i).array() - mean) * scale;
  }
}

}  // namespace fovea
