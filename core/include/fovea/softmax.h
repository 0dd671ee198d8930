#pragma once

#include "fovea/mask.h"
#include "fovea/matrix.h"

namespace fovea {

/// Row-wise softmax of scaled, masked scores (Attention Is All You Need, eq. 1):
/// weights(i, j) = e^{s(i,j)·scale − m_i} ÷ Σ_j e^{s(i,j)·scale − m_i}, with m_i the row's largest
/// scaled score, so that no finite score overflows. scores and weights are n × n. `firstToken` is
/// the place of row 0 in the mask's tokens. A key that the mask forbids gets 0 exactly, and a row
/// in which every key is forbidden is all 0. Where an allowed score is not a number, no weight of
/// the row is one.
void softmaxForward(const MatrixView& scores, Scalar scale, const AttentionMask& mask,
                    Index firstToken, MatrixRef weights);

/// dScores (n × n) from dWeights: scale·w∘(dw − Σ_j w·dw), a row at a time.
/// Needs of the forward pass: the weights. In place is allowed (dScores = dWeights).
void softmaxBackward(const MatrixView& weights, const MatrixView& dWeights, Scalar scale,
                     MatrixRef dScores);

}  // namespace fovea
