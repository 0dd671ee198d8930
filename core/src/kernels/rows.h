#pragma once

#include <limits>

#include "fovea/config.h"
#include "fovea/mask.h"
#include "fovea/matrix.h"
#include "fovea/packed_matrix.h"
#include "target.h"

namespace fovea::kernels {

constexpr Scalar kMinusInfinity = -std::numeric_limits<Scalar>::infinity();

/// A mask as the kernels read it.
struct MaskView {
  MaskView() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): passed wherever a mask is
  MaskView(const AttentionMask& mask)
      : causal(mask.causal),
        leaky(mask.leaky),
        keep(mask.keep.empty() ? nullptr : mask.keep.data()) {}
  bool causal = false;
  bool leaky = false;
  const std::uint8_t* keep = nullptr;  ///< null where there is no padding
};

/// The part of a mask that one row of scores is under.
struct MaskedRow {
  MaskView mask;
  Index query;     ///< its position in its sequence
  Index key;       ///< the position of the row's first key in its sequence
  Index firstKey;  ///< where that sequence begins in mask.keep
};

struct RowStatistics {
  Scalar mean;
  Scalar rstd;
};

}  // namespace fovea::kernels

namespace FOVEA_KERNELS {

/// Writes −∞ for the scores of keys that the mask forbids and returns `masked`, or returns `scores`
/// where the mask forbids none. In place is allowed.
const Scalar* maskRow(const MaskedRow& row, const Scalar* scores, Index count, Scalar* masked);

/// weights = softmax(scale · scores) of one row; in place is allowed, scale > 0. A score of −∞ gets
/// 0 exactly; where all are −∞, every weight is 0. All NaN if any score is NaN.
void softmaxRow(const Scalar* scores, Index count, Scalar scale, Scalar* weights);

/// The largest of `count` scores, −∞ for none. A NaN may be passed over.
Scalar largest(const Scalar* scores, Index count);

/// The weights of a row whose largest score is −∞: all 0, or all NaN if any score is NaN. Returns
/// that value. In place is allowed.
Scalar weightsOfMaskedRow(const Scalar* scores, Index count, Scalar* weights);

/// weights[i] = e^{scale·(scores[i] − most)}, before division by their sum, which is returned. In
/// place is allowed.
Scalar exponentials(const Scalar* scores, Index count, Scalar scale, Scalar most, Scalar* weights);

/// sum = a + b, of contiguous values.
void add(const Scalar* a, const Scalar* b, Index count, Scalar* sum);

/// row = row · factor
void scaleRow(Scalar* row, Index count, Scalar factor);

/// The mean of one row, and 1 ÷ √(variance + ε); see LayerNormWeights.
RowStatistics statisticsOfRow(const Scalar* x, Index count, Scalar eps);

/// 1 ÷ √(mean of x² + ε) of one row.
Scalar inverseRmsOfRow(const Scalar* x, Index count, Scalar eps);

/// y = γ·(x − μ)·rstd + β of one row.
void normaliseRow(const Scalar* x, Index count, const RowStatistics& statistics,
                  const Scalar* gamma, const Scalar* beta, Scalar* y);

/// y = f(x) of contiguous rows, with `yStride` scalars from row to row of y; see activationForward.
/// In place is allowed.
void activate(Activation activation, const StridedView& x, Scalar* y, Index yStride);

}  // namespace FOVEA_KERNELS
