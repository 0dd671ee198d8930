#pragma once

#include <cstddef>
#include <vector>

#include "fovea/train/trainer.h"

// The losses of a shard as Trainer::gradientOf gives them: four, and with experts the balance and
// the shares of the experts, a layer after the other.
namespace fovea {

constexpr std::size_t kPlainLosses = 4;

/// How many numbers the losses of a model's shard are.
inline std::size_t lossesOf(const ModelConfig& model) {
  return kPlainLosses +
         (model.hasExperts() ? static_cast<std::size_t>(1 + model.layers * model.experts) : 0);
}

inline void appendBalance(const Balance& balance, std::vector<Scalar>& losses) {
  if (balance.shares.empty()) return;
  losses.push_back(static_cast<Scalar>(balance.loss));
  for (const RowVector& shares : balance.shares)
    losses.insert(losses.end(), shares.data(), shares.data() + shares.size());
}

/// Of the sums over the shards.
inline Balance balanceIn(const std::vector<double>& losses, Index experts) {
  Balance balance;
  if (losses.size() == kPlainLosses) return balance;
  balance.loss = losses[kPlainLosses];
  const auto step = static_cast<std::size_t>(experts);
  for (std::size_t at = kPlainLosses + 1; at < losses.size(); at += step)
    balance.shares.emplace_back(
        Eigen::Map<const Eigen::RowVectorXd>(losses.data() + at, experts).cast<Scalar>());
  return balance;
}

}  // namespace fovea
