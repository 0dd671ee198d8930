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
struct AdamWState {
  EncoderWeights first;   ///< m
  EncoderWeights second;  ///< v
  Index steps = 0;        ///< t

  static AdamWState zeros(const EncoderConfig& config);
};

// The results of these do not depend on the number of threads.

/// By tensor, in the order of forEachParameter: the sum of the squares of its numbers.
using SquaresByTensor = std::vector<double>;

SquaresByTensor squaresByTensor(const EncoderWeights& weights, Index threads = 1);

/// One update of all weights. Returns the squares of what was added to them.
SquaresByTensor adamWStep(const AdamWOptions& options, double rate, const EncoderWeights& gradient,
                          AdamWState& state, EncoderWeights& weights, Index threads = 1);

/// Adds the others to the first, in this order.
void addGradients(const std::vector<EncoderWeights*>& gradients, Index threads = 1);

/// Scales the gradient, whose squaresByTensor are given, down to the norm over all parameters,
/// where it is longer. Returns the norm that it had.
double clipGlobalNorm(double norm, const SquaresByTensor& squares, EncoderWeights& gradient,
                      Index threads = 1);

}  // namespace fovea
