#include "fovea/train/layer_measures.h"

#include <cmath>
#include <string>

#include "fovea/error.h"
#include "fovea/layer.h"
#include "fovea/parameters.h"

namespace fovea {
namespace {

using DoubleMatrix = Eigen::MatrixXd;

DoubleMatrix unitRows(const Matrix& x) {
  DoubleMatrix rows = x.cast<double>();
  rows.array().colwise() /= rows.rowwise().norm().array();
  return rows;
}

/// The residual stream after `layers` layers: of a pass or of its gradients.
const Matrix& streamAfter(Index layers, const ModelConfig& config, const Structure& structure,
                          const EncoderActivations& of) {
  return layers == 0 ? embeddingOutput(config, of.embedding)
                     : layerOutput(structure, of.layer(layers - 1));
}

/// Adds up the squares of what it visits.
struct SumOfSquares {
  double sum = 0;

  template <typename Tensor>
  void operator()(const Parameter& /*parameter*/, const Tensor& tensor) {
    sum += tensor.template cast<double>().squaredNorm();
  }
  void operator()(const Parameter& parameter, const LinearWeights& linear) {
    (*this)(parameter, linear.weight);
  }
};

/// Of the parameters of a layer, from 1, or of the word table.
double parameterNorm(Index layer, const ModelConfig& config, const ModelWeights& gradient) {
  if (layer == 0) return gradient.embedding.tokens.cast<double>().norm();
  const auto l = static_cast<std::size_t>(layer - 1);
  SumOfSquares squares;
  forEachParameterOfLayer(config, StackKind::kEncoder, l, gradient.layers[l], squares);
  return std::sqrt(squares.sum);
}

/// Refuses what is not of one captured pass of the model.
void requireMeasurable(const ModelConfig& config, const EncoderActivations& activations,
                       const EncoderActivations& dActivations, const ModelWeights& gradient) {
  const auto layers = static_cast<std::size_t>(config.layers);
  if (activations.capture == Capture::kNone || activations.layers.size() != layers ||
      dActivations.layers.size() != layers || gradient.layers.size() != layers)
    refuse(ErrorCode::kInvalidInput, "measuring " + std::to_string(layers) +
                                         " layers needs a pass that captured them, its gradients "
                                         "and those of their parameters");
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

LayerMeasures measureLayers(const ModelConfig& config, const EncoderActivations& activations,
                            const EncoderActivations& dActivations, const ModelWeights& gradient) {
  requireMeasurable(config, activations, dActivations, gradient);
  LayerMeasures measures;
  for (Index l = 0; l <= config.layers; ++l) {
    const Matrix& x = streamAfter(l, config, activations.structure, activations);
    const Matrix& dx = streamAfter(l, config, activations.structure, dActivations);
    measures.gradient.push_back(dx.cast<double>().norm());
    measures.difference.push_back(wordDifference(x));
    measures.stream.push_back(x.cast<double>().rowwise().norm().mean());
    measures.weights.push_back(parameterNorm(l, config, gradient));
  }
  return measures;
}

}  // namespace fovea
