#include "fovea/train/recurrent_layer.h"

namespace fovea {

void recurrentLayerForward(const RecurrentLayerWeights& weights, double eps,
                           const Sequences& sequences, const Matrix& x,
                           RecurrentLayerActivations& a) {
  lstmForward(weights.forward, sequences, Reading::kForward, x, a.forward);
  lstmForward(weights.backward, sequences, Reading::kBackward, x, a.backward);
  const Index h = weights.forward.states();
  a.states.setZero(x.rows(), 2 * h);
  a.forward.order.addTo(a.forward.hidden, 0, a.states);
  a.backward.order.addTo(a.backward.hidden, h, a.states);
  linearForward(weights.output, a.states, a.sum);
  a.sum += x;
  layerNormForward(weights.norm, eps, a.sum, a.norm);
}

void recurrentLayerBackward(const RecurrentLayerWeights& weights,
                            const RecurrentLayerActivations& a, const Matrix& dOutput,
                            RecurrentLayerWeights& gradient, Matrix& dx) {
  LayerNormActivations dNorm;
  dNorm.output = dOutput;
  layerNormBackward(weights.norm, a.sum, a.norm, dNorm, gradient.norm, dx);  // of the sum
  Matrix dStates;
  linearBackward(weights.output, a.states, dx, gradient.output, dStates);
  const Index h = weights.forward.states();
  lstmBackward(weights.forward, a.forward, a.forward.order.ordered(dStates.leftCols(h)),
               gradient.forward, dx);
  lstmBackward(weights.backward, a.backward, a.backward.order.ordered(dStates.rightCols(h)),
               gradient.backward, dx);
}

}  // namespace fovea
