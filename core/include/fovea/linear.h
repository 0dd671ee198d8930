#pragma once

#include "fovea/matrix.h"

namespace fovea {

/// y = x·Wᵀ + b. The weight is (out, in), as PyTorch and the Hugging Face checkpoints store it.
struct LinearWeights {
  Matrix weight;   ///< out × in
  RowVector bias;  ///< out

  static LinearWeights zeros(Index out, Index in);
};

/// y (n × out) from x (n × in). y is resized; it must not overlap x.
void linearForward(const LinearWeights& weights, const MatrixView& x, Matrix& y);

/// Adds to `gradient` what dy (n × out) says of weight and bias, and sets dx (n × in).
/// Needs of the forward pass: x.
void linearBackward(const LinearWeights& weights, const MatrixView& x, const MatrixView& dy,
                    LinearWeights& gradient, Matrix& dx);

}  // namespace fovea
