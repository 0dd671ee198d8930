#pragma once

#include <functional>

#include "fovea/matrix.h"

namespace fovea {

/// Runs task(0) … task(count − 1), each once, on at most `threads` threads, of which the caller's
/// is one, and returns when all have ended. A thread that is done takes the next task. Where tasks
/// throw, it throws what the one with the lowest number threw. In a wasm module without threads the
/// tasks run one after the other.
void forEachInParallel(Index count, Index threads, const std::function<void(Index)>& task);

}  // namespace fovea
