#pragma once

#include <limits>

#include "fovea/config.h"
#include "fovea/matrix.h"

namespace fovea::kernels {

constexpr Scalar kMinusInfinity = -std::numeric_limits<Scalar>::infinity();

/// weights = softmax(scale · scores) of one row; in place is allowed, scale > 0. A score of −∞ gets
/// 0 exactly; where all are −∞, every weight is 0.
void softmaxRow(const Scalar* scores, Index count, Scalar scale, Scalar* weights);

/// The largest of `count` scores, −∞ for none.
Scalar largest(const Scalar* scores, Index count);

/// shares[i] = e^{scale·(scores[i] − most)}; returns their sum. In place is allowed.
Scalar exponentials(const Scalar* scores, Index count, Scalar scale, Scalar most, Scalar* shares);

/// sum = a + b, of contiguous values.
void add(const Scalar* a, const Scalar* b, Index count, Scalar* sum);

/// row = row · factor
void scaleRow(Scalar* row, Index count, Scalar factor);

struct RowStatistics {
  Scalar mean;
  Scalar rstd;
};

/// y = γ·(x − μ)·rstd + β of one row; see LayerNormWeights.
RowStatistics normaliseRow(const Scalar* x, Index count, const Scalar* gamma, const Scalar* beta,
                           Scalar eps, Scalar* y);

/// y = f(x) of contiguous values; see activationForward.
void activate(Activation activation, const Scalar* x, Index count, Scalar* y);

}  // namespace fovea::kernels
