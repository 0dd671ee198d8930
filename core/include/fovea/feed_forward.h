#pragma once

#include "fovea/activation.h"
#include "fovea/build.h"
#include "fovea/capture.h"
#include "fovea/linear.h"
#include "fovea/variants.h"

namespace fovea {

inline namespace FOVEA_BUILD {

/// Position-wise feed-forward network (Attention Is All You Need, section 3.3):
/// f(x·W1 + b1)·W2 + b2. Gated (Shazeer 2020): (f(x·W1 + b1) ∘ (x·W3 + b3))·W2 + b2, which with
/// SiLU is SwiGLU, as in Llama.
struct FeedForwardWeights {
  LinearWeights expand;    ///< dFf × dModel
  LinearWeights compress;  ///< dModel × dFf
  LinearWeights up = {};   ///< dFf × dModel if gated, else empty

  /// Whether it is gated.
  bool isGated() const { return kWithVariants && up.bias.size() > 0; }

  /// All zero: to load into, or to accumulate gradients in.
  static FeedForwardWeights zeros(Index dModel, Index dFf);
};

}  // namespace FOVEA_BUILD

/// Every intermediate of the feed-forward network.
struct FeedForwardActivations {
  Matrix hidden;     ///< n × dFf, before the activation; only in a captured pass
  Matrix activated;  ///< n × dFf
  Matrix up;         ///< n × dFf, only if gated
  Matrix gated;      ///< n × dFf, activated ∘ up, only if gated
  Matrix output;     ///< n × dModel
};

/// The input of `compress`.
inline const Matrix& feedForwardResult(const FeedForwardWeights& weights,
                                       const FeedForwardActivations& activations) {
  return weights.isGated() ? activations.gated : activations.activated;
}

void feedForwardForward(const FeedForwardWeights& weights, Activation activation, const Matrix& x,
                        FeedForwardActivations& activations, Capture capture = Capture::kAllLayers);

/// Expects the gradient of the output in `dActivations.output`; fills the rest of `dActivations`,
/// adds to `gradient`, and sets dx (n × dModel). Needs x and all activations but the output from
/// the forward pass.
void feedForwardBackward(const FeedForwardWeights& weights, Activation activation, const Matrix& x,
                         const FeedForwardActivations& activations,
                         FeedForwardActivations& dActivations, FeedForwardWeights& gradient,
                         Matrix& dx);

}  // namespace fovea
