#pragma once

#include <vector>

#include "fovea/feed_forward.h"

namespace fovea {

/// A mixture of experts (Shazeer et al. 2017), as in Mixtral (Jiang et al. 2024): several
/// feed-forward networks, of which each token takes the few that its router finds most probable.
struct MixtureWeights {
  LinearWeights router;                     ///< experts × dModel
  std::vector<FeedForwardWeights> experts;  ///< empty where there is one network for all tokens
};

/// What a mixture computes of n rows, or the gradients of it.
struct MixtureActivations {
  Matrix router;         ///< n × experts, the logits
  Matrix probabilities;  ///< n × experts, their softmax
  /// n × experts: of those that a token takes, the probabilities ÷ their sum; 0 of the others.
  Matrix choice;
  /// Of gradients only: a part of the probabilities' that does not come through the choice, as that
  /// of a loss which asks for a balance. Empty for none, else n × experts.
  Matrix probabilitiesDirect;
  /// Only the tokens whose choice is not 0 are computed; the rows of the others are 0.
  std::vector<FeedForwardActivations> experts;
};

// The stages, in order, each of which reads what the earlier ones wrote.

/// The router's logits, of x, n × dModel.
void mixtureRoute(const MixtureWeights& weights, const Matrix& x, MixtureActivations& activations);
/// Their softmax.
void mixtureWeigh(MixtureActivations& activations);
/// The choice of the most probable experts.
void mixtureChoose(Index expertsPerToken, MixtureActivations& activations);
/// The tokens that expert e computes: those whose choice of it is not 0.
std::vector<Index> tokensOfExpert(const MixtureActivations& activations, Index e);
/// y = x·Wᵀ + b of these rows; the others are 0.
void linearForwardOfRows(const LinearWeights& weights, const std::vector<Index>& rows,
                         const Matrix& x, Matrix& y);
/// output = Σ choice · the expert's output, n × dModel.
void mixtureSum(const MixtureActivations& activations, Matrix& output);

/// Given the gradient of the output, and in `dActivations.probabilitiesDirect` what is to be added
/// to that of the probabilities, if anything: fills the rest of `dActivations`, adds to `gradient`,
/// and sets dx (n × dModel). A choice that is 0 has the gradient 0: what the expert would have said
/// is not known. Needs of the forward pass: x and all activations.
void mixtureBackward(const MixtureWeights& weights, Index expertsPerToken, Activation activation,
                     const Matrix& x, const MixtureActivations& activations, const Matrix& dOutput,
                     MixtureActivations& dActivations, MixtureWeights& gradient, Matrix& dx);

}  // namespace fovea
