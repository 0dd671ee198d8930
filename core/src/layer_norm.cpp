#include "fovea/layer_norm.h"

#include "kernels/rows.h"

namespace fovea {

LayerNormWeights LayerNormWeights::zeros(Index d) {
  return {RowVector::Zero(d), RowVector::Zero(d)};
}

void layerNormForward(const LayerNormWeights& weights, double eps, const MatrixView& x,
                      LayerNormActivations& y) {
  layerNormStatistics(weights, eps, x, y);
  layerNormOutput(weights, x, y);
}

void layerNormStatistics(const LayerNormWeights& weights, double eps, const MatrixView& x,
                         LayerNormActivations& y) {
  if (weights.isIdentity()) {
    y.mean.resize(0);
    y.rstd.resize(0);
    return;
  }
  y.mean.resize(weights.isRms() ? 0 : x.rows());
  y.rstd.resize(x.rows());
  for (Index i = 0; i < x.rows(); ++i) {
    if (weights.isRms()) {
      y.rstd(i) = kernels::inverseRmsOfRow(x.row(i).data(), x.cols(), static_cast<Scalar>(eps));
      continue;
    }
    const kernels::RowStatistics row =
        kernels::statisticsOfRow(x.row(i).data(), x.cols(), static_cast<Scalar>(eps));
    y.mean(i) = row.mean;
    y.rstd(i) = row.rstd;
  }
}

void layerNormOutput(const LayerNormWeights& weights, const MatrixView& x,
                     LayerNormActivations& y) {
  y.output.resize(x.rows(), x.cols());
  if (weights.isIdentity()) {
    y.output = x;
    return;
  }
  if (weights.isRms()) {
    y.output = (x.array().rowwise() * weights.gamma.array()).colwise() * y.rstd.transpose().array();
    return;
  }
  for (Index i = 0; i < x.rows(); ++i)
    kernels::normaliseRow(x.row(i).data(), x.cols(), {y.mean(i), y.rstd(i)}, weights.gamma.data(),
                          weights.beta.data(), y.output.row(i).data());
}

void layerNormBackward(const LayerNormWeights& weights, const MatrixView& x,
                       const LayerNormActivations& y, LayerNormActivations& dy,
                       LayerNormWeights& gradient, Matrix& dx) {
  const auto d = static_cast<Scalar>(x.cols());
  dx.resize(x.rows(), x.cols());
  if (weights.isIdentity()) {
    dy.mean.resize(0);
    dy.rstd.resize(0);
    dx = dy.output;
    return;
  }
  const bool rms = weights.isRms();
  dy.mean.resize(rms ? 0 : x.rows());
  dy.rstd.resize(x.rows());
  RowVector standardised(x.cols());
  RowVector dStandardised(x.cols());
  for (Index i = 0; i < x.rows(); ++i) {
    standardised = (x.row(i).array() - (rms ? Scalar(0) : y.mean(i))) * y.rstd(i);
    dStandardised = dy.output.row(i).cwiseProduct(weights.gamma);
    gradient.gamma += dy.output.row(i).cwiseProduct(standardised);
    if (!rms) gradient.beta += dy.output.row(i);
    // Every element of the row affects the mean and the variance.
    const Scalar meanGradient = rms ? Scalar(0) : dStandardised.mean();
    const Scalar meanProduct = dStandardised.cwiseProduct(standardised).mean();
    dx.row(i) =
        (dStandardised.array() - meanGradient - standardised.array() * meanProduct) * y.rstd(i);
    if (!rms) dy.mean(i) = -d * meanGradient * y.rstd(i);
    dy.rstd(i) = d * meanProduct / y.rstd(i);
  }
}

}  // namespace fovea
