#pragma once

#include <vector>

#include "fovea/feed_forward.h"

namespace fovea {

/// A mixture of experts (Shazeer et al. 2017), as in Mixtral (Jiang et al. 2024): several
/// feed-forward networks, of which each token uses the few that the router finds most probable.
struct MixtureWeights {
  LinearWeights router;                     ///< experts × dModel
  std::vector<FeedForwardWeights> experts;  ///< empty if the layer has a single network
};

/// Every intermediate of a mixture, for n rows, or their gradients.
struct MixtureActivations {
  Matrix router;         ///< n × experts, the logits
  Matrix probabilities;  ///< n × experts, their softmax
  /// n × experts: for the experts a token uses, their probabilities, renormalised to sum to 1; 0
  /// for the others.
  Matrix choice;
  /// Only in gradients: the part of the probabilities' gradient that does not come through the
  /// choice, such as that of a load-balancing loss. n × experts, or empty if there is none.
  Matrix probabilitiesDirect;
  /// Only tokens whose choice is not 0 are computed; the other rows are 0.
  std::vector<FeedForwardActivations> experts;
};

// The stages, in order; each reads what the earlier ones wrote.

/// The router's logits from x, n × dModel.
void mixtureRoute(const MixtureWeights& weights, const Matrix& x, MixtureActivations& activations);
/// Their softmax.
void mixtureWeigh(MixtureActivations& activations);
/// The choice of the most probable experts.
void mixtureChoose(Index expertsPerToken, MixtureActivations& activations);
/// The tokens that use expert e: those whose choice of it is not 0.
std::vector<Index> tokensOfExpert(const MixtureActivations& activations, Index e);
/// y = x·Wᵀ + b for these rows; the others are 0.
void linearForwardOfRows(const LinearWeights& weights, const std::vector<Index>& rows,
                         const Matrix& x, Matrix& y);
/// output = Σ choice · expert output, n × dModel.
void mixtureSum(const MixtureActivations& activations, Matrix& output);

/// Given the gradient of the output, and optionally in `dActivations.probabilitiesDirect` what to
/// add to that of the probabilities: fills the rest of `dActivations`, adds to `gradient`, and sets
/// dx (n × dModel). A choice of 0 has gradient 0, since that expert's output was not computed.
/// Needs x and all activations from the forward pass.
void mixtureBackward(const MixtureWeights& weights, Index expertsPerToken, Activation activation,
                     const Matrix& x, const MixtureActivations& activations, const Matrix& dOutput,
                     MixtureActivations& dActivations, MixtureWeights& gradient, Matrix& dx);

}  // namespace fovea
