#pragma once

#include <functional>
#include <string>
#include <vector>

#include "fovea/encoder.h"

namespace fovea {

/// One dimension of a tensor.
struct Axis {
  /// token | query | key | head | model | shared | hidden | expert | vocabulary; `shared` is of
  /// keys and values that have fewer heads than the queries. Of pictures also question | patch |
  /// pixel | answer.
  const char* name;
  Index size;  ///< how many of them
};

/// One named tensor of the trace, a view into the activations: row-major, contiguous.
/// Exactly one of `values` and `ids` is set.
struct TraceTensor {
  std::string name;         ///< as `--set` and trace files have it
  std::vector<Axis> axes;   ///< from the outermost
  const Scalar* values;     ///< numbers; null for ids
  const std::int32_t* ids;  ///< ids of the vocabulary; null for numbers
};

/// Calls visit for every tensor that the activations hold, by its public name
/// (`layers.{l}.attention.scores`, …). Layers appear where they were captured, their norms where
/// the pass's structure has them; `logits` and `prediction.*` after Encoder::predict. Throws
/// ModelError{kInvalidInput} for several sequences.
void forEachTensor(const Encoder& encoder, const EncoderActivations& activations,
                   const std::function<void(const TraceTensor&)>& visit);

/// The same for the gradients that Encoder::backward filled, each under `grad.` and the name of the
/// tensor that it is the gradient of, with the same axes.
void forEachGradient(const Encoder& encoder, const EncoderActivations& dActivations,
                     const std::function<void(const TraceTensor&)>& visit);

/// The attention weights of one head, n × n: row i says how much of each token's value token i
/// takes, and sums to 1. Of several sequences, those of one, n being its length. A view into the
/// activations. Throws ModelError{kInvalidInput} for a layer, head or sequence that the pass does
/// not have, and for a pass that captured nothing.
Eigen::Map<const Matrix> attentionWeights(const EncoderActivations& activations, Index layer,
                                          Index head, Index sequence = 0);
/// A view of a temporary would outlive it.
Eigen::Map<const Matrix> attentionWeights(const EncoderActivations&&, Index, Index,
                                          Index = 0) = delete;

}  // namespace fovea
