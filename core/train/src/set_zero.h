#pragma once

#include <string>

#include "fovea/parameters.h"

namespace fovea {

template <typename Weights>
void setZero(Weights& weights) {
  forEachParameter(weights, [](const std::string&, auto& tensor) { tensor.setZero(); });
}

}  // namespace fovea
