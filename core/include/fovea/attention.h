#pragma once

#include "fovea/capture.h"
#include "fovea/linear.h"
#include "fovea/mask.h"
#include "fovea/matrix.h"
#include "fovea/sequences.h"

namespace fovea {

/// Multi-head scaled dot-product self-attention (Attention Is All You Need, section 3.2):
/// softmax(Q·Kᵀ ÷ √dK)·V for every head, concatenated, times W_O.
struct AttentionWeights {
  LinearWeights query, key, value, output;  ///< each dModel × dModel

  static AttentionWeights zeros(Index dModel);
};

/// Head k holds columns k·dK … (k + 1)·dK − 1 of query, key, value and heads.
struct AttentionActivations {
  Matrix query, key, value;  ///< n × dModel
  /// heads × n × n of sequence 0, then of sequence 1, … in one row: use attentionMatrix. Both empty
  /// after a pass that captured nothing.
  RowVector scores;   ///< q·k, before scaling and mask
  RowVector weights;  ///< softmax(scores ÷ √dK + mask)
  Matrix heads;       ///< n × dModel, weights·V of every head, concatenated
  Matrix output;      ///< n × dModel, heads·W_O + b_O
};

/// The n_i × n_i matrix of one sequence and head, in `scores` or `weights`.
Eigen::Map<const Matrix> attentionMatrix(const RowVector& tensor, const Sequences& sequences,
                                         Index heads, Index sequence, Index head);
Eigen::Map<Matrix> attentionMatrix(RowVector& tensor, const Sequences& sequences, Index heads,
                                   Index sequence, Index head);

/// One query's row (n_i) of one head's weights, recomputed from `query` and `key`: for passes that
/// captured nothing. `query` counts within the sequence.
RowVector attentionRow(const AttentionActivations& activations, Index heads,
                       const Sequences& sequences, const AttentionMask& mask, Index sequence,
                       Index head, Index query);

/// x is n × dModel; `heads` must divide dModel, and heads · sequences.pairs() fit an Index where
/// anything is captured (Encoder checks both).
void attentionForward(const AttentionWeights& weights, Index heads, const Sequences& sequences,
                      const AttentionMask& mask, const Matrix& x, AttentionActivations& activations,
                      Capture capture = Capture::kAllLayers);

/// Adds to `gradient`, sets dx (n × dModel). Needs of the forward pass: x and every activation but
/// scores and output.
void attentionBackward(const AttentionWeights& weights, Index heads, const Sequences& sequences,
                       const Matrix& x, const AttentionActivations& activations,
                       const Matrix& dOutput, AttentionWeights& gradient, Matrix& dx);

}  // namespace fovea
