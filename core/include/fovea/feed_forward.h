#pragma once

#include "fovea/activation.h"
#include "fovea/capture.h"
#include "fovea/linear.h"

namespace fovea {

/// Position-wise feed-forward network (Attention Is All You Need, section 3.3):
/// f(x·W1 + b1)·W2 + b2.
struct FeedForwardWeights {
  LinearWeights expand;    ///< dFf × dModel
  LinearWeights compress;  ///< dModel × dFf

  /// All zero: to load into, or to gather gradients in.
  static FeedForwardWeights zeros(Index dModel, Index dFf);
};

/// Every intermediate of the feed-forward network.
struct FeedForwardActivations {
  Matrix hidden;     ///< n × dFf, before the activation; only where anything is captured
  Matrix activated;  ///< n × dFf
  Matrix output;     ///< n × dModel
};

void feedForwardForward(const FeedForwardWeights& weights, Activation activation, const Matrix& x,
                        FeedForwardActivations& activations, Capture capture = Capture::kAllLayers);

/// Expects the gradient of the output in `dActivations.output`, fills the rest of `dActivations`,
/// adds to `gradient`, and sets dx (n × dModel). Needs of the forward pass: x, hidden, activated.
void feedForwardBackward(const FeedForwardWeights& weights, Activation activation, const Matrix& x,
                         const FeedForwardActivations& activations,
                         FeedForwardActivations& dActivations, FeedForwardWeights& gradient,
                         Matrix& dx);

}  // namespace fovea
