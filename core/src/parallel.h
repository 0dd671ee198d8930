#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>

#include "fovea/threads.h"
#include "kernels/integers.h"
#include "kernels/product.h"

// How a pass shares its work out among passThreads().
namespace fovea {

#if defined(__EMSCRIPTEN__) && !defined(__EMSCRIPTEN_PTHREADS__)
#define FOVEA_WITHOUT_THREADS
constexpr bool kHasThreads = false;
#else
constexpr bool kHasThreads = true;
#endif

/// How many threads so many multiply-adds are worth: none is woken for less than ten microseconds.
inline Index threadsFor(std::int64_t multiplyAdds) {
  constexpr std::int64_t kWorthAThread = 1 << 18;
  if (multiplyAdds < 2 * kWorthAThread) return 1;
  return static_cast<Index>(std::min<std::int64_t>(passThreads(), multiplyAdds / kWorthAThread));
}

namespace shared {

#if defined(FOVEA_WITHOUT_THREADS)
using kernels::multiply;
#else
/// kernels::multiply, with the rows of A shared out. A row's sums are the same in any company.
template <typename View>
void multiply(const StridedView& a, const View& b, Scalar* c, Index cStride,
              kernels::Start start = {}, Activation f = Activation::kNone) {
  const Index threads = threadsFor(std::int64_t{a.rows} * b.rows * b.columns);
  if (threads == 1) return kernels::multiply(a, b, c, cStride, start, f);
  constexpr Index kLeastRows = 8;  // with fewer, a thread waits for the weights
  constexpr Index kRows = 64;      // with more there is no gain from reading the weights less often
  const Index rounds = std::max(Index{1}, a.rows / (threads * kRows));
  const Index parts =
      std::clamp(threads * rounds, Index{1}, std::max(Index{1}, a.rows / kLeastRows));
  const auto multiplyPart = [&](Index part) {
    const Index first = part * a.rows / parts;
    StridedView rows = a;
    rows.data += first * a.rowStride;
    rows.rows = (part + 1) * a.rows / parts - first;
    kernels::multiply(rows, b, c + first * cStride, cStride, start, f);
  };
  forEachInParallel(parts, threads, std::ref(multiplyPart));
}
#endif

}  // namespace shared
}  // namespace fovea
