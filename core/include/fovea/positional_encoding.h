#pragma once

#include "fovea/matrix.h"

namespace fovea {

/// Sinusoidal positions (Attention Is All You Need, section 3.5), positions × dModel:
/// PE(p, 2i) = sin(p ÷ 10000^{2i/dModel}), PE(p, 2i + 1) = cos(p ÷ 10000^{2i/dModel}).
Matrix sinusoidalPositions(Index positions, Index dModel);

}  // namespace fovea
