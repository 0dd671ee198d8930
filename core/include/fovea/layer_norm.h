#pragma once

#include "fovea/matrix.h"
#include "fovea/variants.h"

namespace fovea {

/// LayerNorm (Ba, Kiros & Hinton 2016): y = γ·(x − μ)·rstd + β, a row at a time, with μ the row's
/// mean, rstd = 1 ÷ √(σ² + ε) and σ² the mean squared deviation (÷ d, not d − 1).
///
/// Without beta it is RMSNorm (Zhang & Sennrich 2019), which leaves the mean where it is:
/// y = γ·x·rstd, where rstd = 1 ÷ √(mean of x² + ε).
struct LayerNormWeights {
  RowVector gamma;  ///< d
  RowVector beta;   ///< d, or empty

  /// Whether it is an RMSNorm.
  bool isRms() const { return kWithVariants && beta.size() == 0; }

  /// All zero, of d numbers: to load into, or to gather gradients in.
  static LayerNormWeights zeros(Index d);
};

/// Every intermediate of a norm.
struct LayerNormActivations {
  Matrix output;   ///< n × d
  RowVector mean;  ///< n, or empty of an RMSNorm
  RowVector rstd;  ///< n
};

/// x is n × d; ε is added to the variance.
void layerNormForward(const LayerNormWeights& weights, double eps, const MatrixView& x,
                      LayerNormActivations& y);

/// The two stages of layerNormForward: mean and rstd from x, then the output from x and both.
void layerNormStatistics(const LayerNormWeights& weights, double eps, const MatrixView& x,
                         LayerNormActivations& y);
void layerNormOutput(const LayerNormWeights& weights, const MatrixView& x, LayerNormActivations& y);

/// A well-known bug: the norm over the wrong axis, of each of the d columns over the n rows. Its
/// mean and rstd hold d numbers.
void layerNormStatisticsOverRows(const LayerNormWeights& weights, double eps, const MatrixView& x,
                                 LayerNormActivations& y);
void layerNormOutputOverRows(const LayerNormWeights& weights, const MatrixView& x,
                             LayerNormActivations& y);

/// Expects the gradient of the output in `dy.output`, sets dy.mean and dy.rstd, adds to `gradient`,
/// and sets dx (n × d). Needs of the forward pass: x, mean, rstd.
///
/// dy.mean and dy.rstd say how the loss changes with a row's mean and rstd as the output uses them:
/// −rstd·Σ γ·dy and Σ γ·dy·(x − μ); of an RMSNorm there is the second alone, with μ = 0.
void layerNormBackward(const LayerNormWeights& weights, const MatrixView& x,
                       const LayerNormActivations& y, LayerNormActivations& dy,
                       LayerNormWeights& gradient, Matrix& dx);

}  // namespace fovea
