#pragma once

#include <vector>

#include "fovea/decoder.h"

namespace fovea {

/// How evenly the experts of each layer are used.
struct Balance {
  /// A sum over the layers of experts · Σ_e f_e · P_e, before it is weighted, with f_e the share of
  /// tokens that take expert e and P_e the mean of its probability (Fedus et al. 2021; Shazeer et
  /// al. 2017 ask for the same otherwise). Where all are used alike, a layer adds expertsPerToken.
  double loss = 0;
  std::vector<RowVector> shares;  ///< f of each layer; empty without experts
};

/// Needs a captured forward pass in `activations`, of a batch of `tokens` tokens or of a part of
/// one, which is balanced by itself and counts for its share of the tokens: what the parts yield,
/// loss and shares, adds up. Sets probabilitiesDirect in each layer's mixture of `dActivations` to
/// the gradient of weight · loss, for the backward pass; empty where the weight is 0 or there are
/// no experts. The shares are counted, and have no gradient.
Balance balanceLoss(double weight, Index tokens, const EncoderActivations& activations,
                    EncoderActivations& dActivations);

/// The same of a decoder's layers.
Balance balanceLoss(double weight, Index tokens, const DecoderActivations& activations,
                    DecoderActivations& dActivations);

}  // namespace fovea
