#pragma once

#include "fovea/mask.h"
#include "fovea/matrix.h"

namespace fovea {

/// Row-wise softmax of scaled, masked scores (Attention Is All You Need, eq. 1):
/// weights(i, j) = e^{s(i,j)·scale − m_i} ÷ Σ_j e^{s(i,j)·scale − m_i}, with m_i the row's largest
/// scaled score, so that no finite score overflows. scores and weights are n × m, a row for each
/// query of a sequence and a column for each key; `firstKey` is where column 0 is in mask.keep. A
/// key that the mask forbids gets 0 exactly, and a row in which every key is forbidden is all 0.
/// All NaN if any allowed score of the row is NaN.
void softmaxForward(const MatrixView& scores, Scalar scale, const AttentionMask& mask,
                    Index firstKey, MatrixRef weights);

/// Two well-known bugs, for comparison. The softmax over the wrong axis, a column at a time:
/// weights(i, j) = e^{s(i,j)·scale} ÷ Σ_i e^{s(i,j)·scale}, computed as safely as above.
void softmaxOverColumns(const MatrixView& scores, Scalar scale, const AttentionMask& mask,
                        Index firstKey, MatrixRef weights);

/// The softmax of rows without m_i: scores that are large enough overflow, and ∞ ÷ ∞ is NaN.
void softmaxUnshifted(const MatrixView& scores, Scalar scale, const AttentionMask& mask,
                      Index firstKey, MatrixRef weights);

/// dScores (n × m) from dWeights: scale·w∘(dw − Σ_j w·dw), a row at a time.
/// Needs of the forward pass: the weights. In place is allowed (dScores = dWeights).
void softmaxBackward(const MatrixView& weights, const MatrixView& dWeights, Scalar scale,
                     MatrixRef dScores);

}  // namespace fovea
