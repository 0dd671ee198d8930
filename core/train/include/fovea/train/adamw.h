#pragma once

#include <vector>

#include "fovea/encoder.h"

namespace fovea {

struct AdamWOptions {
  double beta1 = 0.9;
  double beta2 = 0.98;
  double eps = 1e-9;
  double weightDecay = 0.01;  ///< of matrices; biases and norms are not decayed
  double scoreDecay = 0.01;   ///< of W_Q and W_K instead
};

/// AdamW (Loshchilov & Hutter 2019): m ← β1·m + (1 − β1)·g, v ← β2·v + (1 − β2)·g²,
/// w ← w − rate·(m̂ ÷ (√v̂ + ε) + λ·w) with m̂ = m ÷ (1 − β1^t), v̂ = v ÷ (1 − β2^t).
template <typename Weights>
struct AdamWStateOf {
  Weights first;    ///< m
  Weights second;   ///< v
  Index steps = 0;  ///< t

  static AdamWStateOf zeros(const ModelConfig& config) {
    return {Weights::zeros(config), Weights::zeros(config), 0};
  }
};
using AdamWState = AdamWStateOf<ModelWeights>;

// The results of these do not depend on the number of threads. They are there for ModelWeights
// and for the RecurrentWeights that an encoder is compared with.

/// By tensor, in the order of forEachParameter: the sum of the squares of its numbers.
using SquaresByTensor = std::vector<double>;

template <typename Weights>
SquaresByTensor squaresByTensor(const Weights& weights, Index threads = 1);

/// One update of all weights. Returns the squares of what was added to them.
template <typename Weights>
SquaresByTensor adamWStep(const AdamWOptions& options, double rate, const Weights& gradient,
                          AdamWStateOf<Weights>& state, Weights& weights, Index threads = 1);

/// Adds the others to the first, in this order.
template <typename Weights>
void addGradients(const std::vector<Weights*>& gradients, Index threads = 1);

/// Scales the gradient, whose squaresByTensor are given, down to the norm over all parameters,
/// where it is longer. Returns the norm that it had.
template <typename Weights>
double clipGlobalNorm(double norm, const SquaresByTensor& squares, Weights& gradient,
                      Index threads = 1);

}  // namespace fovea
