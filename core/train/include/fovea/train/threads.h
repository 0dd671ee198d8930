#pragma once

#include "fovea/matrix.h"

namespace fovea {

/// How many threads run at once here; 1 in a wasm module without threads.
Index availableThreads();

}  // namespace fovea
