#include "fovea/feed_forward.h"

namespace fovea {

FeedForwardWeights FeedForwardWeights::zeros(Index dModel, Index dFf) {
  return {LinearWeights::zeros(dFf, dModel), LinearWeights::zeros(dModel, dFf)};
}

void feedForwardForward(const FeedForwardWeights& weights, Activation activation, const Matrix& x,
                        FeedForwardActivations& activations, Capture capture) {
  if (capture == Capture::kNone) {
    activations.hidden.resize(0, 0);
    linearForward(weights.expand, x, activation, activations.activated);
  } else {
    linearForward(weights.expand, x, activations.hidden);
    activationForward(activation, activations.hidden, activations.activated);
  }
  linearForward(weights.compress, activations.activated, activations.output);
}

void feedForwardBackward(const FeedForwardWeights& weights, Activation activation, const Matrix& x,
                         const FeedForwardActivations& activations,
                         FeedForwardActivations& dActivations, FeedForwardWeights& gradient,
                         Matrix& dx) {
  linearBackward(weights.compress, activations.activated, dActivations.output, gradient.compress,
                 dActivations.activated);
  activationBackward(activation, activations.hidden, dActivations.activated, dActivations.hidden);
  linearBackward(weights.expand, x, dActivations.hidden, gradient.expand, dx);
}

}  // namespace fovea
