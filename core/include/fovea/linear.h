#pragma once

#include "fovea/activation.h"
#include "fovea/matrix.h"
#include "fovea/packed_matrix.h"

namespace fovea {

/// y = x·Wᵀ + b. The weight is (out, in), as PyTorch and the Hugging Face checkpoints store it.
struct LinearWeights {
  Matrix weight;   ///< out × in; empty where only `packed` is kept
  RowVector bias;  ///< out
  /// The weight in the kernel's order, or empty. linearForward computes with it: pack() again when
  /// the weight has changed.
  PackedMatrix packed = {};

  /// Writes `packed` from `weight`.
  void pack();
  /// These weights with the matrix packed alone: what only ever computes forward needs no more.
  LinearWeights packedOnly(Storage storage) const;
  /// The weight, out × in, from wherever it is kept.
  Matrix unpacked() const;

  /// All zero, with a bias: to load into, or to gather gradients in.
  static LinearWeights zeros(Index out, Index in);
};

/// y (n × out) from x (n × in). y is resized; it must not overlap x. Weights that are not packed
/// are packed by the way, which takes as long as some eight rows of x.
void linearForward(const LinearWeights& weights, const MatrixView& x, Matrix& y);

/// y = f(x·Wᵀ + b), n × out, without keeping what is before the activation; f: activationForward.
void linearForward(const LinearWeights& weights, const MatrixView& x, Activation activation,
                   Matrix& y);

/// Adds to `gradient` what dy (n × out) says of weight and bias, and sets dx (n × in).
/// Needs of the forward pass: x. Weights that are kept packed alone are unpacked by the way.
void linearBackward(const LinearWeights& weights, const MatrixView& x, const MatrixView& dy,
                    LinearWeights& gradient, Matrix& dx);

}  // namespace fovea
