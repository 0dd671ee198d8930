#pragma once

#include <functional>

#include "fovea/matrix.h"

namespace fovea {

/// How many threads run at once here; 1 in a wasm module without threads.
Index availableThreads();

/// How many threads one pass may use, of any model: at first what the environment says in
/// FOVEA_THREADS, a whole number from 1 on, else 1.
Index passThreads();

/// Lets a pass use this many, the caller's among them. What it computes stays the same, bit for
/// bit. In a wasm module without threads this changes nothing.
void usePassThreads(Index threads);

/// Runs task(0) … task(count − 1), each once, on at most `threads` threads, of which the caller's
/// is one, and returns when all have ended. A thread that is done takes the next task. Where tasks
/// throw, it throws what the one with the lowest number threw. The process has one set of threads
/// beside those of its callers: who calls this while they are at work, or in a task, runs all tasks
/// itself, as a wasm module without threads does.
void forEachInParallel(Index count, Index threads, const std::function<void(Index)>& task);

}  // namespace fovea
