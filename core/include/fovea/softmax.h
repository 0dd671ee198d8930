#pragma once

#include "fovea/mask.h"
#include "fovea/matrix.h"

namespace fovea {

/// Row-wise softmax of scaled, masked scores (Attention Is All You Need, eq. 1):
/// weights(i, j) = e^{s(i,j)·scale − m_i} ÷ Σ_j e^{s(i,j)·scale − m_i}, with m_i the row's largest
/// scaled score, so that no finite score overflows. scores and weights are n × m, a row for each
/// query of a sequence and a column for each key; `firstKey` is the index of column 0 in mask.keep.
/// A masked key gets exactly 0, and a row in which every key is masked is all 0. If any unmasked
/// score of a row is NaN, the whole row is.
void softmaxForward(const MatrixView& scores, Scalar scale, const AttentionMask& mask,
                    Index firstKey, MatrixRef weights);

/// dScores (n × m) from dWeights, row by row: scale·w∘(dw − Σ_j w·dw). Needs the weights from the
/// forward pass. dScores may be dWeights.
void softmaxBackward(const MatrixView& weights, const MatrixView& dWeights, Scalar scale,
                     MatrixRef dScores);

}  // namespace fovea
