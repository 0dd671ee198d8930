#include "fovea/softmax.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fovea {
namespace {

void softmaxRow(const MatrixView& scores, Scalar scale, Index row, MatrixRef weights) {
  const Scalar largest = scores.row(row).maxCoeff() * scale;
  weights.row(row) = (scores.row(row).array() * scale - largest).exp();
  weights.row(row) /= weights.row(row).sum();
}

void maskedSoftmaxRow(const MatrixView& scores, Scalar scale, const AttentionMask& mask,
                      Index firstToken, Index row, MatrixRef weights) {
  const auto allowed = [&](Index key) { return mask.allows(firstToken + row, firstToken + key); };
  Scalar largest = -std::numeric_limits<Scalar>::infinity();
  for (Index j = 0; j < scores.cols(); ++j)
    if (allowed(j)) largest = std::max(largest, scores(row, j) * scale);
  Scalar sum = 0;
  for (Index j = 0; j < scores.cols(); ++j) {
    weights(row, j) = allowed(j) ? std::exp(scores(row, j) * scale - largest) : Scalar(0);
    sum += weights(row, j);
  }
  if (sum > 0) weights.row(row) /= sum;
}

}  // namespace

void softmaxForward(const MatrixView& scores, Scalar scale, const AttentionMask& mask,
                    Index firstToken, MatrixRef weights) {
  const bool everyKey = !mask.causal && mask.keep.empty();
  for (Index i = 0; i < scores.rows(); ++i) {
    if (everyKey) {
      softmaxRow(scores, scale, i, weights);
    } else {
      maskedSoftmaxRow(scores, scale, mask, firstToken, i, weights);
    }
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
