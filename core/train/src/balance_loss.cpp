#include "fovea/train/balance_loss.h"

#include <cstddef>

namespace fovea {
namespace {

/// How many tokens take each expert.
RowVector takers(const Matrix& choice) {
  return (choice.array() != 0).cast<Scalar>().colwise().sum();
}

template <typename Activations>
Balance balanceOfLayers(double weight, Index tokens, const Activations& activations,
                        Activations& dActivations) {
  Balance balance;
  const auto whole = static_cast<Scalar>(tokens);
  dActivations.layers.resize(activations.layers.size());
  for (std::size_t l = 0; l < activations.layers.size(); ++l) {
    const Matrix& p = activations.layers[l].mixture.probabilities;
    Matrix& gradient = dActivations.layers[l].mixture.probabilitiesDirect;
    gradient.resize(0, 0);
    if (p.size() == 0) continue;
    const RowVector count = takers(activations.layers[l].mixture.choice);
    // experts · f, and what a token's probability adds to its part of the mean over the batch
    const RowVector slope =
        count * static_cast<Scalar>(p.cols()) / (static_cast<Scalar>(p.rows()) * whole);
    balance.loss += static_cast<double>(slope.dot(p.colwise().sum()));
    balance.shares.emplace_back(count / whole);
    if (weight > 0) gradient = (static_cast<Scalar>(weight) * slope).replicate(p.rows(), 1);
  }
  return balance;
}

}  // namespace

Balance balanceLoss(double weight, Index tokens, const EncoderActivations& activations,
                    EncoderActivations& dActivations) {
  return balanceOfLayers(weight, tokens, activations, dActivations);
}

Balance balanceLoss(double weight, Index tokens, const DecoderActivations& activations,
                    DecoderActivations& dActivations) {
  return balanceOfLayers(weight, tokens, activations, dActivations);
}

}  // namespace fovea
