#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "fovea/random.h"

namespace fovea {

/// Draws one element uniformly. The container must not be empty.
template <typename Container>
const auto& drawFrom(const Container& container, Random& random) {
  return container[static_cast<std::size_t>(random.below(container.size()))];
}

/// Draws one of the choices with probability proportional to its `weight`. At least one weight must
/// be above 0.
template <typename Weighted>
const Weighted& drawWeighted(const std::vector<Weighted>& choices, Random& random) {
  std::uint64_t total = 0;
  for (const Weighted& choice : choices) total += static_cast<std::uint64_t>(choice.weight);
  std::uint64_t left = random.below(total);
  for (const Weighted& choice : choices) {
    const auto weight = static_cast<std::uint64_t>(choice.weight);
    if (left < weight) return choice;
    left -= weight;
  }
  return choices.back();
}

}  // namespace fovea
