#pragma once

#include "fovea/layer_norm.h"
#include "fovea/train/lstm.h"

namespace fovea {

/// What stands in the place of an encoder layer: two LSTMs of ¾·d states, one of which reads
/// forward and the other backward, and a linear layer of both; then, as there, the residual path
/// and the norm: LN(x + W·[h→, h←] + b). Its matrices have 12·d² numbers, as those of an encoder
/// layer with d_ff = 4·d.
struct RecurrentLayerWeights {
  LstmWeights forward;
  LstmWeights backward;
  LinearWeights output;   ///< d × 2h
  LayerNormWeights norm;  ///< d
};

/// Every intermediate of a layer.
struct RecurrentLayerActivations {
  LstmActivations forward;
  LstmActivations backward;
  Matrix states;              ///< n × 2h: of both, in the order of the text
  Matrix sum;                 ///< n × d: x + output
  LayerNormActivations norm;  ///< n × d: of the sum
};

/// x: n × d. The output is activations.norm.output.
void recurrentLayerForward(const RecurrentLayerWeights& weights, double eps,
                           const Sequences& sequences, const Matrix& x,
                           RecurrentLayerActivations& activations);

/// Given the gradient of the output, n × d: adds to `gradient` and sets dx.
void recurrentLayerBackward(const RecurrentLayerWeights& weights,
                            const RecurrentLayerActivations& activations, const Matrix& dOutput,
                            RecurrentLayerWeights& gradient, Matrix& dx);

}  // namespace fovea
