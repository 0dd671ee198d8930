#pragma once

#include "fovea/build.h"
#include "fovea/matrix.h"
#include "fovea/variants.h"

namespace fovea {

inline namespace FOVEA_BUILD {

/// LayerNorm (Ba, Kiros & Hinton 2016), row by row: y = γ·(x − μ)·rstd + β, where μ is the row's
/// mean, rstd = 1 ÷ √(σ² + ε), and σ² the mean squared deviation (÷ d, not d − 1).
///
/// Without beta this is RMSNorm (Zhang & Sennrich 2019), which does not subtract the mean:
/// y = γ·x·rstd, where rstd = 1 ÷ √(mean of x² + ε).
struct LayerNormWeights {
  RowVector gamma;  ///< d
  RowVector beta;   ///< d; empty for RMSNorm

  /// Whether it is an RMSNorm.
  bool isRms() const { return kWithVariants && beta.size() == 0; }
  /// Whether there is none: y is x.
  bool isIdentity() const { return kWithVariants && gamma.size() == 0; }

  /// All zero, of width d: to load into, or to accumulate gradients in.
  static LayerNormWeights zeros(Index d);
};

}  // namespace FOVEA_BUILD

/// Every intermediate of a norm.
struct LayerNormActivations {
  Matrix output;   ///< n × d
  RowVector mean;  ///< n; empty for RMSNorm
  RowVector rstd;  ///< n
};

/// x is n × d; ε is added to the variance.
void layerNormForward(const LayerNormWeights& weights, double eps, const MatrixView& x,
                      LayerNormActivations& y);

/// The two stages of layerNormForward: mean and rstd from x, then the output from all three.
void layerNormStatistics(const LayerNormWeights& weights, double eps, const MatrixView& x,
                         LayerNormActivations& y);
void layerNormOutput(const LayerNormWeights& weights, const MatrixView& x, LayerNormActivations& y);

/// Expects the gradient of the output in `dy.output`; sets dy.mean and dy.rstd, adds to `gradient`,
/// and sets dx (n × d). Needs x, mean and rstd from the forward pass.
///
/// dy.mean and dy.rstd are the gradients with respect to a row's mean and rstd as the output uses
/// them: −rstd·Σ γ·dy and Σ γ·dy·(x − μ). RMSNorm has only the second, with μ = 0.
void layerNormBackward(const LayerNormWeights& weights, const MatrixView& x,
                       const LayerNormActivations& y, LayerNormActivations& dy,
                       LayerNormWeights& gradient, Matrix& dx);

}  // namespace fovea
