#pragma once

#include <vector>

#include "fovea/encoder.h"

namespace fovea {

/// What the residual stream of one pass is like at the embedding, at index 0, and after each layer:
/// layers + 1 numbers each. A number that left the range of a float is ∞ or NaN.
struct LayerMeasures {
  std::vector<double> gradient;    ///< norm of the loss' gradient that arrives there, n × dModel
  std::vector<double> difference;  ///< how different its words are: see wordDifference
  std::vector<double> stream;      ///< mean norm of a word's vector
  std::vector<double> weights;     ///< norm of the gradient of the layer's own parameters
};

/// 1 − the mean cosine of two rows: 0 where all rows point the same way, 0 for a single row. It is
/// computed as half the mean squared distance of the unit vectors, so that small ones are not lost
/// in rounding; the floats themselves leave some 1e-14.
double wordDifference(const Matrix& x);

/// Of a pass that captured all layers, of its gradients, and of those of the parameters. Throws
/// ModelError{kInvalidInput} for others.
LayerMeasures measureLayers(const ModelConfig& config, const EncoderActivations& activations,
                            const EncoderActivations& dActivations, const ModelWeights& gradient);

}  // namespace fovea
