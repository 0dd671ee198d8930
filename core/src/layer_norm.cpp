#include "fovea/layer_norm.h"

#include "kernels/rows.h"

namespace fovea {

LayerNormWeights LayerNormWeights::zeros(Index d) {
  return {RowVector::Zero(d), RowVector::Zero(d)};
}

void layerNormForward(const LayerNormWeights& weights, double eps, const MatrixView& x,
                      LayerNormActivations& y) {
  layerNormStatistics(eps, x, y);
  layerNormOutput(weights, x, y);
}

void layerNormStatistics(double eps, const MatrixView& x, LayerNormActivations& y) {
  y.mean.resize(x.rows());
  y.rstd.resize(x.rows());
  for (Index i = 0; i < x.rows(); ++i) {
    const kernels::RowStatistics row =
        kernels::statisticsOfRow(x.row(i).data(), x.cols(), static_cast<Scalar>(eps));
    y.mean(i) = row.mean;
    y.rstd(i) = row.rstd;
  }
}

void layerNormOutput(const LayerNormWeights& weights, const MatrixView& x,
                     LayerNormActivations& y) {
  y.output.resize(x.rows(), x.cols());
  for (Index i = 0; i < x.rows(); ++i)
    kernels::normaliseRow(x.row(i).data(), x.cols(), {y.mean(i), y.rstd(i)}, weights.gamma.data(),
                          weights.beta.data(), y.output.row(i).data());
}

void layerNormStatisticsOverRows(double eps, const MatrixView& x, LayerNormActivations& y) {
  const Matrix columns = x.transpose();
  layerNormStatistics(eps, columns, y);
}

void layerNormOutputOverRows(const LayerNormWeights& weights, const MatrixView& x,
                             LayerNormActivations& y) {
  y.output.resize(x.rows(), x.cols());
  for (Index i = 0; i < x.rows(); ++i)
    for (Index j = 0; j < x.cols(); ++j)
      y.output(i, j) = weights.gamma(j) * (x(i, j) - y.mean(j)) * y.rstd(j) + weights.beta(j);
}

void layerNormBackward(const LayerNormWeights& weights, const MatrixView& x,
                       const LayerNormActivations& y, LayerNormActivations& dy,
                       LayerNormWeights& gradient, Matrix& dx) {
  const auto d = static_cast<Scalar>(x.cols());
  dx.resize(x.rows(), x.cols());
  dy.mean.resize(x.rows());
  dy.rstd.resize(x.rows());
  RowVector standardised(x.cols());
  RowVector dStandardised(x.cols());
  for (Index i = 0; i < x.rows(); ++i) {
    standardised = (x.row(i).array() - y.mean(i)) * y.rstd(i);
    dStandardised = dy.output.row(i).cwiseProduct(weights.gamma);
    gradient.gamma += dy.output.row(i).cwiseProduct(standardised);
    gradient.beta += dy.output.row(i);
    // Every element of the row moves the mean and the variance.
    const Scalar meanGradient = dStandardised.mean();
    const Scalar meanProduct = dStandardised.cwiseProduct(standardised).mean();
    dx.row(i) =
        (dStandardised.array() - meanGradient - standardised.array() * meanProduct) * y.rstd(i);
    dy.mean(i) = -d * meanGradient * y.rstd(i);
    dy.rstd(i) = d * meanProduct / y.rstd(i);
  }
}

}  // namespace fovea
