#include "fovea/softmax.h"

#include <limits>

namespace fovea {
namespace {

constexpr Scalar kNever = -std::numeric_limits<Scalar>::infinity();

bool seesEveryKey(const AttentionMask& mask) { return !mask.causal && mask.keep.empty(); }

// Sets the places of the keys that the query may not see to `value`.
template <typename Row>
void fillForbidden(const AttentionMask& mask, Index firstToken, Index query, Scalar value,
                   Row&& row) {
  if (seesEveryKey(mask)) return;
  for (Index key = 0; key < row.size(); ++key)
    if (!mask.allows(firstToken + query, firstToken + key)) row(key) = value;
}

}  // namespace

void softmaxForward(const MatrixView& scores, Scalar scale, const AttentionMask& mask,
                    Index firstToken, MatrixRef weights) {
  for (Index i = 0; i < scores.rows(); ++i) {
    auto row = weights.row(i);
    row = scores.row(i) * scale;
    fillForbidden(mask, firstToken, i, kNever, row);
    const Scalar largest = row.maxCoeff();
    if (largest == kNever) {  // no key at all
      row.setZero();
      continue;
    }
    row = (row.array() - largest).exp();
    // A vectorised exponential of −∞ may be a tiny number; a forbidden key's weight is 0.
    fillForbidden(mask, firstToken, i, Scalar(0), row);
    row /= row.sum();
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
