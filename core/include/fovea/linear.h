#pragma once

#include "fovea/activation.h"
#include "fovea/capture.h"
#include "fovea/integer_matrix.h"
#include "fovea/matrix.h"
#include "fovea/packed_matrix.h"
#include "fovea/variants.h"

namespace fovea {

inline namespace FOVEA_BUILD {

/// y = x·Wᵀ + b. The weight is out × in, as PyTorch and Hugging Face checkpoints store it.
struct LinearWeights {
  Matrix weight;   ///< out × in; empty if only `packed` is kept
  RowVector bias;  ///< out
  /// The weight in the kernel's order, or empty. linearForward reads it, so pack() again after
  /// changing the weight.
  PackedMatrix packed = {};
  /// The same weight as the whole numbers of an I8 file, for passes that capture nothing; empty
  /// unless ModelOptions asked for it, and in a build without them.
  IntegersPart<IntegerMatrix> integers = {};

  /// Sets `packed` from `weight`.
  void pack();
  /// A copy with only the packed matrix, which is all that forward passes need.
  LinearWeights packedOnly(Storage storage) const;
  /// The weight, out × in, unpacked if need be.
  Matrix unpacked() const;

  /// All zero, with a bias: to load into, or to accumulate gradients in.
  static LinearWeights zeros(Index out, Index in);
};

}  // namespace FOVEA_BUILD

/// y (n × out) from x (n × in). y is resized and must not overlap x. Weights that are not packed
/// are packed for the call, which takes about as long as eight rows of x. With kNone they are
/// multiplied in integers if they are there.
void linearForward(const LinearWeights& weights, const MatrixView& x, Matrix& y,
                   Capture capture = Capture::kAllLayers);

/// y = f(x·Wᵀ + b), n × out, without keeping the values before f, as with kNone; see
/// activationForward.
void linearForward(const LinearWeights& weights, const MatrixView& x, Activation activation,
                   Matrix& y);

/// From dy (n × out) adds the gradients of weight and bias to `gradient`, and sets dx (n × in).
/// Needs x from the forward pass. If only the packed weights are kept, they are unpacked for the
/// call.
void linearBackward(const LinearWeights& weights, const MatrixView& x, const MatrixView& dy,
                    LinearWeights& gradient, Matrix& dx);

}  // namespace fovea
