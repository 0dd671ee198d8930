#pragma once

#include <string>

#include "fovea/parameters.h"

namespace fovea {

inline void setZero(EncoderWeights& weights) {
  forEachParameter(weights, [](const std::string&, auto& tensor) { tensor.setZero(); });
}

}  // namespace fovea
