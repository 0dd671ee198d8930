#include "fovea/softmax.h"

#include <limits>

#include "kernels/rows.h"

namespace fovea {
namespace {

constexpr Scalar kForbidden = -std::numeric_limits<Scalar>::infinity();

bool allowsEveryKey(const AttentionMask& mask) { return !mask.causal && mask.keep.empty(); }

}  // namespace

void softmaxForward(const MatrixView& scores, Scalar scale, const AttentionMask& mask,
                    Index firstToken, MatrixRef weights) {
  const Index keys = scores.cols();
  for (Index i = 0; i < scores.rows(); ++i) {
    const Scalar* row = scores.row(i).data();
    Scalar* const out = weights.row(i).data();
    if (!allowsEveryKey(mask)) {
      for (Index j = 0; j < keys; ++j)
        out[j] = mask.allows(firstToken + i, firstToken + j) ? row[j] : kForbidden;
      row = out;
    }
    kernels::softmaxRow(row, keys, scale, out);
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
