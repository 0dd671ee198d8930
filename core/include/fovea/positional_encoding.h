#pragma once

#include "fovea/matrix.h"

namespace fovea {

/// Sinusoidal positions (Attention Is All You Need, section 3.5), positions × dModel:
/// PE(p, 2i) = sin(p ÷ 10000^{2i/dModel}), PE(p, 2i + 1) = cos(p ÷ 10000^{2i/dModel}).
Matrix sinusoidalPositions(Index positions, Index dModel, double base = 10000);

/// The same in two dimensions, for a question followed by the side × side patches of a picture in
/// row order: the first half of a patch's vector encodes its row, the second its column, each
/// dModel ÷ 2 wide. The question has no position: its row is 0.
Matrix patchPositions(Index side, Index dModel);

}  // namespace fovea
