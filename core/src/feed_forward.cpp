#include "fovea/feed_forward.h"

namespace fovea {

FeedForwardWeights FeedForwardWeights::zeros(Index dModel, Index dFf) {
  return {LinearWeights::zeros(dFf, dModel), LinearWeights::zeros(dModel, dFf), {}};
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
  if (weights.isGated()) {
    linearForward(weights.up, x, activations.up, capture);
    activations.gated = activations.activated.cwiseProduct(activations.up);
  }
  linearForward(weights.compress, feedForwardResult(weights, activations), activations.output,
                capture);
}

void feedForwardBackward(const FeedForwardWeights& weights, Activation activation, const Matrix& x,
                         const FeedForwardActivations& activations,
                         FeedForwardActivations& dActivations, FeedForwardWeights& gradient,
                         Matrix& dx) {
  const FeedForwardActivations& a = activations;
  FeedForwardActivations& da = dActivations;
  linearBackward(weights.compress, feedForwardResult(weights, a), da.output, gradient.compress,
                 weights.isGated() ? da.gated : da.activated);
  if (weights.isGated()) {
    da.activated = da.gated.cwiseProduct(a.up);
    da.up = da.gated.cwiseProduct(a.activated);
  }
  activationBackward(activation, a.hidden, da.activated, da.hidden);
  linearBackward(weights.expand, x, da.hidden, gradient.expand, dx);
  if (!weights.isGated()) return;
  Matrix part;
  linearBackward(weights.up, x, da.up, gradient.up, part);
  dx += part;
}

}  // namespace fovea
