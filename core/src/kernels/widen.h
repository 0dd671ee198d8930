#pragma once

#include "fovea/packed_matrix.h"
#include "vec.h"

namespace fovea::kernels {

/// Rows of a narrow panel, two vectors each, as scalars again. `words` is a multiple of kLanes.
inline void widen(Storage storage, const std::uint32_t* from, Index words, Scalar* to) {
  const auto each = [&](auto widenTwo) {
    for (Index i = 0; i < words; i += kLanes) {
      Vec low;
      Vec high;
      widenTwo(from + i, low, high);
      store(to + 2 * i, low);
      store(to + 2 * i + kLanes, high);
    }
  };
  if (storage == Storage::kF16) {
    each([](const std::uint32_t* two, Vec& low, Vec& high) { widenF16(two, low, high); });
  } else {
    each([](const std::uint32_t* two, Vec& low, Vec& high) { widenBf16(two, low, high); });
  }
}

}  // namespace fovea::kernels
