#pragma once

#include <limits>

#include "fovea/config.h"
#include "fovea/mask.h"
#include "fovea/matrix.h"
#include "fovea/packed_matrix.h"

namespace fovea::kernels {

constexpr Scalar kMinusInfinity = -std::numeric_limits<Scalar>::infinity();

/// The scores of one query for the keys from `firstKey` on, −∞ for those that the mask forbids: in
/// `masked`, or `scores` itself where it forbids none. In place is allowed.
const Scalar* maskRow(const AttentionMask& mask, Index query, Index firstKey, const Scalar* scores,
                      Index count, Scalar* masked);

/// weights = softmax(scale · scores) of one row; in place is allowed, scale > 0. A score of −∞ gets
/// 0 exactly; where all are −∞, every weight is 0. Where one is not a number, no weight is.
void softmaxRow(const Scalar* scores, Index count, Scalar scale, Scalar* weights);

/// The largest of `count` scores, −∞ for none. One that is not a number may be passed over.
Scalar largest(const Scalar* scores, Index count);

/// The shares of a row whose largest score is −∞: 0 where all are −∞, none a number where one is
/// not. Returns their sum; in place is allowed.
Scalar sharesOfNothing(const Scalar* scores, Index count, Scalar* shares);

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

/// y = f(x) of contiguous rows, with `yStride` scalars from row to row of y; see activationForward.
/// In place is allowed.
void activate(Activation activation, const StridedView& x, Scalar* y, Index yStride);

}  // namespace fovea::kernels
