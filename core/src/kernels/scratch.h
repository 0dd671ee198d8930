#pragma once

#include "fovea/matrix.h"

namespace fovea::kernels {

/// What the kernels need memory for meanwhile.
enum class Scratch { kWidenedPanel, kRowMajor, kPackedPiece, kKeys, kValues, kScores, kRunning };

/// Memory of this thread for `count` scalars, aligned to a cache line, with arbitrary values. Valid
/// until the next call for the same use. Kept from call to call.
Scalar* scratch(Scratch use, Index count);

}  // namespace fovea::kernels
