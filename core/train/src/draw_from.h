#pragma once

#include <cstddef>

#include "fovea/random.h"

namespace fovea {

/// One of the container's elements, each as likely; it must hold one.
template <typename Container>
const auto& drawFrom(const Container& container, Random& random) {
  return container[static_cast<std::size_t>(random.below(container.size()))];
}

}  // namespace fovea
