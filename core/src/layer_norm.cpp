#include "fovea/layer_norm.h"

#include "kernels/rows.h"

namespace fovea {

LayerNormWeights LayerNormWeights::zeros(Index d) {
  return {RowVector::Zero(d), RowVector::Zero(d)};
}

void layerNormForward(const LayerNormWeights& weights, double eps, const MatrixView& x,
                      LayerNormActivations& y) {
  y.output.resize(x.rows(), x.cols());
  y.mean.resize(x.rows());
  y.rstd.resize(x.rows());
  for (Index i = 0; i < x.rows(); ++i) {
    const kernels::RowStatistics row =
        kernels::normaliseRow(x.row(i).data(), x.cols(), weights.gamma.data(), weights.beta.data(),
                              static_cast<Scalar>(eps), y.output.row(i).data());
    y.mean(i) = row.mean;
    y.rstd(i) = row.rstd;
  }
}

void layerNormBackward(const LayerNormWeights& weights, const MatrixView& x,
                       const LayerNormActivations& y, const MatrixView& dy,
                       LayerNormWeights& gradient, Matrix& dx) {
  dx.resize(x.rows(), x.cols());
  RowVector standardised(x.cols());
  RowVector dStandardised(x.cols());
  for (Index i = 0; i < x.rows(); ++i) {
    standardised = (x.row(i).array() - y.mean(i)) * y.rstd(i);
    dStandardised = dy.row(i).cwiseProduct(weights.gamma);
    gradient.gamma += dy.row(i).cwiseProduct(standardised);
    gradient.beta += dy.row(i);
    // The mean and the variance depend on every element of the row: their share is taken off.
    const Scalar meanGradient = dStandardised.mean();
    const Scalar meanProduct = dStandardised.cwiseProduct(standardised).mean();
    dx.row(i) =
        (dStandardised.array() - meanGradient - standardised.array() * meanProduct) * y.rstd(i);
  }
}

}  // namespace fovea
