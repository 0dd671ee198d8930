#pragma once

#include <functional>
#include <string>
#include <vector>

#include "fovea/encoder.h"

namespace fovea {

/// An axis of a tensor.
struct Axis {
  /// token | query | key | head | model | shared | hidden | expert | vocabulary, where `shared` is
  /// the width of keys and values that have fewer heads than the queries. For pictures also
  /// question | patch | pixel | answer.
  const char* name;
  Index size;  ///< the length
};

/// A named tensor of the trace: a row-major, contiguous view into the activations. Either `values`
/// or `ids` is set.
struct TraceTensor {
  std::string name;         ///< as in `--set` and in trace files
  std::vector<Axis> axes;   ///< from the outermost
  const Scalar* values;     ///< null if it holds ids
  const std::int32_t* ids;  ///< token ids; null if it holds numbers
};

/// Calls visit for every tensor that the activations hold, by its public name
/// (`layers.{l}.attention.scores`, …): layers if they were captured, their norms if the structure
/// has them, `logits` and `prediction.*` after Encoder::predict. Throws ModelError{kInvalidInput}
/// for several sequences.
void forEachTensor(const Encoder& encoder, const EncoderActivations& activations,
                   const std::function<void(const TraceTensor&)>& visit);

/// The same for the gradients that Encoder::backward filled: each has the axes of its tensor, and
/// its name prefixed with `grad.`.
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
