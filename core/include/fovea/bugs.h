#pragma once

#include "fovea/layer_norm.h"
#include "fovea/mask.h"
#include "fovea/matrix.h"

// Well-known bugs that a layer can be given on purpose, to see what they do. They run forward only.
namespace fovea {

/// How scores become weights.
enum class SoftmaxBug {
  kNone,       ///< over the keys of each query
  kColumns,    ///< over the wrong axis: over the queries of each key
  kUnshifted,  ///< over the keys without subtracting the maximum, so that large scores overflow
};

/// The bugs of one layer; none by default.
struct LayerBugs {
  SoftmaxBug softmax = SoftmaxBug::kNone;  ///< in all heads
  bool normOverTokens = false;             ///< norms over the wrong axis: over the rows
  bool reshapedHeads = false;  ///< n × dModel read as heads × n × dK without transposing
  bool missingOutput = false;  ///< W_O and its bias are left out
};

/// Softmax over the wrong axis, column by column: weights(i, j) = e^{s(i,j)·scale} ÷ Σ_i
/// e^{s(i,j)·scale}, with the column's maximum subtracted. The arguments are those of
/// softmaxForward.
void softmaxOverColumns(const MatrixView& scores, Scalar scale, const AttentionMask& mask,
                        Index firstKey, MatrixRef weights);

/// Row-wise softmax without subtracting the maximum: large scores overflow, and ∞ ÷ ∞ is NaN.
void softmaxUnshifted(const MatrixView& scores, Scalar scale, const AttentionMask& mask,
                      Index firstKey, MatrixRef weights);

/// The two stages of a norm over the wrong axis: each of the d columns is normalised over the n
/// rows. mean and rstd then have d elements.
void layerNormStatisticsOverRows(const LayerNormWeights& weights, double eps, const MatrixView& x,
                                 LayerNormActivations& y);
void layerNormOutputOverRows(const LayerNormWeights& weights, const MatrixView& x,
                             LayerNormActivations& y);

}  // namespace fovea
