#pragma once

#include "fovea/encoder.h"

namespace fovea {

/// How much a loss asks of the attention weights. 0 asks nothing.
struct AttentionTerms {
  double peakWeight = 0;
  double peakCap = 0.5;  ///< above 0, below 1
  double overlapWeight = 0;
};

/// The two terms, before they are weighted, each a sum over the layers. With w the weights of a row
/// and logit p = ln(p ÷ (1 − p)):
/// - peak is the mean over rows and heads of max(0, logit(max w) − logit peakCap)². A row in which
///   one key has all the weight has no other that could take some, and adds 0.
/// - overlap is the mean over rows and pairs of heads of w_h · w_h′; 0 for a single head.
///
/// Both treat every row and every key alike: they say how a head may look, not where.
struct AttentionLoss {
  double peak = 0;
  double overlap = 0;
};

/// Needs a captured forward pass in `activations`, of a batch of `tokens` tokens or of a part of
/// one: the losses of its parts add up to the batch's. Sets weightsDirect in each layer's attention
/// of `dActivations` to the gradient of peakWeight · peak + overlapWeight · overlap, for the
/// backward pass; empty where both weights are 0. The gradient of a row is one of many, which
/// differ by a constant that the softmax removes.
AttentionLoss attentionLoss(const AttentionTerms& terms, Index heads, Index tokens,
                            const EncoderActivations& activations,
                            EncoderActivations& dActivations);

}  // namespace fovea
