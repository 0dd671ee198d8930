#include "fovea/train/layer_measures.h"

#include "fovea/encoder_layer.h"

namespace fovea {
namespace {

using DoubleMatrix = Eigen::MatrixXd;

DoubleMatrix unitRows(const Matrix& x) {
  DoubleMatrix rows = x.cast<double>();
  rows.array().colwise() /= rows.rowwise().norm().array();
  return rows;
}

/// The residual stream after `layers` layers: of a pass or of its gradients.
const Matrix& streamAfter(Index layers, const EncoderConfig& config, const Structure& structure,
                          const EncoderActivations& of) {
  return layers == 0 ? embeddingOutput(config, of.embedding)
                     : layerOutput(structure, of.layer(layers - 1));
}

}  // namespace

double wordDifference(const Matrix& x) {
  const DoubleMatrix unit = unitRows(x);
  const Index n = unit.rows();
  double sum = 0;
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < i; ++j) sum += (unit.row(i) - unit.row(j)).squaredNorm() / 2;
  const Index pairs = n * (n - 1) / 2;
  return n < 2 ? 0 : sum / static_cast<double>(pairs);
}

LayerMeasures measureLayers(const EncoderConfig& config, const EncoderActivations& activations,
                            const EncoderActivations& dActivations) {
  LayerMeasures measures;
  for (Index l = 0; l <= config.layers; ++l) {
    const Matrix& x = streamAfter(l, config, activations.structure, activations);
    const Matrix& dx = streamAfter(l, config, activations.structure, dActivations);
    measures.gradient.push_back(dx.cast<double>().norm());
    measures.difference.push_back(wordDifference(x));
    measures.stream.push_back(x.cast<double>().rowwise().norm().mean());
  }
  return measures;
}

}  // namespace fovea
